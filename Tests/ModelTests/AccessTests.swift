import Model
import Testing

@Suite struct AccessTests {
  @Test(
    arguments: [
      ("read", Permissions.read), ("read,add", [.read, .add]), ("read, add", [.read, .add]),
      ("player", .player),
      ("control", [.control, .player]), ("admin", .admin), ("all", .all), ("none", []),
      ("read,add,player,control,admin", .all),
    ] as [(String, Permissions)])
  func `permissions are read by their names, and written so that they read back`(
    text: String, permissions: Permissions
  ) {
    #expect(Permissions(text) == permissions)
    #expect(Permissions("\(permissions)") == permissions)
  }

  @Test(arguments: [
    "", ",", "read,", ",read", "Read", "read add", "read,all", "none,read", "write", "read;add",
  ])
  func `other words are no permissions`(text: String) { #expect(Permissions(text) == nil) }

  @Test(
    arguments: [
      ("secret", "secret", Permissions.all), ("secret@read,add", "secret", [.read, .add]),
      ("two words@control", "two words", [.control, .player]), ("me@home", "me@home", .all),
      ("me@home@read", "me@home", .read), ("secret@", "secret@", .all), ("@read", "@read", .all),
      ("x@none", "x", []),
      ("x@raed", "x@raed", .all), ("\"secret@read\"", "secret", .read), ("\"secret\"", "secret", .all),
      ("\"", "\"", .all), ("x@read@all", "x@read", .all),
    ] as [(String, String, Permissions)])
  func `a password may have permissions`(text: String, word: String, permissions: Permissions) throws {
    let password = try #require(Access.Password(text))
    #expect(password == Access.Password(word: word, permissions: permissions))
    #expect(Access.Password("\(password)") == password)
  }

  @Test(arguments: ["", "\"\""])
  func `an empty password is none`(text: String) { #expect(Access.Password(text) == nil) }

  @Test(arguments: ["a", "\"a\"", "a@read", "\"a@read\"", "@", "\"\"", "@read"])
  func `every password reads back from what is written`(word: String) {
    for permissions in [Permissions.all, .read, []] {
      let password = Access.Password(word: word, permissions: permissions)
      #expect(Access.Password("\(password)") == password)
    }
  }

  @Test
  func
    `without a password a client may do everything, and nothing once one is set, unless that is configured`()
  {
    #expect(Access().permissions(isLocal: false) == .all)
    #expect(Access(defaults: .read).permissions(isLocal: false) == .read)
    let secret = Access.Password(word: "secret", permissions: .read)
    #expect(Access(passwords: [secret]).permissions(isLocal: false) == [])
    #expect(Access(passwords: [secret]).permissions(isLocal: true) == .all)
    #expect(Access(passwords: [secret], defaults: .add, local: .read).permissions(isLocal: false) == .add)
    #expect(Access(passwords: [secret], defaults: .add, local: .read).permissions(isLocal: true) == .read)
  }

  @Test(arguments: ["", "s", "gues", "guest2", "guestguest", "GUEST", "guest@read", "owne"])
  func `only the very password permits`(given: String) {
    let access = Access(passwords: [
      .init(word: "guest", permissions: .read), .init(word: "owner"),
      .init(word: "guest", permissions: .admin),
    ])
    #expect(access.permissions(of: given) == nil)
    #expect(access.permissions(of: "guest") == .read)
    #expect(access.permissions(of: "owner") == .all)
  }
}
