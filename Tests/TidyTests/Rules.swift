/// What every Swift file of the project keeps to. Each rule is a function from a file to the lines that break it.
enum Rules {
  static let all: [@Sendable (SourceFile) -> [Finding]] = [
    importsPointDown, noFoundation, unsafeStaysBelow, uncheckedHasReason, length, oneLargeTypePerFile,
    noLooseEnds, noSleepInTests, refusalsHidePaths, Words.plainWords,
    Words.plainBeginnings, Words.plainTestNames,
  ]

  /// Which of the project's modules each layer may import (ARCHITECTURE.md, "Layers").
  static let layers: [String: Set<String>] = [
    "Model": [],
    "Compression": ["CZlib"],
    "Linux": ["CLinux"],
    "Theory": ["Model"],
    "Player": ["Model"],
    "Encodings": [],
    "JSON": [],
    "Interchange": ["Model", "JSON", "CExpat", "Encodings"],
    "Media": [
      "Model", "Compression", "Encodings", "Linux", "CLinux", "CDecoder", "CMpg123", "CFLAC", "CVorbis",
      "COpus", "CSndfile",
    ],
    "Signal": ["CVector", "CSoxr"],
    "Audio": ["Model", "Signal", "Media", "Linux", "CLinux", "CALSA"],
    "Analysis": ["Model", "Signal", "Media", "CKissFFT", "CEbur128"],
    "Inputs": ["Model", "Linux", "CLinux", "CEvdev", "CGPIO"],
    "Library": [
      "Model", "Compression", "Interchange", "JSON", "Linux", "CLinux", "CSQLite", "CUtf8proc",
    ],
    "Exchange": ["Library", "Media", "Interchange", "JSON", "Model", "Linux"],
    "Fetch": ["Interchange", "JSON", "Theory", "Model"],
    "jukebox-fetch": ["Fetch", "Interchange", "Model", "Linux", "CCurl"],
    "Patterns": ["Linux", "CLinux", "CPCRE2"],
    "Control": ["Model", "Theory", "Patterns", "Linux", "CLinux"],
    "Configuration": ["Model", "Inputs", "Linux", "CLinux", "CIni"],
    "Doctor": ["Model", "Linux"],
    "jukeboxd": [
      "Configuration", "Control", "Doctor", "Exchange", "Library", "Interchange", "Inputs", "Audio", "Signal",
      "Media", "Player", "Model", "Linux", "CLinux",
    ],
    "jukebox-analyzer": ["Analysis", "Media", "Model", "Linux"],
    "Client": ["Model", "Linux", "CLinux"],
    "Readers": ["Client", "Inputs", "Model", "Linux", "CBuses", "CPCSC"],
    "jukebox-cards": ["Readers", "Configuration", "Inputs", "Client", "Model", "Linux"],
    "TLS": ["COpenSSL"],
    "Web": ["Client", "Compression", "JSON", "Model", "Linux", "TLS", "NIOCore", "NIOPosix", "NIOHTTP1"],
    "jukebox-web": ["Configuration", "Web", "Client", "Model", "Linux", "TLS"],
    "jukebox": [
      "Client", "Doctor", "Interchange", "Theory", "Model", "Linux", "CLinux", "ArgumentParser",
      "FoundationEssentials",
    ],
  ]

  /// What any layer but Model and Player may import of Swift's own library.
  static let common: Set<String> = ["Glibc", "Synchronization", "Swift"]

  static let unsafeTargets: Set<String> = [
    "Linux", "Media", "Signal", "Audio", "Analysis", "Library", "Inputs", "Configuration", "Patterns",
    "Interchange", "Compression", "Encodings", "TLS", "Readers", "jukebox-fetch",
  ]

  static let maximumLines = 600

  /// So long may a type be that stands beside the one that its file is named after.
  static let satelliteLines = 40

  @Sendable static func importsPointDown(_ file: SourceFile) -> [Finding] {
    guard file.path.hasPrefix("Sources/") else { return [] }
    guard let allowed = layers[file.target] else {
      return [file.finding(0, "\(file.target) is no layer", "add it to Rules.layers and to ARCHITECTURE.md")]
    }
    return file.imports.filter { _, module in
      !allowed.contains(module) && (["Model", "Player"].contains(file.target) || !common.contains(module))
    }.map { index, module in
      let choice = allowed.sorted().joined(separator: ", ")
      return file.finding(
        index, "\(file.target) imports \(module)",
        allowed.isEmpty
          ? "it imports nothing: pass in what it needs as a value"
          : "it may import \(choice): move the code down, or reach up by a protocol that jukeboxd joins")
    }
  }

