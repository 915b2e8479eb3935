import Support
import Testing

/// The modules of the page are short, use what they declare, and import one another in one direction.
@Suite struct PageModuleTests {
  private let modules: [ScriptModule]
  /// The tests of these modules, which node runs.
  private let tests: [ScriptModule]

  init() throws {
    func all(below folder: String) throws -> [ScriptModule] {
      try Repository.files(below: folder, suffix: ".js").map {
        ScriptModule(path: $0, text: try Repository.text(of: $0))
      }
    }
    modules = try all(below: "page/js")
    tests = try all(below: "Tests/PageTests")
  }

  private static let functionLines = 60
  private static let lineLength = 132
  private static let moduleLines = 400

  @Test func `functions, lines and modules of the page are short`() {
    #expect(modules.count > 50)
    var long: [String: Int] = [:]
    for module in modules + tests {
      for (index, line) in module.lines.enumerated() where line.count > Self.lineLength {
        record(
          module.finding(
            index + 1, "\(line.count) characters", "at most \(Self.lineLength): break it at a comma"))
      }
      if module.lines.count > Self.moduleLines {
        record(
          module.finding(
            Self.moduleLines, "the module goes on", "split it by subject: one view or part in each"))
      }
      for function in module.functions where function.lines > Self.functionLines {
        long["\(module.path): \(function.name)"] = function.lines
      }
    }
    for name in Set(long.keys).union(Exceptions.scripts.keys).sorted() {
      let (lines, allowed) = (long[name], Exceptions.scripts[name] ?? Self.functionLines)
      if let lines, lines > allowed {
        Issue.record(
          "\(name) has \(lines) lines, at most \(allowed): give parts with their state a function or class")
      } else if lines != Exceptions.scripts[name] {
        Issue.record("Exceptions.scripts has \(name): \(lines.map { "set it to \($0)" } ?? "remove it")")
      }
    }
  }

  @Test func `a name of the page is declared, and used`() {
    for module in modules + tests {
      let names = ScriptNames(of: module)
      for declaration in names.unused {
        record(module.finding(declaration.line, "nothing uses \(declaration.name)", "remove it"))
      }
      for (name, line) in names.unknown where !Self.environment.contains(name) {
        record(
          module.finding(
            line, "\(name) is not declared",
            "import it, or add it to PageModuleTests.environment if browsers have it"))
      }
    }
  }

  @Test func `an export of the page has a module that imports it`() {
    for module in modules {
      let uses = (modules + tests).flatMap { other in
        other.imports.filter { $0.path == module.path }.map { (other, $0) }
      }
      for (name, line) in module.exports {
        let isUsed = uses.contains { other, use in
          if use.isLate, Self.conventions.contains(name) { return true }
          // What comes late, or as a whole, is taken by its name somewhere in the module.
          if use.isLate || use.names == ["*"] { return other.tokens.contains { $0.text == name } }
          return use.names.contains(name)
        }
        if !isUsed {
          record(module.finding(line, "nobody imports \(name)", "keep it to the module, or remove it"))
        }
      }
    }
  }

  @Test func `modules of the page exist, and import one another in one direction`() {
    let paths = Set(modules.map(\.path))
    for module in modules {
      for use in module.imports where !paths.contains(use.path) {
        record(module.finding(use.line, "there is no \(use.path)", "name a module of page/js"))
      }
    }
    for circle in Self.circles(in: modules) {
      Issue.record("\(circle.joined(separator: " → ")): move what both need into a module of its own")
    }
  }

