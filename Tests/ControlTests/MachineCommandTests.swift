import Model
import Testing

@testable import Control

struct MachineCommandTests {
  @Test func `restart and shutdown reach the machine`() {
    let conversation = Conversation()
    #expect(conversation.ask("restart") == ["OK"])
    #expect(conversation.ask("shutdown") == ["OK"])
    #expect(conversation.fake.restarts == 1)
    #expect(conversation.fake.shutdowns == 1)
  }

  @Test func `a shutdown that is not configured has its reason`() {
    let conversation = Conversation()
    conversation.fake.refusal = .system("no command")
    #expect(conversation.ask("shutdown") == ["ACK [52@0] {shutdown} no command"])
  }
}
