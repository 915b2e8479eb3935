import CLinux

/// Properties of standard output, for a program that people look at.
public enum Terminal {
  /// Whether it is a terminal (isatty(3)), and not a pipe or a file.
  public static var isInteractive: Bool { isatty(1) == 1 }

  /// Whether standard output and standard error are both terminals: then a progress line may be shown on the latter.
  public static var showsProgress: Bool { isInteractive && isatty(2) == 1 }

  /// Its width in characters (ioctl(2), TIOCGWINSZ); 80 if unknown.
  public static var columns: Int {
    let columns = Int(clinux_terminal_columns(1))
    return columns > 0 ? columns : 80
  }
}
