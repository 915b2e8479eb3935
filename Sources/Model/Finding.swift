/// The result of a check of the jukebox or its machine.
public struct Finding: Hashable, Sendable {
  public enum Group: String, Hashable, Sendable, CaseIterable {
    case sound, sticks, inputs, machine, network
  }

  public enum Outcome: Hashable, Sendable {
    /// In order; in one line.
    case well(String)
    /// Good to know, and no fault: something optional that is not there.
    case note(String)
    /// - Parameters:
    ///   - text: what is wrong.
    ///   - effect: what the person notices.
    ///   - remedy: one command, or one line of the configuration.
    case fault(String, effect: String, remedy: String)
    /// It could not be checked, and why.
    case unseen(String)
  }

  public var group: Group
  /// The check's name, such as `card`.
  public var check: String
  public var outcome: Outcome

  public init(_ group: Group, _ check: String, _ outcome: Outcome) {
    self.group = group
    self.check = check
    self.outcome = outcome
  }

  public var isFault: Bool { if case .fault = outcome { true } else { false } }
  public var isUnseen: Bool { if case .unseen = outcome { true } else { false } }

  /// The word for the kind of outcome in the protocol and in JSON.
  public var state: String {
    switch outcome {
    case .well: "well"
    case .note: "note"
    case .fault: "fault"
    case .unseen: "unseen"
    }
  }

  public var text: String {
    switch outcome {
    case .well(let text), .note(let text), .fault(let text, _, _), .unseen(let text): text
    }
  }
}
