import Model
import Testing

@testable import Control

/// What each command needs.
@Suite struct PermissionTests {
  /// The commands of MPD 0.24 that the jukebox has, as MPD's `commands` lists them with each permission.
  private static let ofMPD: [(Permissions, String)] = [
    ([], "binarylimit close commands notcommands password ping protocol tagtypes"),
    (
      .read,
      """
      albumart channels count currentsong decoders find getvol idle list listall listallinfo listfiles listmounts
      listneighbors listpartitions listplaylist listplaylistinfo listplaylists lsinfo outputs partition playlist playlistfind
      playlistid playlistinfo playlistlength playlistsearch plchanges plchangesposid readcomments readmessages readpicture
      replay_gain_status search searchcount searchplaylist stats status subscribe unsubscribe urlhandlers
      """
    ),
    (.add, "add addid addtagid cleartagid findadd load rangeid searchadd"),
    (
      .player,
      """
      clear clearerror consume crossfade delete deleteid mixrampdb mixrampdelay move moveid next pause play playid previous
      prio prioid random repeat replay_gain_mode seek seekcur seekid setvol shuffle single stop swap swapid volume
      """
    ),
    (
      .control,
      """
      playlistadd playlistclear playlistdelete playlistmove rename rescan rm save searchaddpl sendmessage update
      """
    ),
    (
      .admin,
      """
      config disableoutput enableoutput mount moveoutput outputset sticker stickernames stickernamestypes stickertypes
      toggleoutput unmount
      """
    ),
  ]

  /// The jukebox's own commands that change the machine or overwrite what people made.
  private static let ownForAdmin: Set = ["record", "restore"]

  @Test func `commands of MPD need what they need there`() {
    for (permission, names) in Self.ofMPD {
      for name in names.split(whereSeparator: \.isWhitespace) {
        #expect(CommandTable.standard[String(name)]?.permission == permission, "\(name)")
      }
    }
  }

  @Test func `every other command needs exactly one permission, and few need admin`() {
    let ofMPD = Set(Self.ofMPD.flatMap { $0.1.split(whereSeparator: \.isWhitespace).map(String.init) })
    let own = CommandTable.standard.commands.filter { !ofMPD.contains($0.name) }
    #expect(own.count > 50)
    for command in own { #expect(command.permission.rawValue.nonzeroBitCount == 1, "\(command.name)") }
    #expect(Set(own.filter { $0.permission == .admin }.map(\.name)) == Self.ownForAdmin)
  }

  @Test func `each permission allows its own commands`() {
    for (permission, names) in Self.ofMPD where !permission.isEmpty {
      let conversation = Conversation(access: Access(defaults: permission), isLocal: false)
      let commands = Set(conversation.ask("commands"))
      for name in names.split(whereSeparator: \.isWhitespace) {
        #expect(commands.contains("command: \(name)"))
      }
      let expected = CommandTable.standard.commands.filter { permission.isSuperset(of: $0.permission) }
      #expect(commands.count == expected.count + 1)
    }
  }
}
