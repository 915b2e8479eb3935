import Model
import Support
import Testing

@testable import Control

struct MachineCommandTests {
  @Test func `restart and shutdown reach the machine`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("restart"), ["OK"])
    expectEqual(conversation.ask("shutdown"), ["OK"])
    expectEqual(conversation.fake.restarts, 1)
    expectEqual(conversation.fake.shutdowns, 1)
  }

  @Test func `a shutdown that is not configured has its reason`() {
    let conversation = Conversation()
    conversation.fake.refusal = .system("no command")
    #expect(conversation.ask("shutdown") == ["ACK [52@0] {shutdown} no command"])
  }
}
