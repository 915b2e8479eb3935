// swift-tools-version: 6.2
import PackageDescription

/// Set by `board/fuzz`: the fuzz targets are in the package, and everything is built for them.
let isFuzzing = Context.environment["JUKEBOX_FUZZ"] != nil
// Smaller code, because the optimiser of Swift 6.3.1 ends in a crash over Library for speed with these checks.
let sanitizers = "-sanitize=fuzzer,address"

/// Set by `board/bench`: the benchmark's own program is in the package, which sees into what it measures.
let isMeasuring = Context.environment["JUKEBOX_BENCH"] != nil

/// Set by `board/fit`: the package has what the fitted weights of Analysis see, and a program that tells it.
let isFitting = Context.environment["JUKEBOX_FIT"] != nil

/// Set by `board/test`, whose first look is at layers and style: the package is the tidy tests alone, which are soon built.
let isTidying = Context.environment["JUKEBOX_TIDY"] != nil

/// Set by hand to names of targets, as in `JUKEBOX_TESTS=Media,Audio swift test`: the package has only their tests.
let testedTargets = Context.environment["JUKEBOX_TESTS"]?.split(separator: ",").map { "\($0)Tests" }

/// What tests share. As test targets they are not built with the programs alone, which lack the tests' library and
/// `@testable`.
let supports = ["Support", "SignalSupport", "LibrarySupport", "ClientSupport"]

/// Set by `board/test`, which builds the tests and the programs together, optimised as the release is: `tests` links the
/// tests, `programs` links the programs with Swift's libraries in them, from the same objects.
let checkedPart = Context.environment["JUKEBOX_CHECK"]

/// Every Swift target is built alike: language mode 6, strict memory safety, warnings are errors.
let rules: [SwiftSetting] =
  (isFuzzing ? [.unsafeFlags([sanitizers, "-enable-testing", "-Osize"])] : [])
  + (isMeasuring ? [.unsafeFlags(["-enable-testing"])] : []) + [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableExperimentalFeature("Lifetimes"),
  ]

/// A C library of the system: a module map and a shim header in `Sources/NAME`.
func library(_ name: String, pkgConfig: String?, debian: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([debian])])
}

/// What the programs are made of lies in a board's memory.
let rulesForDaemon =
  rules + [
    // So that the linker leaves out what nothing calls, function by function.
    .unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release)),
    // Each module would bring in Swift's regular expressions, a MiB of code that nothing here uses.
    .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"]),
  ]

/// Swift's runtime brings what it calls of the C++ library along, as `board/lab/link/libstdc++.so` says.
let linkingStandardCpp = LinkerSetting.unsafeFlags(
  ["-L", "\(Context.packageDirectory)/board/lab/link"], .when(configuration: .release))

/// Swift's tables of types are full of addresses: packed, the half MiB of relocations that every start reads and keeps in
/// memory shrinks to a few KiB (DT_RELR; glibc 2.36 and later). Nobody loads a library into a program that would ask for
/// its symbols. Functions of the same code are kept once: nobody compares their addresses.
let linkingTight = LinkerSetting.unsafeFlags(
  [
    "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
    "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=all",
    // Half a MiB of names of Unicode characters, which `Unicode.Scalar.Properties.name` alone needs, is left out.
    "-Xlinker", "--wrap=_swift_stdlib_getScalarName",
    "-Xlinker", "--defsym=__wrap__swift_stdlib_getScalarName=0",
  ] + (checkedPart == "programs" ? ["-static-stdlib"] : []))

/// Libraries that objects compiled without `-static-stdlib` do not name.
let linkingFoundation = LinkerSetting.unsafeFlags(
  checkedPart == "programs" ? ["-l_FoundationCollections", "-l_FoundationCShims"] : [])

/// Tests are compiled quickly, also beside optimised code. A module is written by the process that compiles it: a second process
/// for it would expand every macro again.
let rulesForTests =
  rules + (checkedPart == nil ? [] : [.unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"])])

/// Code that no frame of sound passes through is built for size in the release: less of it lies in memory.
let rulesForSmall = rulesForDaemon + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// Code that frames of sound pass through, optimised in tests as well: they would take minutes.
let rulesForHot = rulesForDaemon + [.unsafeFlags(["-O"], .when(configuration: .debug))]

func layer(_ name: String, _ dependencies: [Target.Dependency] = [], isHot: Bool = false) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: isHot ? rulesForHot : rulesForSmall)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "Support"] + dependencies,
    swiftSettings: rulesForTests)
}

