import Linux
import Support
import Testing

@testable import Control

@Suite struct PasswordGuessTests {
  private var guesses = PasswordGuesses(first: .milliseconds(250), longest: .seconds(16))
  private let start = Instant(nanoseconds: 1_000_000_000)

  @Test mutating func `the pause doubles up to the longest`() {
    let pauses = (0..<70).map { _ in guesses.noteWrong(from: "a", at: start) }
    let rising: [Duration] = [250, 500, 1000, 2000, 4000, 8000].map { .milliseconds($0) }
    expectEqual(Array(pauses[..<6]), rising)
    #expect(pauses[6...].allSatisfy { $0 == .seconds(16) })
  }

  @Test mutating func `another address does not wait`() {
    _ = guesses.noteWrong(from: "a", at: start)
    expectEqual(guesses.wait(of: "a", at: start), .milliseconds(250))
    expectEqual(guesses.wait(of: "a", at: start + .milliseconds(250)), .zero)
    expectEqual(guesses.wait(of: "b", at: start), .zero)
    expectEqual(guesses.noteWrong(from: "b", at: start), .milliseconds(250))
  }

  @Test mutating func `the right password and a long rest are a new beginning`() {
    _ = guesses.noteWrong(from: "a", at: start)
    _ = guesses.noteWrong(from: "a", at: start)
    guesses.forget("a")
    expectEqual(guesses.wait(of: "a", at: start), .zero)
    expectEqual(guesses.noteWrong(from: "a", at: start), .milliseconds(250))
    let later = start + PasswordGuesses.memory
    expectEqual(guesses.noteWrong(from: "a", at: later), .milliseconds(500))
    expectEqual(guesses.noteWrong(from: "a", at: later + .seconds(700)), .milliseconds(250))
  }

  @Test mutating func `addresses beyond the bound share their pauses`() {
    for number in 0..<PasswordGuesses.most { _ = guesses.noteWrong(from: "\(number)", at: start) }
    expectEqual(guesses.noteWrong(from: "x", at: start), .milliseconds(250))
    expectEqual(guesses.noteWrong(from: "y", at: start), .milliseconds(500))
    expectEqual(guesses.wait(of: "z", at: start), .milliseconds(500))
    expectEqual(guesses.noteWrong(from: "0", at: start), .milliseconds(500))
  }
}