  @Sendable static func noFoundation(_ file: SourceFile) -> [Finding] {
    if file.target == "jukeboxTests" { return [] }
    // What the parser of arguments brings along, and no more of it: full Foundation is 40 MB.
    let isBrought = file.target == "jukebox"
    return file.imports.filter {
      $0.module.hasPrefix("Foundation") && !(isBrought && $0.module == "FoundationEssentials")
        || $0.module == "Dispatch"
    }.map {
      file.finding(
        $0.index, "\($0.module) is imported",
        "use the Linux layer: only the jukebox command may link FoundationEssentials")
    }
  }

  @Sendable static func unsafeStaysBelow(_ file: SourceFile) -> [Finding] {
    guard file.path.hasPrefix("Sources/"), !unsafeTargets.contains(file.target) else { return [] }
    return file.findings(
      ["unsafe", "Unsafe"], /\b(?:unsafe|Unsafe\w+|withUnsafe\w*)\b/, "unsafe code in \(file.target)",
      "move it into \(unsafeTargets.sorted().joined(separator: ", ")) behind a safe function")
  }

  @Sendable static func uncheckedHasReason(_ file: SourceFile) -> [Finding] {
    file.findings(
      // What is looked for, and no use of it:
      ["@unchecked", "nonisolated"], /@unchecked|nonisolated\(unsafe\)/, "nobody says why this is safe",
      "add a comment in this line or right above: which lock, or which single thread"
    ).filter { finding in
      let index = finding.line - 1
      let isExplained = file.lines[index].contains("//")
      return !isExplained && (index == 0 || !file.commentEnds(above: index))
    }
  }

  @Sendable static func length(_ file: SourceFile) -> [Finding] {
    guard file.lines.count > maximumLines + 1 else { return [] }
    return [
      file.finding(
        maximumLines, "the file goes on beyond \(maximumLines) lines",
        "split it: one subject per file, each part with the state that it needs")
    ]
  }

  @Sendable static func oneLargeTypePerFile(_ file: SourceFile) -> [Finding] {
    guard file.path.hasPrefix("Sources/") else { return [] }
    let types = file.types
    let isNamed = types.contains { $0.name == file.subject }
    // `CueCommands` holds what ends in `Command`: many small ones of a topic.
    let kind = file.subject.split(separator: /(?=[A-Z])/).last.flatMap {
      $0.last == "s" ? $0.dropLast() : nil
    }
    if let kind, types.allSatisfy({ $0.name.hasSuffix(kind) }) { return [] }
    return types.filter { $0.name != file.subject && (!isNamed || $0.lines > satelliteLines) }.map {
      file.finding(
        $0.index, "\($0.name) stands in \(file.subject)",
        "give it a file of its own named \($0.name).swift, or make it private")
    }
  }

  @Sendable static func noLooseEnds(_ file: SourceFile) -> [Finding] {
    let words = ["TO" + "DO", "FIX" + "ME", "X" + "XX"]
    return file.lines.indices.filter { index in
      guard words.contains(where: { file.lines[index].contains($0) }) else { return false }
      // By whole words: mkdtemp(3) has its own use for a row of capitals.
      return file.lines[index].split { !$0.isLetter }.contains { words.contains(String($0)) }
    }.map {
      file.finding($0, "a loose end", "do it now, or file an issue and say what holds until then")
    }
  }

  /// A refusal goes to clients, and the text of a system's or a database's error begins with a path of this machine.
  @Sendable static func refusalsHidePaths(_ file: SourceFile) -> [Finding] {
    guard ["jukeboxd", "Exchange", "Library"].contains(file.target), !file.isTest else { return [] }
    let pattern = /\.(?:system|failed|badFile|refused)\(.*\\\((?:error|failure|\$0)\)/
    return file.lines.indices.filter { index in
      file.lines[index].contains("\\(") && file.lines[index].contains(pattern)
    }.map {
      file.finding(
        $0, "a refusal may tell a path of this machine",
        "make it by Refusal(system:), Refusal(_: StoreError) or Refusal(_: any Error), or tell `error.withoutPath`"
      )
    }
  }

  @Sendable static func noSleepInTests(_ file: SourceFile) -> [Finding] {
    guard file.isTest else { return [] }
    return file.findings(
      ["sleep"], /\b(?:u|nano|clock_nano)?sleep\s*\(/, "a test sleeps",
      "wait for what it waits for: turn the loop, read the pipe, advance the time by hand")
  }
}
