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
