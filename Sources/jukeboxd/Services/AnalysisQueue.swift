import Library
import Model

/// The songs to analyse: requested ones first, then how far the search of each volume is.
struct AnalysisQueue {
  struct Request {
    let track: TrackReference
    let isForced: Bool
  }

  private enum Place {
    case behind(AnalysisCursor)
    case atEnd
  }

  /// Limit of waiting requests.
  static let mostAsked = 10_000

  private var asked: [Request] = []
  /// Whether a request is at work, or its result is being kept.
  var isServing = false
  /// Whether somebody asked for all that is there.
  var isHurrying = false
  /// How far each volume is, of each depth.
  private var cursors: [VolumeID: [AnalysisDepth: Place]] = [:]
  /// Volumes that take no results, until something changes there: otherwise the same songs would be analysed
  /// repeatedly.
  private var suspended: Set<VolumeID> = []

  var hasRequests: Bool { !asked.isEmpty }
  /// Requested analyses that are not done; a request for all songs counts as one.
  var count: Int { asked.count + (isServing ? 1 : 0) + (isHurrying ? 1 : 0) }

  /// - Returns: false where too many wait.
  mutating func add(_ tracks: [TrackReference], isForced: Bool) -> Bool {
    guard asked.count + tracks.count <= Self.mostAsked else { return false }
    asked += tracks.map { Request(track: $0, isForced: isForced) }
    return true
  }

  /// Takes the first request; nil where there is none.
  mutating func next() -> Request? {
    guard !asked.isEmpty else { return nil }
    isServing = true
    return asked.removeFirst()
  }

  /// Forgets what somebody asked for, except what is at work.
  mutating func cancel() { (asked, isHurrying) = ([], false) }

  mutating func cancel(on volume: VolumeID) { asked.removeAll { $0.track.volume == volume } }

  /// Searches a whole volume again.
  mutating func begin(on volume: VolumeID) {
    cursors[volume] = [:]
    suspended.remove(volume)
  }

  mutating func closed(_ volume: VolumeID) { cursors[volume] = nil }

  /// Nothing more of a volume, until something changes there.
  mutating func suspend(_ volume: VolumeID) {
    cursors[volume] = [.first: .atEnd, .chords: .atEnd]
    suspended.insert(volume)
  }

  func takesResults(_ volume: VolumeID) -> Bool { !suspended.contains(volume) }

  /// The volumes that may have more, and where their search continues.
  func places(
    in volumes: [VolumeID], _ depth: AnalysisDepth
  ) -> [(volume: VolumeID, cursor: AnalysisCursor?)] {
    volumes.compactMap { volume in
      switch cursors[volume]?[depth] {
      case .atEnd: nil
      case .behind(let place): (volume, place)
      case nil: (volume, nil)
      }
    }
  }

  /// - Parameter place: nil at the volume's end.
  mutating func advance(_ volume: VolumeID, _ depth: AnalysisDepth, to place: AnalysisCursor?) {
    cursors[volume]?[depth] = place.map { .behind($0) } ?? .atEnd
  }
}
