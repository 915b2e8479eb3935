/// A value bound to a statement's parameter, in one of SQLite's five storage classes.
package enum SQLValue: Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  package static func number(_ value: some FixedWidthInteger) -> SQLValue { .integer(Int64(clamping: value)) }
  static func optional(_ value: (some FixedWidthInteger)?) -> SQLValue {
    value.map { .integer(Int64(clamping: $0)) } ?? .null
  }
  static func optional(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }
  static func optional(_ value: Double?) -> SQLValue { value.map { .real($0) } ?? .null }
  static func boolean(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
}
