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
    print(Arguments.help, terminator: "")
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

/// What the jukebox runs: analyses standard input, and writes a record, or why there is none, to standard output. The exit
/// status tells which (`AnalysisOutcome`).
func work(_ options: Analyzer.Options) -> Int32 {
  do throws(SystemError) {
    try WorkerProcess.giveWay()
  } catch {
    return fail("\(error)", status: 1)
  }
  var bytes: [UInt8]
  var status: Int32
  do throws(AnalysisFault) {
    let decoder: any Decoder
    do throws(MediaError) { decoder = try openDecoder(Descriptor(owning: 0)) } catch {
      throw .unreadable("\(error)")
    }
    (bytes, status) = (AnalysisRecord.bytes(of: try Analyzer(decoder, options).run()), 0)
  } catch {
    (bytes, status) = ([], error.outcome.rawValue)
    if case .unreadable(let why) = error { bytes = Array(why.utf8.prefix(500)) }
  }
  do throws(SystemError) {
    let output = Descriptor(owning: 1)
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
