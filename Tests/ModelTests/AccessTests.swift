import Model
import Support
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
    expectEqual(Permissions(text), permissions)
    expectEqual(Permissions("\(permissions)"), permissions)
  }

  @Test(arguments: [
    "", ",", "read,", ",read", "Read", "read add", "read,all", "none,read", "write", "read;add",
  ])
  func `other words are no permissions`(text: String) { #expect(Permissions(text) == nil) }

  @Test(
    arguments: [
      ("secret", "secret", Permissions.all), ("secret@read,add", "secret", [.read, .add]),
      ("two words@control", "two words", [.control, .player]), ("me@home@all", "me@home", .all),
      ("me@home@read", "me@home", .read), ("@read", "@read", .all), ("x@none", "x", []),
      ("http://a:1", "http://a:1", .all), ("\"secret@read\"", "secret", .read),
      ("\"secret\"", "secret", .all),
      ("\"", "\"", .all), ("x@read@all", "x@read", .all),
    ] as [(String, String, Permissions)])
  func `a password may have permissions`(text: String, word: String, permissions: Permissions) throws {
    let password = try #require(try Access.Password(text))
    expectEqual(password, Access.Password(word: word, permissions: permissions))
    try expectEqual(Access.Password("\(password)"), password)
  }

  @Test(
    arguments: [
      ("me@home", .unknown("home")), ("x@", .unknown("")), ("x@read,raed", .unknown("read,raed")),
      ("x:read", .colon(word: "x", permissions: "read")),
    ] as [(String, Access.Password.Fault)])
  func `a mistake in the permissions is no part of the password`(text: String, fault: Access.Password.Fault) {
    #expect(throws: fault) { try Access.Password(text) }
  }

  @Test(arguments: ["", "\"\""])
  func `an empty password is refused`(text: String) throws { #expect(try Access.Password(text) == nil) }

  @Test(arguments: ["a", "\"a\"", "a@read", "\"a@read\"", "@", "\"\"", "@read", "a@b", "a:read"])
  func `every password reads back from what is written`(word: String) throws {
    for permissions in [Permissions.all, .read, []] {
      let password = Access.Password(word: word, permissions: permissions)
      try expectEqual(Access.Password("\(password)"), password)
    }
  }

  @Test
  func
    `without a password a client may do everything, and nothing once one is set, unless that is configured`()
  {
    expectEqual(Access().permissions(isLocal: false), .all)
    expectEqual(Access(defaults: .read).permissions(isLocal: false), .read)
    let secret = Access.Password(word: "secret", permissions: .read)
    expectEqual(Access(passwords: [secret]).permissions(isLocal: false), [])
    expectEqual(Access(passwords: [secret]).permissions(isLocal: true), .all)
    expectEqual(Access(passwords: [secret], defaults: .add, local: .read).permissions(isLocal: false), .add)
    expectEqual(Access(passwords: [secret], defaults: .add, local: .read).permissions(isLocal: true), .read)
  }

  @Test(arguments: ["", "s", "gues", "guest2", "guestguest", "GUEST", "guest@read", "owne"])
  func `a password permits only if it is exact`(given: String) {
    let access = Access(passwords: [
      .init(word: "guest", permissions: .read), .init(word: "owner"),
      .init(word: "guest", permissions: .admin),
    ])
    #expect(access.permissions(of: given) == nil)
    expectEqual(access.permissions(of: "guest"), .read)
    expectEqual(access.permissions(of: "owner"), .all)
  }
}
