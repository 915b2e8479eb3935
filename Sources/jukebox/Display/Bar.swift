/// A bar of a fixed width that is filled from the left.
enum Bar {
  /// - Parameters:
  ///   - share: 0 to 1; nil for a bar that says nothing.
  ///   - width: in columns, the brackets included; below 4 there is no bar.
  static func text(_ share: Double?, width: Int) -> String {
    guard width >= 4 else { return "" }
    let inside = width - 2
    guard let share, share.isFinite else { return "[" + String(repeating: "·", count: inside) + "]" }
    let filled = Int((min(max(share, 0), 1) * Double(inside)).rounded(.down))
    return "[" + String(repeating: "█", count: filled) + String(repeating: "░", count: inside - filled) + "]"
  }
}
