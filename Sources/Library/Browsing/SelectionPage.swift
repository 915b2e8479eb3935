public import Model

/// Some of what was made of the tracks that a selection goes through.
public struct SelectionPage<Value: Sendable>: Sendable {
  public var values: [Value] = []
  /// nil after the last page.
  public var next: Cursor?
}
