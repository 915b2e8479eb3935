package import Model

extension Finding {
  /// The findings in the answer to `doctor`; those of a group or state that this client does not know are left out.
  package static func all(_ answer: Answer) -> [Finding] {
    answer.items(beginningWith: "check").compactMap { item in
      guard let check = item["check"], let group = item["group"].flatMap({ Group(rawValue: $0) }),
        let text = item["text"]
      else { return nil }
      let outcome: Outcome
      switch item["state"] {
      case "well": outcome = .well(text)
      case "note": outcome = .note(text)
      case "fault": outcome = .fault(text, effect: item["effect"] ?? "", remedy: item["remedy"] ?? "")
      case "unseen": outcome = .unseen(text)
      default: return nil
      }
      return Finding(group, check, outcome)
    }
  }
}
