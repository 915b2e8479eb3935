import Model

extension Cue {
  /// Why it can't be kept; nil where it can.
  var fault: Refusal? {
    guard start >= .zero, start <= Self.latest, end ?? .zero <= Self.latest else { return .badCueTime }
    if let end, end <= start { return .badCueTime }
    if kind == .loop, end == nil { return .noCueEnd }
    if let name {
      let isPlain = name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      guard isPlain, (1...Self.mostNameBytes).contains(name.utf8.count) else {
        return .badCueName(mostBytes: Cue.mostNameBytes)
      }
    }
    return colour ?? 0 <= PersonalValues.mostColour ? nil : .badColour
  }
}
