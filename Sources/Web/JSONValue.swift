import JSON

/// The JSON of a request's body: texts, and arrays and objects of them. Numbers, `true` and `false` count as the text that they
/// are written as.
enum JSONValue: Equatable {
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  private static let deepest = 4

  /// - Returns: nil if that is no JSON, or of another form.
  init?(_ bytes: [UInt8]) {
    var reader = JSONReader(bytes)
    do throws(JSONFault) {
      guard let value = try Self.read(&reader, depth: 0) else { return nil }
      try reader.end()
      self = value
    } catch {
      return nil
    }
  }

  private static func read(_ reader: inout JSONReader, depth: Int) throws(JSONFault) -> JSONValue? {
    guard depth < deepest else { return nil }
    switch try reader.kind() {
    case .string: return .text(try reader.string())
    case .number:
      let text = try reader.digits()
      return Double(text)?.isFinite == true ? .text(text) : nil
    case .boolean: return .text(try reader.boolean() ? "true" : "false")
    case .null: return nil
    case .array:
      var values: [JSONValue] = []
      try reader.beginArray()
      while try reader.nextElement() {
        guard let value = try read(&reader, depth: depth + 1) else { return nil }
        values.append(value)
      }
      return .array(values)
    case .object:
      var fields: [String: JSONValue] = [:]
      try reader.beginObject()
      while let key = try reader.nextKey() {
        // A key that stands twice may mean either.
        guard let value = try read(&reader, depth: depth + 1), fields.updateValue(value, forKey: key) == nil
        else {
          return nil
        }
      }
      return .object(fields)
    }
  }

  var text: String? {
    if case .text(let text) = self { return text }
    return nil
  }

  /// An array of texts.
  var texts: [String]? { elements(\.text) }

  /// An array of arrays of texts.
  var rows: [[String]]? { elements(\.texts) }

  /// - Returns: nil unless this is an array of which each element is of the form.
  private func elements<Element>(_ form: (JSONValue) -> Element?) -> [Element]? {
    guard case .array(let values) = self else { return nil }
    let elements = values.compactMap(form)
    return elements.count == values.count ? elements : nil
  }
}
