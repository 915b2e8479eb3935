internal import CLinux
internal import Glibc

/// Standard input as keys: the terminal gives each at once, and shows none, until `restore` (termios(3)).
public struct RawTerminal {
  private var before = termios()

  public enum Key {
    /// None came in time.
    case none
    case byte(UInt8)
    /// There are no more.
    case end
  }

  /// - Returns: nil where standard input is no terminal.
  public init?() {
    guard unsafe tcgetattr(0, &before) == 0 else { return nil }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    guard unsafe tcsetattr(0, TCSANOW, &raw) == 0 else { return nil }
  }

  public func restore() {
    var before = before
    unsafe tcsetattr(0, TCSANOW, &before)
  }

  /// Waits so long for a key (poll(2), read(2)).
  public func key(within milliseconds: Int32) -> Key {
    var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&input, 1, milliseconds) > 0 else { return .none }
    var byte: UInt8 = 0
    return unsafe read(0, &byte, 1) == 1 ? .byte(byte) : .end
  }
}
