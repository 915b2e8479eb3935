import Support
import Testing

/// The project's rules hold in every Swift file. A failure names the line and what to do.
@Suite struct TidyTests {
  @Test func `every rule holds in every file`() throws {
    let files = try SourceFile.all.get()
    #expect(files.count > 50, "the rules look at \(Repository.root), where the project should be")
    for file in files {
      for rule in Rules.all {
        for finding in rule(file) { Issue.record("\(finding)") }
      }
    }
  }

  @Test func `documents, configuration and usage texts are in plain words`() throws {
    var paths = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "board/lab/README.md"]
    paths += try Repository.files(below: "docs", suffix: ".md")
    paths += try Repository.files(below: "board/system", suffix: ".ini")
    for path in paths {
      let lines = try Repository.text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
      for finding in Words.findings(in: lines.map(String.init), of: path) { Issue.record("\(finding)") }
    }
    // The comment at the top of a script is its --help.
    for name in [
      "apt", "arm64", "bench", "fit", "fuzz", "install", "latency", "package", "play", "prove", "race",
      "setup", "test", "virtual",
    ] {
      let lines = try Repository.text(of: "board/\(name)").split(
        separator: "\n", omittingEmptySubsequences: false)
      let usage = lines.prefix { $0.hasPrefix("#") }.map(String.init)
      #expect(usage.count > 2, "board/\(name) has a usage text")
      for finding in Words.findings(in: usage, of: "board/\(name)") { Issue.record("\(finding)") }
    }
  }

  /// `swift build` builds all other targets, and a release has no `@testable`.
  @Test func `code that tests share is a test target, so that the programs are built without it`() throws {
    let package = try Repository.text(of: "Package.swift")
    for match in package.matches(of: #/\.target\(\s*name: "(\w+)"[^)]*path: "(Tests/\w+)"/#) {
      let sources = try Repository.files(below: String(match.2), suffix: ".swift")
      #expect(sources.isEmpty, "Package.swift: make \(match.1) a .testTarget")
    }
  }

  @Test func `every file is formatted`() throws {
    let result = try ChildProcess.run([
      "swift", "format", "lint", "--strict", "--recursive", "--parallel", "\(Repository.root)/Package.swift",
      "\(Repository.root)/Sources", "\(Repository.root)/Tests",
    ])
    for line in result.output.split(separator: "\n")
    where line.contains(": error:") || line.contains(": warning:") {
      Issue.record("\(line.replacing("\(Repository.root)/", with: "")); run: swift format -i FILE")
    }
    expectEqual(result.status, 0)
  }

  @Test func `the lab's index has every proof and scenario, and a proof for every promise`() throws {
    let promises = try Repository.text(of: "ARCHITECTURE.md").split(separator: "\n## ").first {
      $0.hasPrefix("What it promises")
    }
    let numbers = Set((promises ?? "").matches(of: #/(?m)^(\d+)\. /#).map { String($0.1) })
    #expect(numbers.count > 7)
    // The virtual board is a proof of its own, run by `board/virtual`.
    var wanted: Set = ["virtual"]
    // A proof is a package with a program, a scenario is a module.
    let suffix = ".py"
    for (folder, depth, end) in [("proofs", 5, "__main__.py"), ("scenarios", 4, suffix)] {
      for path in try Repository.files(below: "board/lab/\(folder)", suffix: end) {
        let parts = path.split(separator: "/")
        guard parts.count == depth else { continue }
        let name = parts[3].hasSuffix(suffix) ? parts[3].dropLast(suffix.count) : parts[3]
        wanted.insert(String(name.replacing("_", with: "-")))
      }
    }
    let index = try Repository.text(of: "board/lab/README.md")
    let rows = index.matches(of: /(?m)^\| `([a-z-]+)` \| ([^|]+) \|/)
    #expect(Set(rows.map { String($0.1) }).symmetricDifference(wanted) == [])
    let kept = Set(rows.flatMap { $0.2.split(separator: ", ").map(String.init) })
    expectEqual(kept.symmetricDifference(numbers.union(["MPD", "set-up"])), [])
  }

  @Test func `the version stands in one file, and the changelog begins with it`() throws {
    let file = "Sources/Model/ProgramVersion.swift"
    let version = try #require(
      try Repository.text(of: file).firstMatch(of: #/current = "(\d+\.\d+\.\d+)"/#)?.1)
    let heading = try #require(
      try Repository.text(of: "CHANGELOG.md").firstMatch(of: #/(?m)^## \[(.+?)\]/#)?.1)
    #expect(heading == version, "CHANGELOG.md begins with \(heading), \(file) has \(version)")
    for path in try Repository.files(below: "Sources", suffix: ".swift") where path != file {
      #expect(
        try !Repository.text(of: path).contains("\"\(version)\""), "\(path): use ProgramVersion.current")
    }
    for program in ["jukebox-pictures", "jukebox-decoder"] {
      #expect(try Repository.text(of: "Sources/\(program)/version.h").contains("VERSION \"\(version)\""))
    }
  }

  /// What `board/bench additions` is to time: the rows of the protocol's table of commands.
  @Test func `every command of what people add is timed by the benchmark`() throws {
    let page = try Repository.text(of: "docs/protocol.md")
    let trials = try Repository.text(of: "board/lab/benchmark/trials.py")
    var commands: [String] = []
    for line in page.split(separator: "\n") {
      let cells = line.split(separator: " | ")
      guard cells.count > 1, line.hasPrefix("| "), trials.contains("\"\(cells[0].dropFirst(2))\"") else {
        continue
      }
      commands += cells[1].matches(of: /`([a-z]+)`/).map { String($0.1) }
    }
    #expect(commands.count > 40)
    for command in commands {
      #expect(
        ["'\(command) ", "'\(command)'", "\"\(command) ", "\"\(command)\"", "f\"\(command) "].contains {
          trials.contains($0)
        }, "board/lab/benchmark/trials.py has no trial of \(command)")
    }
  }
}
