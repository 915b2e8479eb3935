import CLinux
import Synchronization

/// Reads a command line by getopt_long(3).
enum FlagParser {
  /// getopt_long(3) keeps its place in variables of the process.
  private static let turn = Mutex(())

  /// - Parameter arguments: without the program's name.
  /// - Returns: the flags in order, each with its value ("" where it has none).
  static func parse(_ arguments: [String]) throws(ConfigurationError) -> [(flag: Flag, value: String)] {
    guard !arguments.contains(where: { $0.utf8.contains(0) }) else {
      throw ConfigurationError(.commandLine, "an argument contains a zero byte")
    }
    let answer = turn.withLock { _ in scan(arguments) }
    return try answer.get()
  }

  private static func scan(_ arguments: [String]) -> Result<[(flag: Flag, value: String)], ConfigurationError>
  {
    let names = unsafe Flag.all.map { unsafe strdup($0.name) }
    // getopt_long(3) reorders what it is given, so the copies to free are held apart.
    let copies = unsafe (["jukeboxd"] + arguments).map { unsafe strdup($0) }
    defer { unsafe (names + copies).forEach { unsafe free($0) } }
    var options = unsafe [option]()
    for (index, flag) in Flag.all.enumerated() {
      let takesArgument = flag.argument == .none ? no_argument : required_argument
      unsafe options.append(
        option(name: UnsafePointer(names[index]), has_arg: takesArgument, flag: nil, val: Int32(1000 + index))
      )
    }
    unsafe options.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
    var vector = unsafe copies + [nil]
    let count = arguments.count + 1

    clinux_getopt_restart()
    var found: [(flag: Flag, value: String)] = []
    while true {
      let code = unsafe clinux_getopt_long(Int32(count), &vector, options)
      switch code {
      case -1:
        let index = Int(clinux_getopt_index())
        guard index < count else { return .success(found) }
        let word = unsafe vector[index].map { unsafe String(cString: $0) } ?? ""
        return .failure(
          ConfigurationError(.commandLine, "unexpected argument \(word)", expected: "flags only"))
      case 1000...:
        let value = unsafe clinux_getopt_argument().map { unsafe String(cString: $0) }
        found.append((Flag.all[Int(code) - 1000], value ?? ""))
      default:
        let index = min(max(1, Int(clinux_getopt_index()) - 1), count - 1)
        let name = unsafe vector[index].map { unsafe String(cString: $0) } ?? ""
        let problem = code == Int32(UInt8(ascii: ":")) ? "\(name) needs a value" : "there is no flag \(name)"
        return .failure(ConfigurationError(.commandLine, problem))
      }
    }
  }
}
