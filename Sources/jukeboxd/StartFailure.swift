/// Why the daemon can't start: what the system or a database refused that it can't do without.
struct StartFailure: Error, CustomStringConvertible {
  let description: String
}

/// Runs one step of the start; its failure ends the start.
/// - Parameter step: what could not be done, for the message.
func starting<Result: ~Copyable, Failure: Error>(
  _ step: String, _ body: () throws(Failure) -> Result
) throws(StartFailure) -> Result {
  do throws(Failure) {
    return try body()
  } catch {
    throw StartFailure(description: "\(step): \(error)")
  }
}