/// A fuzz target, run by libFuzzer; its sources are in `Tests/Fuzz/NAME`, and where `others` say.
func fuzzer(of name: String, _ dependencies: [Target.Dependency], others: [String] = []) -> Target {
  .executableTarget(
    name: "Fuzz\(name)", dependencies: [.byName(name: name), "CFuzzer", "Fuzzing"] + dependencies,
    path: "Tests",
    sources: ["Fuzz/\(name)"] + others, swiftSettings: rules + [.unsafeFlags(["-parse-as-library"])],
    linkerSettings: [.unsafeFlags([sanitizers, "-use-ld=lld"])])
}

let fuzzers: [Target] = [
  .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
  .target(name: "Fuzzing", path: "Tests/Fuzz/Fuzzing", swiftSettings: rules),
  fuzzer(of: "Analysis", ["Media", "Model"], others: ["AnalysisTests/FakeDecoder.swift"]),
  fuzzer(of: "Configuration", []),
  fuzzer(
    of: "Control", ["Model"],
    others: [
      "ControlTests/FakeBackend.swift", "ControlTests/FakeBackend+Outputs.swift",
      "ControlTests/FakeBackend+Machine.swift", "ControlTests/FakeBackend+Picking.swift",
      "ControlTests/FakeFileEditing.swift", "ControlTests/FakePlaylists.swift",
      "ControlTests/FakePeople.swift",
      "ControlTests/FakePads.swift", "ControlTests/FakeRecording.swift",
      "ControlTests/FakeRendering.swift", "ControlTests/FakeUploads.swift",
      "ControlTests/FakeAnalyses.swift", "ControlTests/FakePodcasts.swift",
      "ControlTests/FakeSourceFolders.swift",
      "ControlTests/FakeLive.swift",
    ]),
  // Not with Support: its allocation probe and the address sanitizer both want malloc.
  fuzzer(of: "Library", ["Model", "Linux", "CLinux"]),
  fuzzer(of: "Interchange", ["Model", "JSON"]),
  fuzzer(of: "Fetch", ["Interchange"]),
  fuzzer(of: "Media", ["Model", "Linux"]),
  fuzzer(of: "Web", ["JSON", "Client", "Model", "Linux", "CLinux"], others: ["WebTests/FakeJukebox.swift"]),
]

