package import Linux
package import Model

/// Why a reader cannot be used now.
package struct ReaderFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// As the jukebox shows it.
  package let state: ReaderState
  package let description: String

  package init(_ state: ReaderState, _ description: String) {
    self.state = state
    self.description = description
  }

  package init(_ error: SystemError) {
    let state: ReaderState =
      switch error.code {
      case .noSuchFile, .noSuchDevice, .noSuchDeviceOrAddress: .missing
      case .accessDenied, .notPermitted: .forbidden
      default: .failed
      }
    self.init(state, "\(error)")
  }

  /// - Parameter byte: what every byte of an answer is: 0 or 255.
  static func wiring(_ byte: UInt8) -> ReaderFault {
    ReaderFault(.wiring, "every byte of its answers is \(byte): check power, ground and the data lines")
  }
}

/// Does something with a device, whose errors are faults of the reader.
@discardableResult
func device<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(ReaderFault) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw ReaderFault(error)
  }
}
