import Linux
import Support
import Testing

@testable import Web

/// Logins that outlive the program.
@Suite struct SessionTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
    ),
  ])
  func `the digests are those of the standard`(text: String, digest: String) {
    let bytes = SHA256.digest(of: Array(text.utf8))
    #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest)
  }

  @Test func `a login outlives the program, and its file reveals nothing`() throws {
    let folder = try TemporaryFolder()
    let token = Sessions(folder: folder.path).begin("sécret passphrase that is longer than thirty-two bytes")
    let text = try HostFile.text(of: "\(folder.path)/sessions")
    #expect(!text.contains(token) && !text.contains("cret"))
    let later = Sessions(folder: folder.path)
    expectEqual(later.password(of: token), "sécret passphrase that is longer than thirty-two bytes")
    #expect(later.password(of: String(token.reversed())) == nil)
    later.end(token)
    #expect(Sessions(folder: folder.path).password(of: token) == nil)
  }

  @Test func `a login ends after thirty days, and a wrong clock makes it no longer`() throws {
    let folder = try TemporaryFolder()
    let start: Int64 = 1_800_000_000
    let token = Sessions(folder: folder.path, now: { start }).begin("secret")
    func password(at time: Int64) -> String? {
      Sessions(folder: folder.path, now: { time }).password(of: token)
    }
    expectEqual(password(at: start + Sessions.longest - 1), "secret")
    #expect(password(at: start + Sessions.longest) == nil)
    #expect(password(at: start - 1) == nil)
  }

  @Test(arguments: ["", "x", "a b", "a 9 zz\n\n", "\u{0} 1 2", String(repeating: "a 9 00\n", count: 5000)])
  func `a damaged file is no login`(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("sessions", text)
    let sessions = Sessions(folder: folder.path)
    #expect(sessions.password(of: "a") == nil)
    let token = sessions.begin("secret")
    expectEqual(Sessions(folder: folder.path).password(of: token), "secret")
  }

  @Test func `the oldest login makes room`() throws {
    let folder = try TemporaryFolder()
    let sessions = Sessions(folder: folder.path)
    let tokens = (0..<300).map { sessions.begin("secret \($0)") }
    #expect(sessions.password(of: tokens[0]) == nil)
    let again = Sessions(folder: folder.path)
    expectEqual(again.password(of: tokens[299]), "secret 299")
    #expect(again.password(of: tokens[43]) == nil && again.password(of: tokens[44]) != nil)
  }
}
