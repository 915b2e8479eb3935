import Model
import Support
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
  private static let ownForAdmin: Set = [
    "allow", "copy", "doctor", "lock", "log", "remove", "restart", "restore", "settings", "settingset",
    "shutdown", "tag", "trash", "upgrade",
  ]

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
    // It only gives up permissions.
    for command in own where command.name != "restrict" {
      #expect(command.permission.rawValue.nonzeroBitCount == 1, "\(command.name)")
    }
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
      expectEqual(commands.count, expected.count + 1)
    }
  }

  @Test func `the documentation lists every command that needs another permission than read`() throws {
    let page = try Repository.text(of: "docs/protocol-errors.md")
    let section = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("Permissions\n") })
    let permissions: [String: Permissions] = [
      "none": [], "add": .add, "player": .player, "control": .control, "admin": .admin,
    ]
    var documented: [String: Permissions] = [:]
    for line in section.split(separator: "\n") where line.hasPrefix("| ") {
      let cells = line.split(separator: "|").map { $0.drop { " `".contains($0) } }
      guard let permission = permissions[String(cells[0].prefix { $0.isLetter })] else { continue }
      // A command with one of its arguments in the same span needs it for that only.
      for (index, span) in cells[1].split(separator: "`").enumerated()
      where index % 2 == 0 && !span.contains(" ") {
        documented[String(span)] = permission
      }
    }
    for command in CommandTable.standard.commands {
      #expect(documented.removeValue(forKey: command.name) ?? .read == command.permission, "\(command.name)")
    }
    #expect(documented.isEmpty)
  }
}
