import CDecoder
public import Linux

/// The service jukebox-decoder.
public enum HelperService {
  /// Its socket, or that of the variable JUKEBOX_DECODER.
  private static let path = ProcessEnvironment.all["JUKEBOX_DECODER"] ?? DECODER_SOCKET

  /// Whether its socket is there (access(2)); it does not block, and starts nothing.
  public static var isInstalled: Bool { HostFile.allows(path, writing: true) }

  /// Whether it listens; systemd starts it if needed. Blocks while as many connections wait as may.
  public static func isThere() throws(SystemError) -> Bool { try connect(waitingAtMost: 1) != nil }

  /// - Parameter seconds: the longest wait for an answer; nil waits for ever.
  /// - Returns: nil where nothing listens: the package is not installed, or the socket was stopped.
  static func connect(waitingAtMost seconds: Int?) throws(SystemError) -> PacketSocket? {
    do throws(SystemError) {
      return try PacketSocket(path: path, waitingAtMost: seconds)
    } catch {
      if error.code == .noSuchFile || error.code == .connectionRefused { return nil }
      throw error
    }
  }
}
