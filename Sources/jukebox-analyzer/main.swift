import Analysis
import Glibc
import Linux
import Media
import Model

/// Analyses one file as its arguments say; the exit status is 0, 64 for arguments that mean nothing, 1 where there is no
/// analysis.
func run() -> Int32 {
  let arguments: Arguments
  do throws(ArgumentFault) {
    arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
  } catch {
    return fail("\(error.words)\nTry: jukebox-analyzer --help", status: 64)
  }
  if arguments.isWorker { return work(arguments.options) }
  if let rate = arguments.liveRate { return listen(rate) }
  guard let path = arguments.path else {
    print(
      arguments.isVersion ? "jukebox-analyzer \(ProgramVersion.current)\n" : Arguments.help, terminator: "")
    return 0
  }
  do throws(AnalysisFault) {
    let analysis = try Analyzer(try open(path), arguments.options).run()
    print(arguments.isJSON ? Report.json(of: analysis) : Report.text(of: analysis))
    return StandardOutput.flush() == nil ? 0 : 1
  } catch {
    if case .unreadable(let why) = error { return fail("\(path): \(why)", status: 1) }
    return fail("\(path): \(error.outcome)", status: 1)
  }
}

/// The mode that the jukebox runs: analyses standard input and writes a record, or the reason for none, to standard
/// output. The exit status says which (`AnalysisOutcome`). Until then the first byte is the progress in percent.
func work(_ options: Analyzer.Options) -> Int32 {
  do throws(SystemError) {
    try WorkerProcess.giveWay(mostSeconds: 3 * 3600)
  } catch {
    return fail("\(error)", status: 1)
  }
  let output = Descriptor(owning: 1)
  var told = 0
  /// The final steps take a quarter of the time.
  let most = options.wantsChords ? 75.0 : 99
  func tell(_ part: Double) -> Bool {
    let percent = Int(min(max(part, 0), 1) * most)
    if percent > told, (try? output.seek(to: 0)) != nil, (try? output.write([UInt8(percent)].span)) != nil {
      told = percent
    }
    return true
  }
  var bytes: [UInt8]
  var status: Int32
  do throws(AnalysisFault) {
    let decoder: any Decoder
    do throws(MediaError) { decoder = try openDecoder(Descriptor(owning: 0)) } catch {
      throw .unreadable("\(error)")
    }
    (bytes, status) = (AnalysisCoding.bytes(of: try Analyzer(decoder, options).run(progress: tell)), 0)
  } catch {
    (bytes, status) = ([], error.outcome.rawValue)
    if case .unreadable(let why) = error { bytes = Array(why.utf8.prefix(500)) }
  }
  do throws(SystemError) {
    if told > 0 { try output.seek(to: 0) }
    var done = 0
    while done < bytes.count { done += try output.write(bytes.span.extracting(done..<bytes.count)) ?? 0 }
    return status
  } catch {
    return fail("\(error)", status: 1)
  }
}

/// Recognises live sound on standard input until its end, or until nobody reads the lines.
func listen(_ rate: Int) -> Int32 {
  let input = Descriptor(owning: 0)
  let output = Descriptor(owning: 1)
  var isRead = true
  func write(_ report: LiveReport) {
    if isRead, (try? output.write(Array(report.line.utf8).span)) == nil { isRead = false }
  }
  // At most 10 ms at a time, so that times are precise.
  let size = 4 * max(1, rate / 100)
  var bytes = [UInt8](repeating: 0, count: size)
  var rest: [UInt8] = []
  do throws(AnalysisFault) {
    let analyzer = try LiveAnalyzer(rate: rate)
    while isRead {
      var span = bytes.mutableSpan
      guard let count = try? input.read(into: &span), count > 0 else { break }
      rest += bytes[..<count]
      let whole = rest.count / 4
      var samples = (0..<whole).map { index in
        Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(rest[4 * index + $1]) << UInt32(8 * $1) })
      }
      rest.removeFirst(4 * whole)
      analyzer.add(&samples, report: write)
    }
    return 0
  } catch {
    return fail("\(error)", status: 1)
  }
}

func open(_ path: String) throws(AnalysisFault) -> any Decoder {
  let descriptor: Descriptor
  do throws(SystemError) { descriptor = try HostFile.open(path) } catch { throw .unreadable("\(error)") }
  do throws(MediaError) { return try openDecoder(descriptor) } catch { throw .unreadable("\(error)") }
}

func fail(_ words: String, status: Int32) -> Int32 {
  if let output = try? HostFile.standardError() {
    _ = try? output.write(Array("jukebox-analyzer: \(words)\n".utf8).span)
  }
  return status
}

exit(run())
