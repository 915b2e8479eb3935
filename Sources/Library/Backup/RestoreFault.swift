import Interchange
import JSON
import Linux

/// Why a backup is not taken back, and everything is left as it is.
enum RestoreFault: Error, CustomStringConvertible {
  /// It is none.
  case json(JSONFault)
  /// Its storage could not be read, or took nothing of what is there.
  case storage(SystemError)

  var description: String {
    switch self {
    case .json(let fault): "\(fault)"
    case .storage(let error): "\(error.withoutPath)"
    }
  }
}
