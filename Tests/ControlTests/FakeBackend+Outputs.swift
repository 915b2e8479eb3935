import Model

@testable import Control

extension FakeBackend {
  func setOutput(_ number: Int, enabled: Bool?) throws(Refusal) {
    outputs[number].isEnabled = enabled ?? !outputs[number].isEnabled
  }

  func setOutput(_ number: Int, volume: Int) throws(Refusal) { outputs[number].volume = volume }
}
