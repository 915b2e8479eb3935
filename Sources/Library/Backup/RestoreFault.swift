import Interchange
package import JSON
package import Linux

/// Why a backup is not taken back, and everything is left as it is.
package enum RestoreFault: Error, CustomStringConvertible {
  /// It is none.
  case json(JSONFault)
  /// Its storage could not be read, or took nothing of what is there.
  case storage(SystemError)

  package var description: String {
    switch self {
    case .json(let fault): "\(fault)"
    case .storage(let error): "\(error.withoutPath)"
    }
  }
}
