import Support
import Testing

/// The project's rules hold in every Swift file. A failure names the line and what to do.
@Suite struct TidyTests {
  @Test func `every rule holds in every file`() throws {
    let paths =
      try Repository.files(below: "Sources", suffix: ".swift")
      + Repository.files(below: "Tests", suffix: ".swift")
    #expect(paths.count > 50, "the rules look at \(Repository.root), where the project should be")
    for path in paths {
      let file = SourceFile(path: path, text: try Repository.text(of: path))
      for rule in Rules.all {
        for finding in rule(file) { Issue.record("\(finding)") }
      }
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
    #expect(result.status == 0)
  }
}