let package = Package(
  name: "jukebox",
  products: [
    .executable(name: "jukeboxd", targets: ["jukeboxd"]),
    .executable(name: "jukebox", targets: ["jukebox"]),
    .executable(name: "jukebox-analyzer", targets: ["jukebox-analyzer"]),
    .executable(name: "jukebox-fetch", targets: ["jukebox-fetch"]),
    .executable(name: "jukebox-web", targets: ["jukebox-web"]),
    .executable(name: "jukebox-cards", targets: ["jukebox-cards"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
  ],
  targets: [
    // C libraries: module maps and static-inline shims, no logic.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CDecoder"),
    .systemLibrary(name: "CVector"),
    .systemLibrary(name: "CBuses"),
    library("CALSA", pkgConfig: "alsa", debian: "libasound2-dev"),
    library("CEvdev", pkgConfig: "libevdev", debian: "libevdev-dev"),
    library("CGPIO", pkgConfig: "libgpiod", debian: "libgpiod-dev"),
    library("CSQLite", pkgConfig: "sqlite3", debian: "libsqlite3-dev"),
    library("CMpg123", pkgConfig: "libmpg123", debian: "libmpg123-dev"),
    library("CFLAC", pkgConfig: "flac", debian: "libflac-dev"),
    library("CVorbis", pkgConfig: "vorbisfile", debian: "libvorbis-dev"),
    library("COpus", pkgConfig: "opusfile", debian: "libopusfile-dev"),
    // Types alone: the library is loaded while the program runs.
    library("CSndfile", pkgConfig: nil, debian: "libsndfile1-dev"),
    library("CKissFFT", pkgConfig: nil, debian: "libkissfft-dev"),
    library("CEbur128", pkgConfig: "libebur128", debian: "libebur128-dev"),
    library("CSoxr", pkgConfig: "soxr", debian: "libsoxr-dev"),
    // Its pkg-config file has a flag that SwiftPM warns of; the header needs none on Linux.
    library("CUtf8proc", pkgConfig: nil, debian: "libutf8proc-dev"),
    library("CIni", pkgConfig: "inih", debian: "libinih-dev"),
    library("CPCRE2", pkgConfig: "libpcre2-8", debian: "libpcre2-dev"),
    library("CExpat", pkgConfig: "expat", debian: "libexpat1-dev"),
    // Its pkg-config file has flags of Kerberos that SwiftPM warns of on Debian 13; the header needs none.
    library("CCurl", pkgConfig: nil, debian: "libcurl4-openssl-dev"),
    library("COpenSSL", pkgConfig: nil, debian: "libssl-dev"),
    // Its pkg-config file has a flag that SwiftPM warns of.
    library("CPCSC", pkgConfig: nil, debian: "libpcsclite-dev"),
    library("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev"),

    // The layers, lowest first. Arrows point down only; a tidy test reads the import lines.
    layer("Model"),
    layer("Compression", ["CZlib"]),
    layer("Linux", ["CLinux"]),
    layer("Theory", ["Model"]),
    layer("Player", ["Model"]),
    layer("Encodings"),
    layer("JSON"),
    layer("Interchange", ["Model", "JSON", "CExpat", "Encodings"]),
    layer(
      "Media",
      [
        "Model", "Compression", "Encodings", "Linux", "CDecoder", "CMpg123", "CFLAC", "CVorbis", "COpus",
        "CSndfile",
      ],
      isHot: true),
    layer("Signal", ["CVector", "CSoxr"], isHot: true),
    layer("Audio", ["Model", "Signal", "Media", "Linux", "CALSA"], isHot: true),
    .target(
      name: "Analysis", dependencies: ["Model", "Signal", "Media", "CKissFFT", "CEbur128"],
      exclude: isFitting ? [] : ["FeatureVector.swift"],
      swiftSettings: rulesForHot),
    layer("Inputs", ["Model", "Linux", "CEvdev", "CGPIO"]),
    layer(
      "Library",
      ["Model", "Compression", "Interchange", "JSON", "Linux", "CLinux", "CSQLite", "CUtf8proc"]),
    layer("Exchange", ["Library", "Media", "Interchange", "JSON", "Model", "Linux"]),
    layer("Fetch", ["Interchange", "JSON", "Theory", "Model"]),
    layer("Patterns", ["Linux", "CPCRE2"]),
    layer("Control", ["Model", "Theory", "Patterns", "Linux"]),
    layer("Configuration", ["Model", "Inputs", "Linux", "CIni"]),
    layer("Client", ["Model", "Linux"]),
    layer("Readers", ["Client", "Inputs", "Model", "Linux", "CBuses", "CPCSC"]),
    layer("TLS", ["COpenSSL"]),
    layer("Doctor", ["Model", "Linux"]),
    layer(
      "Web",
      [
        "Client", "Compression", "JSON", "Model", "Linux", "TLS",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    .executableTarget(
      name: "jukeboxd",
      dependencies: [
        "Configuration", "Control", "Doctor", "Exchange", "Library", "Interchange", "Inputs", "Audio",
        "Signal", "Media", "Player", "Model", "Linux",
      ],
      swiftSettings: rulesForSmall,
      linkerSettings: [linkingTight, linkingStandardCpp]),
    .executableTarget(
      name: "jukebox",
      dependencies: [
        "Client", "Doctor", "Interchange", "Theory", "Model", "Linux",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: rulesForSmall, linkerSettings: [linkingTight, linkingStandardCpp, linkingFoundation]),
    .executableTarget(
      name: "jukebox-analyzer", dependencies: ["Analysis", "Media", "Model", "Linux"],
      swiftSettings: rulesForSmall, linkerSettings: [linkingTight, linkingStandardCpp]),
    .executableTarget(
      name: "jukebox-fetch", dependencies: ["Fetch", "Interchange", "Model", "Linux", "CCurl"],
      swiftSettings: rulesForSmall, linkerSettings: [linkingTight, linkingStandardCpp]),
    .executableTarget(
      name: "jukebox-web", dependencies: ["Web", "Configuration", "Client", "Model", "Linux", "TLS"],
      swiftSettings: rulesForSmall, linkerSettings: [linkingTight, linkingStandardCpp]),
    .executableTarget(
      name: "jukebox-cards",
      dependencies: ["Readers", "Configuration", "Inputs", "Client", "Model", "Linux"],
      swiftSettings: rulesForSmall, linkerSettings: [linkingTight, linkingStandardCpp]),

    // Tests.
    .target(name: "CMallocProbe", path: "Tests/CMallocProbe"),
    .target(name: "CEvdevProbe", path: "Tests/CEvdevProbe"),
    .testTarget(
      name: "Support", dependencies: ["Linux", "CLinux", "CMallocProbe"], path: "Tests/Support",
      swiftSettings: rulesForTests),
    tests(of: "Linux", ["CLinux"]),
    tests(of: "Model"),
    tests(of: "Theory", ["Model"]),
    tests(of: "Player", ["Model"]),
    tests(of: "Encodings"),
    tests(of: "JSON"),
    tests(of: "Interchange", ["Model", "JSON"]),
    tests(of: "Media", ["Model", "Compression", "Linux"]),
    .testTarget(
      name: "SignalSupport", dependencies: ["Signal"], path: "Tests/SignalSupport",
      swiftSettings: rulesForTests),
    tests(of: "Signal", ["SignalSupport"]),
    tests(of: "Audio", ["Model", "Signal", "SignalSupport", "Media", "Linux"]),
    tests(of: "Analysis", ["Model", "Media", "Linux"]),
    tests(of: "Inputs", ["Model", "Linux", "CEvdevProbe"]),
    .testTarget(
      name: "LibrarySupport", dependencies: ["Library", "Model", "Linux", "CLinux", "Support"],
      path: "Tests/LibrarySupport", swiftSettings: rulesForTests),
    tests(
      of: "Library",
      ["LibrarySupport", "Model", "Interchange", "JSON", "Linux", "CLinux", "CSQLite"]),
    tests(
      of: "Exchange",
      ["Library", "LibrarySupport", "Model", "Media", "Interchange", "JSON", "Linux", "CLinux"]),
    tests(of: "Fetch", ["Interchange", "Model"]),
    tests(of: "Patterns"),
    tests(of: "Control", ["Model", "Linux"]),
    tests(of: "Doctor", ["Model", "Linux", "CLinux"]),
    tests(of: "Configuration", ["Model", "Inputs", "Linux", "CLinux"]),
    tests(
      of: "jukeboxd",
      [
        "Configuration", "Control", "Doctor", "Exchange", "Library", "Inputs", "Audio", "Signal", "Media",
        "Player", "Model", "Linux",
      ]),
    .testTarget(
      name: "ClientSupport", dependencies: ["Client", "Linux", "CLinux"], path: "Tests/ClientSupport",
      swiftSettings: rulesForTests),
    tests(of: "Client", ["ClientSupport", "Model", "Linux"]),
    tests(
      of: "jukebox",
      ["Client", "ClientSupport", "Doctor", "Interchange", "Theory", "Model", "Linux", "CLinux"]),
    tests(of: "Readers", ["Client", "Inputs", "Model", "Linux", "CBuses"]),
    tests(of: "Web", ["Client", "Model", "Linux", "CLinux"]),
    // Searches of each line of the sources: optimised, they take two thirds of the time.
    .testTarget(
      name: "TidyTests", dependencies: ["Support"], swiftSettings: rules + [.unsafeFlags(["-O"])]),
  ]
)

// Run before, alone.
if checkedPart != nil { package.targets.removeAll { $0.name == "TidyTests" } }
if let testedTargets {
  package.targets.removeAll { $0.type == .test && !(testedTargets + supports).contains($0.name) }
}
if isFuzzing {
  package.targets.removeAll { $0.type == .test }
  package.targets += fuzzers
}
if isMeasuring {
  package.targets.removeAll { $0.type == .test }
  package.targets.append(
    .executableTarget(
      name: "Bench", dependencies: ["Inputs", "Player", "Model", "Linux", "CLinux"], path: "Tests",
      sources: ["Bench", "InputsTests/PipeKeyDevice.swift", "InputsTests/PipeEnds.swift"],
      swiftSettings: rules))
}
if isFitting {
  package.targets.removeAll { $0.type == .test }
  package.targets.append(
    .executableTarget(
      name: "Fit", dependencies: ["Analysis", "Media", "Linux"], path: "Tests/Fit", swiftSettings: rules))
}
if isTidying {
  package.products = []
  package.dependencies = []
  let needed: Set = ["CLinux", "Linux", "CMallocProbe", "Support", "TidyTests"]
  package.targets.removeAll { !needed.contains($0.name) }
}
