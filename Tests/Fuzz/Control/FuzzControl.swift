import CFuzzer
import Fuzzing
import Model

@testable import Control

/// SwiftPM makes this the program's entry; libFuzzer takes over from here.
@_cdecl("FuzzControl_main")
public func run(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var count = count
  var arguments = unsafe arguments
  return unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    fuzz(bytes)
    return 0
  }
}

/// Any bytes as what a client says. The first byte chooses how they arrive and how they are answered; the answers
/// must be whole lines, the same however the bytes are cut, within their bounds.
func fuzz(_ bytes: [UInt8]) {
  guard let choice = bytes.first else { return }
  let said = Array(bytes.dropFirst())
  let isLocal = choice & 1 == 0
  let answersLate = choice & 2 != 0
  let whole = answers(to: said, chunk: said.count, isLocal: isLocal, answersLate: answersLate)
  let cut = answers(to: said, chunk: 1 + Int(choice >> 4), isLocal: isLocal, answersLate: answersLate)
  demand(whole.last == UInt8(ascii: "\n"), "an answer without an end")
  demand(String(validating: whole, as: UTF8.self) != nil, "an answer that is not UTF-8")
  // An edit may be durable before or after the next line has come, and a list says so in other words.
  if !answersLate { demand(whole == cut, "the answer hangs on how the bytes are cut") }
}

private func answers(to said: [UInt8], chunk: Int, isLocal: Bool, answersLate: Bool) -> [UInt8] {
  let fake = FakeBackend()
  fake.holdsAnswers = answersLate
  fake.maximumEntries = 100
  var limits = Limits()
  limits.listBytes = 4096
  limits.lineBytes = 2048
  let hub = Hub(
    backend: fake.backend, limits: limits,
    access: isLocal ? Access() : Access(passwords: [.init(word: "secret")]))
  let client = hub.connect(isLocal: isLocal)
  let other = hub.connect(isLocal: true)
  var heard: [UInt8] = []
  func hear() {
    while true {
      while fake.heldCount > 0 { fake.answerNext() }
      hub.deliver()
      let pending = client.pendingOutput
      if pending.isEmpty, fake.heldCount == 0, !hub.hasUnfinished { return }
      demand(pending.count <= limits.outputCeilingBytes * 2, "more output than its bound")
      heard += pending
      client.sent(pending.count)
    }
  }
  hear()
  var position = 0
  while position < said.count {
    let end = min(position + max(1, chunk), said.count)
    client.receive(said.span.extracting(position..<end))
    position = end
    hear()
  }
  client.endOfInput()
  hear()
  client.disconnected()
  other.disconnected()
  while fake.heldCount > 0 { fake.answerNext() }
  demand(hub.clientCount == 0, "a client stays behind")
  demand(hub.held.lists == 0, "a list stays behind")
  return heard
}
