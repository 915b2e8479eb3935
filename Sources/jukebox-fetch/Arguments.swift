import Fetch
import Linux
import Model

/// The program's arguments.
struct Arguments {
  enum Task {
    /// Sound to standard output, reports to standard error.
    ///
    /// - Parameter from: the first byte of a file that is wanted.
    case stream(from: Int64)
    /// All of a file to standard output, if it has at most this many bytes.
    case whole(mostBytes: Int)
    /// The stations of a playlist file to standard output: URL, tab, name.
    case list
    /// The episodes of a podcast to standard output: the title of the podcast, `damaged` where the feed breaks off, and the
    /// URL of its picture; then for each episode URL, title, time of publication in seconds since 1970, length in seconds and identity,
    /// separated by tabs.
    case feed
    /// Standard input as a file of this name to a server for analyses; the analysis to standard output, a file.
    case analyze(name: String)
  }

  static let help = """
    jukebox-fetch: gets radio streams and files by HTTP for the jukebox

      jukebox-fetch URL            write the sound of a stream to standard output
      jukebox-fetch --from N URL   write the sound of a file from byte N on
      jukebox-fetch --whole N URL  write a file of at most N bytes
      jukebox-fetch --list URL     print the stations of a playlist file
      jukebox-fetch --feed URL     print the episodes of a podcast (RSS or Atom)
      jukebox-fetch --analyze NAME URL  let a server analyse standard input

      --lists N      N playlists lead to the file that --from begins in (default 0)
      --url-from N   read the URL from descriptor N, so that its password is in no list of processes
      --timeout N    the server must answer --analyze in N seconds (default 300)
      --version      print the version and exit
      --help         print this help and exit

    URL begins with http:// or https://; up to 10 redirects are followed. A URL of a
    playlist file (M3U, PLS, XSPF, ASX) leads to its first station, one of HLS to its
    segments. What is known of the stream is printed as lines to standard error: type,
    name, bitrate, lists (how many lead to it), length (in bytes, if the server sends
    any part of the file), "title POSITION TEXT", and at the end complete, cut or refused.
    --analyze is used by jukeboxd: it sends a sound file as NAME, and writes a binary
    record to standard output, or the reason for none.
    The exit status is 0 if all was fetched, 1 if not (20 to 25 with --analyze), 64
    for wrong arguments.

    """

  private(set) var task = Task.stream(from: 0)
  /// In which a server for analyses has to answer after it has received all.
  private(set) var timeoutSeconds = 300
  /// How many playlists lead from the URL to the file of which a part is wanted.
  private(set) var lists = 0
  private(set) var isVersion = false
  /// Descriptor to read the URL from; nil if it is an argument.
  private(set) var urlDescriptor: Int32?
  /// nil: help or the version was asked for, or it is read from a descriptor.
  private(set) var url: String?

  init(_ words: [String]) throws(ArgumentFault) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": return
      case "--version":
        isVersion = true
        return
      case "--list": task = .list
      case "--feed": task = .feed
      case "--analyze":
        guard let name = rest.popFirst(), !name.hasPrefix("-") else {
          throw ArgumentFault(words: "--analyze needs the name of a file")
        }
        task = .analyze(name: name)
      case "--timeout":
        guard let seconds = rest.popFirst().flatMap({ Int($0) }), (1...3600).contains(seconds) else {
          throw ArgumentFault(words: "--timeout needs 1 to 3600 seconds")
        }
        timeoutSeconds = seconds
      case "--lists":
        guard let number = rest.popFirst().flatMap({ Int($0) }), (0...StreamReport.mostLists).contains(number)
        else { throw ArgumentFault(words: "--lists needs 0 to \(StreamReport.mostLists)") }
        lists = number
      case "--url-from":
        guard let number = rest.popFirst().flatMap({ Int32($0) }), (0...1023).contains(number) else {
          throw ArgumentFault(words: "--url-from needs the number of a descriptor")
        }
        urlDescriptor = number
      case "--whole", "--from":
        guard let bytes = rest.popFirst().flatMap({ Int($0) }), bytes > 0 else {
          throw ArgumentFault(words: "\(word) needs a number of bytes")
        }
        task = word == "--from" ? .stream(from: Int64(bytes)) : .whole(mostBytes: bytes)
      case _ where word.hasPrefix("-"): throw ArgumentFault(words: "there is no option \(word)")
      default:
        guard url == nil else { throw ArgumentFault(words: "one URL at a time") }
        url = word
      }
    }
    if url == nil, urlDescriptor == nil { throw ArgumentFault(words: "no URL given") }
  }
}

extension Arguments {
  /// The URL, from wherever it is.
  func readURL() throws(SystemError) -> String {
    guard let number = urlDescriptor else { return url ?? "" }
    let file = Descriptor(owning: number)
    let bytes = try file.readAll(atMost: FetchURL.mostBytes + 1)
    return String(decoding: bytes, as: UTF8.self)
  }
}

struct ArgumentFault: Error {
  let words: String
}
