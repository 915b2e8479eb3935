/// The kind of an error, for programs: stable, unlike the sentence. An `ACK` carries it once a client has asked for
/// that (`protocol enable error_keys`). `docs/protocol-errors.md` lists all keys.
public enum ErrorKey: String, CaseIterable, Hashable, Sendable {
  // One for each number of an `ACK`, if there is no finer distinction.
  case badArgument = "bad-argument"
  case badPassword = "bad-password"
  case noPermission = "no-permission"
  case unknownCommand = "unknown-command"
  case notFound = "not-found"
  case limitReached = "limit-reached"
  case system
  case tooManyScans = "too-many-scans"
  case notPlaying = "not-playing"
  case alreadyExists = "already-exists"

  case noSuchPath = "no-such-path"
  case noSuchSong = "no-such-song"
  case noSuchCue = "no-such-cue"
  case noSuchPosition = "no-such-position"
  case noSuchPlaylist = "no-such-playlist"
  case noSuchPlaylistFolder = "no-such-playlist-folder"
  case noSuchStation = "no-such-station"
  case noSuchVolume = "no-such-volume"
  case volumeNotPluggedIn = "volume-not-plugged-in"
  case volumeReleased = "volume-released"
  case volumeGone = "volume-gone"
  case volumeMounted = "volume-mounted"
  case notMounted = "not-mounted"
  case notReleased = "not-released"

  case playlistExists = "playlist-exists"
  case playlistFolderExists = "playlist-folder-exists"
  case badPlaylistName = "bad-playlist-name"
  case playlistFile = "playlist-file"
  case ownPlaylist = "own-playlist"
  case unsupportedURL = "unsupported-url"
  case notOfStreams = "not-of-streams"
  case notFetched = "not-fetched"
  case outOfRange = "out-of-range"
  case endsBeforeStart = "ends-before-start"
  case cueWithoutEnd = "cue-without-end"
  case noTemplate = "no-template"
  case noPicture = "no-picture"
  case noLyrics = "no-lyrics"
  case noAnalysis = "no-analysis"
  case notConfigured = "not-configured"
  case noSuchSetting = "no-such-setting"
  case remoteUnreachable = "remote-unreachable"
  case remoteTimedOut = "remote-timed-out"
  case remoteFailed = "remote-failed"
  case remoteUnsupported = "remote-unsupported"
  case remoteTooLarge = "remote-too-large"
  case badPicture = "bad-picture"
  case nothingToPlay = "nothing-to-play"
  case overtaken

  case guestLimit = "guest-limit"
  case songRepeats = "song-repeats"

  case noSuchPad = "no-such-pad"
  case noSuchPadFolder = "no-such-pad-folder"
  case padUnplayable = "pad-unplayable"
  case recordsAlready = "records-already"
  case notRecording = "not-recording"
  case noTake = "no-take"
  case microphoneInUse = "microphone-in-use"

  case notNow = "not-now"
  case noSuchQuietHours = "no-such-quiet-hours"

  case noSuchCard = "no-such-card"
  case noCard = "no-card"
  case randomNumber = "random-number"

  case clockSet = "clock-set"
  case noSuchAlarm = "no-such-alarm"
  case notRinging = "not-ringing"

  case nothingToUndo = "nothing-to-undo"
  case notAPlaylist = "not-a-playlist"
  case namesNoSong = "names-no-song"
  case mixBoardFile = "mixboard-file"
  case badMixBoardFile = "bad-mixboard-file"
  case noBackup = "no-backup"

  case badFileName = "bad-file-name"
  case unsupportedFile = "unsupported-file"
  case fileTooLarge = "file-too-large"
  case readOnlyVolume = "read-only-volume"
  case volumeFull = "volume-full"
  case noSuchUpload = "no-such-upload"
  case uploadOutOfStep = "upload-out-of-step"
  case filesProtected = "files-protected"
  case badTag = "bad-tag"
  case notTagged = "not-tagged"
  case noSuchTrash = "no-such-trash"

  /// The key of an error that has none of its own.
  public init(_ code: AckCode) {
    self =
      switch code {
      case .argument: .badArgument
      case .password: .badPassword
      case .permission: .noPermission
      case .unknown: .unknownCommand
      case .noExist: .notFound
      case .playlistMax: .limitReached
      case .system: .system
      case .updateAlready: .tooManyScans
      case .playerSync: .notPlaying
      case .exist: .alreadyExists
      }
  }

  /// The number that stands in the `ACK`, but where a command of MPD has another one.
  public var code: AckCode {
    switch self {
    case .badArgument, .noSuchPosition, .badPlaylistName, .ownPlaylist, .unsupportedURL, .outOfRange,
      .endsBeforeStart, .cueWithoutEnd,
      .noTemplate, .badPicture, .volumeMounted, .notMounted, .notReleased, .badFileName, .unsupportedFile,
      .fileTooLarge, .uploadOutOfStep, .badTag, .randomNumber:
      .argument
    case .badPassword: .password
    case .noPermission: .permission
    case .unknownCommand: .unknown
    case .notFound, .noSuchPath, .noSuchStation, .noSuchSong, .noSuchCue, .noSuchPlaylist,
      .noSuchPlaylistFolder, .noSuchPad,
      .noSuchPadFolder, .noTake, .noSuchCard, .noCard, .noSuchQuietHours, .noSuchAlarm,
      .noSuchVolume,
      .volumeNotPluggedIn, .volumeReleased, .playlistFile, .noPicture, .noLyrics, .noAnalysis, .noSuchSetting,
      .nothingToPlay,
      .nothingToUndo,
      .noSuchUpload, .noSuchTrash, .notOfStreams:
      .noExist
    case .limitReached, .guestLimit: .playlistMax
    case .system, .clockSet, .notRinging, .notFetched, .notConfigured, .remoteUnreachable, .remoteTimedOut,
      .remoteFailed,
      .remoteUnsupported, .remoteTooLarge, .volumeGone, .padUnplayable, .recordsAlready, .notRecording,
      .microphoneInUse,
      .notAPlaylist,
      .namesNoSong,
      .mixBoardFile, .badMixBoardFile,
      .noBackup, .readOnlyVolume, .volumeFull, .filesProtected, .notTagged:
      .system
    case .tooManyScans: .updateAlready
    case .notPlaying, .overtaken, .notNow: .playerSync
    case .alreadyExists, .playlistExists, .playlistFolderExists, .songRepeats: .exist
    }
  }
}
