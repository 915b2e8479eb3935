import Library
import Linux

/// Why the daemon can't start: what the system or a database refused that it can't do without.
struct StartFailure: Error, CustomStringConvertible {
  let description: String

  init(description: String) { self.description = description }

  /// The control socket can't be had at a path.
  init(socket path: String, _ error: SystemError) {
    if let slash = path.lastIndex(of: "/"), HostFolder.isOfOthers(String(path[..<slash])) {
      description =
        "the control socket: the folder \(path[..<slash]) belongs to somebody else, or all may write to it. Choose another place by --socket"
      return
    }
    guard error.code == .addressInUse else {
      description = "the control socket (choose another by --socket): \(error)"
      return
    }
    description =
      Self.isAnswered(path)
      ? "another jukebox is running and listens at \(path). \(Self.remedy)"
      : "the control socket: \(path) is not a socket. Move it away, or choose another path by --socket"
  }

  /// The state can't be opened in a folder.
  init(state folder: String, _ error: StoreError) {
    description =
      error.kind == .busy
      ? "another jukebox is running and uses the state folder \(folder). \(Self.remedy)"
      : "the state: \(error)"
  }

  private static let remedy = """
    Stop it (`systemctl stop jukeboxd`), or start this one with another socket and state folder \
    (--socket PATH --state FOLDER)
    """

  private static func isAnswered(_ path: String) -> Bool {
    do throws(SystemError) {
      _ = try Socket.connect(to: .unix(path: path), waitingAtMost: .seconds(1))
      return true
    } catch {
      // A refused permission or a full queue also means that somebody answers.
      return error.code != .connectionRefused
    }
  }
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
