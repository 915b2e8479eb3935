import CLinux

/// What standard output is, for a program that people look at.
public enum Terminal {
  /// Whether somebody looks at it (isatty(3)), and not a pipe or a file.
  public static var isInteractive: Bool { isatty(1) == 1 }

  /// Whether somebody looks at both standard output and standard error: then a line on the latter may come and go.
  public static var showsProgress: Bool { isInteractive && isatty(2) == 1 }

  /// Its width in characters (ioctl(2), TIOCGWINSZ); 80 where it can't be told.
  public static var columns: Int {
    let columns = Int(clinux_terminal_columns(1))
    return columns > 0 ? columns : 80
  }
}
