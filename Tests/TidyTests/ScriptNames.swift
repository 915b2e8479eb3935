/// The names that a module of the page declares, with the range in which each counts, and what refers to them.
struct ScriptNames {
  struct Declaration {
    enum Kind: Equatable {
      case name
      /// With the number of its function and its place among the names of the parameters.
      case parameter(function: Int, place: Int)
    }

    let name: String
    let line: Int
    let kind: Kind
    let isExported: Bool
    var isUsed = false
  }

  private(set) var declarations: [Declaration] = []
  /// Names that nothing declares, with their lines.
  private(set) var unknown: [(name: String, line: Int)] = []
  private let module: ScriptModule
  /// The tokens that are no reference: declared names, keys, properties.
  private var taken: Set<Int> = []
  /// By the name, its declarations with the tokens in which they count.
  private var places: [String: [(range: Range<Int>, declaration: Int)]] = [:]

  init(of module: ScriptModule) {
    self.module = module
    for index in module.tokens.indices { declare(at: index) }
    for (number, function) in module.functions.enumerated() {
      for (place, index) in names(in: function.parameters).enumerated() {
        add(index, in: function.range, .parameter(function: number, place: place))
      }
    }
    for index in module.tokens.indices { refer(at: index) }
  }

  /// What nothing refers to; of parameters, those behind the last one that is used.
  var unused: [Declaration] {
    var last: [Int: Int] = [:]
    for case let declaration in declarations where declaration.isUsed {
      if case .parameter(let function, let place) = declaration.kind {
        last[function] = max(last[function] ?? -1, place)
      }
    }
    return declarations.filter { declaration in
      guard !declaration.isUsed, !declaration.isExported else { return false }
      guard case .parameter(let function, let place) = declaration.kind else { return true }
      return place > last[function] ?? -1
    }
  }

  // MARK: Declarations

  private mutating func add(
    _ index: Int, in range: Range<Int>, _ kind: Declaration.Kind = .name, isExported: Bool = false
  ) {
    let token = module.tokens[index]
    guard token.kind == .name, !ScriptModule.keywords.contains(token.text) else { return }
    taken.insert(index)
    let known = places[token.text]?.first { $0.range == range }
    if known != nil { return }
    places[token.text, default: []].append((range, declarations.count))
    declarations.append(
      Declaration(name: token.text, line: token.line, kind: kind, isExported: isExported))
  }

  /// The tokens of the block around an index.
  private func block(around index: Int) -> Range<Int> {
    var open = module.around[index]
    while open >= 0, !module.has("{", at: open) { open = module.around[open] }
    return open < 0 ? 0..<module.tokens.count : open..<module.partners[open] + 1
  }

  private mutating func declare(at index: Int) {
    let token = module.tokens[index]
    guard token.kind == .name, !module.has(".", at: index - 1) else { return }
    let isExported =
      module.has("export", at: index - 1)
      || module.has("async", at: index - 1) && module.has("export", at: index - 2)
    let range = block(around: index)
    switch token.text {
    case "const", "let":
      var start = index + 1
      while true {
        var found: [Int] = []
        let next = addPattern(at: start, to: &found)
        for name in found { add(name, in: range, isExported: isExported) }
        let end = module.has("=", at: next) ? module.end(ofExpression: next + 1) + 1 : next
        guard module.has(",", at: end), module.around[end] == module.around[index] else { return }
        start = end + 1
      }
    case "function", "class":
      let name = module.has("*", at: index + 1) ? index + 2 : index + 1
      add(name, in: range, isExported: isExported)
    case "import" where !module.has("(", at: index + 1) && !module.has(".", at: index + 1):
      declareImports(from: index + 1)
    case "export"
    where module.has("{", at: index + 1) && module.has("from", at: module.partners[index + 1] + 1):
      taken.formUnion(index + 1..<module.partners[index + 1])
    case "catch" where module.has("(", at: index + 1):
      let close = module.partners[index + 1]
      for name in names(in: index + 2..<close) { add(name, in: index..<module.partners[close + 1] + 1) }
    default: break
    }
  }

  private mutating func declareImports(from start: Int) {
    var index = start
    while !module.has("from", at: index), index < module.tokens.count {
      if module.tokens[index].kind == .name {
        taken.insert(index)
        if module.tokens[index].text != "as", !module.has("as", at: index + 1) {
          add(index, in: 0..<module.tokens.count)
        }
      }
      index += 1
    }
  }

  /// Patterns with commas between them.
  /// - Returns: the tokens of the names.
  private mutating func names(in range: Range<Int>) -> [Int] {
    var found: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound {
      // An array's pattern may leave a place empty.
      if !module.has(",", at: index) { index = addPattern(at: index, to: &found) }
      if module.has("=", at: index) { index = module.end(ofExpression: index + 1) + 1 }
      index += 1
    }
    return found
  }

  /// Adds a name, or the names in an object's or array's pattern.
  /// - Returns: the index behind it.
  private mutating func addPattern(at start: Int, to found: inout [Int]) -> Int {
    let index = module.has("...", at: start) ? start + 1 : start
    if module.has("{", at: index) || module.has("[", at: index) {
      let close = module.partners[index]
      found += names(in: index + 1..<close)
      return close + 1
    }
    if module.has(":", at: index + 1) {
      taken.insert(index)
      return addPattern(at: index + 2, to: &found)
    }
    found.append(index)
    return index + 1
  }

  // MARK: References

  private mutating func refer(at index: Int) {
    let token = module.tokens[index]
    guard token.kind == .name, !taken.contains(index), !ScriptModule.keywords.contains(token.text),
      !module.has(".", at: index - 1), !module.has("?.", at: index - 1), !isMember(index)
    else { return }
    let found = places[token.text]?.filter { $0.range.contains(index) }.min {
      $0.range.count < $1.range.count
    }
    if let found {
      declarations[found.declaration].isUsed = true
    } else {
      unknown.append((token.text, token.line))
    }
  }

  /// Whether a name is the key of an object, or a method or field of a class.
  private func isMember(_ index: Int) -> Bool {
    let open = module.around[index]
    guard open >= 0, module.has("{", at: open) else { return false }
    let begins = ["{", ",", ";", "}", "async", "static", "get", "set"].contains {
      module.has($0, at: index - 1)
    }
    guard begins else { return false }
    if module.has(":", at: index + 1) { return true }
    if module.has("(", at: index + 1) {
      let close = module.partners[index + 1]
      return module.has("{", at: close + 1) && !["if", "for", "while"].contains(module.tokens[index].text)
    }
    return isClass(open) && (module.has("=", at: index + 1) || module.has(";", at: index + 1))
  }

  /// Whether a brace opens a class.
  private func isClass(_ open: Int) -> Bool {
    module.has("class", at: open - 2) || module.has("extends", at: open - 2)
  }
}
