import Model

@testable import Control

/// A client without a socket: says lines and hears the answers.
final class Conversation {
  let fake: FakeBackend
  let hub: Hub
  let client: Client

  init(
    _ fake: FakeBackend = FakeBackend(), limits: Limits = Limits(), password: String? = nil,
    access: Access = Access(), isLocal: Bool = true
  ) {
    self.fake = fake
    let access = password.map { Access(passwords: [.init(word: $0)]) } ?? access
    hub = Hub(backend: fake.backend, limits: limits, access: access)
    client = hub.connect(isLocal: isLocal)
    _ = hear()
  }

  /// A further client of the same jukebox.
  init(beside other: Conversation) {
    fake = other.fake
    hub = other.hub
    client = hub.connect(isLocal: true)
    _ = hear()
  }

  /// The program of card readers, as a further client.
  init(readerBeside other: Conversation) {
    fake = other.fake
    hub = other.hub
    client = hub.connect(isLocal: true, isReader: true)
    _ = hear()
  }

  /// Everything that is to be sent now, taken at once.
  func hear() -> String {
    var text: [UInt8] = []
    while hub.hasUnfinished || !client.pendingOutput.isEmpty {
      hub.proceed()
      text += client.pendingOutput
      client.sent(client.pendingOutput.count)
    }
    return String(decoding: text, as: UTF8.self)
  }

  func send(_ text: String) { client.receive(Array(text.utf8).span) }

  /// Sends `line`, and returns the answer's lines.
  func ask(_ line: String) -> [String] {
    send(line + "\n")
    return hear().split(separator: "\n").map(String.init)
  }
}
