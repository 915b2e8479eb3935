import CCurl
import Fetch
import Glibc
import Linux
import Model

func fail(_ words: String, status: Int32) -> Int32 {
  if let output = try? HostFile.standardError() {
    _ = try? output.write(Array("jukebox-fetch: \(words)\n".utf8).span)
  }
  return status
}

func run() -> Int32 {
  let arguments: Arguments
  do throws(ArgumentFault) {
    arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
  } catch {
    return fail("\(error.words)\nTry: jukebox-fetch --help", status: 64)
  }
  guard arguments.url != nil || arguments.urlDescriptor != nil else {
    print(arguments.isVersion ? "jukebox-fetch \(ProgramVersion.current)\n" : Arguments.help, terminator: "")
    return 0
  }
  do throws(SystemError) {
    try StandardOutput.outliveReader()
    let text = try arguments.readURL()
    // libcurl reads names of servers in the letters of the locale (idn2_lookup_ul): in that of the service only ASCII is any.
    _ = unsafe setlocale(LC_CTYPE, "C.UTF-8")
    _ = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    if case .analyze(let name) = arguments.task {
      return try RemoteAnalysis(text, name: name, timeout: .seconds(arguments.timeoutSeconds)).run()
    }
    let output = try Output()
    let ending = fetch(text, arguments, output)
    output.report(.ended(ending))
    return ending == .complete ? 0 : 1
  } catch {
    return fail("\(error)", status: 1)
  }
}

func fetch(_ text: String, _ arguments: Arguments, _ output: Output) -> StreamReport.Ending {
  guard let url = FetchURL(text) else {
    return .refused("a URL with http:// or https:// and a server is expected")
  }
  switch arguments.task {
  case .stream(let first):
    return StreamFetch(output, from: first, behind: arguments.lists).run(url)
  case .whole(let mostBytes): return FileFetch(output).copy(url, mostBytes: mostBytes)
  case .list: return FileFetch(output).list(url)
  case .feed: return FileFetch(output).feed(url)
  case .analyze: return .refused("an analysis is no file")
  }
}

exit(run())