  @Test func `every file of the page is installed`() throws {
    func folder(of path: some StringProtocol) -> String {
      path.split(separator: "/").dropLast().joined(separator: "/")
    }
    let sources = try Repository.text(of: "board/system/files").split(separator: "\n").compactMap {
      $0.split(separator: " ").dropFirst().first
    }
    let installed = Set(sources.filter { $0.contains("*") }.map { folder(of: $0) })
    for path in try Repository.files(below: "page", suffix: "") {
      #expect(
        installed.contains(folder(of: path)), "\(path): add \(folder(of: path))/* to board/system/files")
    }
  }

  // MARK: The rules themselves

  @Test func `the rules see what they are to find`() {
    let names = ScriptNames(
      of: module(
        "a/b.js",
        """
        import { used, unused as other } from './c.js';
        // A comment with `quotes` and 'more'.
        const pattern = /[/']`/g, { key: value, rest = used() } = pattern;
        function f(first, second, third) { return `${second ? `${value}` : 'x'}`; }
        class Box { size = 1; grow(by) { return this.size + missing; } }
        export const shown = () => ({ f, rest, method() { return new Box(); } });
        """))
    expectEqual(Set(names.unused.map(\.name)), ["other", "third", "by"])
    expectEqual(names.unknown.map(\.name), ["missing"])
  }

  @Test func `the rules measure functions`() {
    let functions = module(
      "a/b.js",
      """
      function one() {
        if (true) {
        }
      }
      const two = async (a, b) => h('p', {},
        a, b);
      const three = { four() {
      }, five: (a) => {
        a();
      } };
      """
    ).functions
    expectEqual(functions.map { "\($0.name) \($0.lines)" }, ["one 4", "two 2", "four 2", "five 3"])
  }

  @Test func `the rules find circles, also by a module that comes late`() {
    let circle = [
      module("a/b.js", "import { c } from './c.js';"), module("a/c.js", "const d = () => import('../d.js');"),
      module("d.js", "export * from './a/b.js';"), module("e.js", "import './d.js';"),
    ]
    expectEqual(Self.circles(in: circle).map { Set($0) }, [["a/b.js", "a/c.js", "d.js"]])
    expectEqual(Self.circles(in: Array(circle.dropLast(2))), [])
  }

  private func module(_ path: String, _ text: String) -> ScriptModule { ScriptModule(path: path, text: text) }

  private func record(_ finding: Finding) { Issue.record("\(finding)") }

  /// Each circle once: the modules from which it was found, in the order of their imports.
  private static func circles(in modules: [ScriptModule]) -> [[String]] {
    let goals = Dictionary(uniqueKeysWithValues: modules.map { ($0.path, $0.imports.map(\.path)) })
    var circles: [[String]] = []
    var finished: Set<String> = []
    func visit(_ path: String, from way: [String]) {
      if let start = way.firstIndex(of: path) {
        circles.append(Array(way[start...]))
      } else if !finished.contains(path) {
        for goal in goals[path] ?? [] { visit(goal, from: way + [path]) }
        finished.insert(path)
      }
    }
    for module in modules { visit(module.path, from: []) }
    return circles
  }

  /// What `styled` asks of a module that comes late.
  private static let conventions: Set = ["styles", "texts"]

  /// What browsers and node give, as far as the modules and their tests use it.
  private static let environment: Set = [
    "AbortController", "Array", "ArrayBuffer", "AudioContext", "AudioWorkletNode", "AudioWorkletProcessor",
    "Blob", "Boolean", "CSS", "DataView", "Date", "Error", "Event", "EventSource", "File", "Float32Array",
    "Infinity",
    "Intl", "JSON", "Map", "Math", "MutationObserver", "NaN", "Node", "Number", "Object", "Promise", "RegExp",
    "ResizeObserver", "Set", "String", "TextDecoder", "TextEncoder", "TypeError", "URL", "Uint8Array",
    "WeakMap",
    "XMLHttpRequest",
    "addEventListener", "btoa", "cancelAnimationFrame", "clearInterval", "clearTimeout", "createImageBitmap",
    "decodeURIComponent", "devicePixelRatio", "document", "encodeURIComponent", "fetch", "getComputedStyle",
    "globalThis", "history", "localStorage", "location", "matchMedia", "navigator", "parseInt", "performance",
    "registerProcessor",
    "removeEventListener", "requestAnimationFrame", "setImmediate", "setInterval", "setTimeout", "window",
  ]
}
