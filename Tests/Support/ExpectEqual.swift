import Testing

/// Records an issue where `actual` differs from `expected`.
///
/// Use it for plain comparisons in place of `#expect(actual == expected)`: the macro captures each part of the expression, and a
/// target with thousands of them takes nearly twice as long to compile.
public func expectEqual<Value: Equatable>(
  _ actual: Value, _ expected: Value, fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) {
  if actual == expected { return }
  Issue.record(
    "\(String(reflecting: actual)) is not equal to \(String(reflecting: expected))",
    sourceLocation: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}
