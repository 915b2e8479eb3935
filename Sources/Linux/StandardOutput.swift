import CLinux

/// What `print` writes, as far as it has left the program.
public enum StandardOutput {
  /// Writes what `print` still keeps (fflush(3)).
  ///
  /// - Returns: why something of all that was printed until now is not written, `.inputOutput` where the reason is not
  ///   known any more (ferror(3)); nil where all is, or where nobody reads it any longer (EPIPE), as behind `| head`.
  public static func flush() -> Errno? {
    while clinux_flush_output() != 0 {
      let code = Errno(rawValue: clinux_errno())
      if code == .interrupted { continue }
      guard code == .brokenPipe else { return code }
      clinux_forget_output_failure()
      return nil
    }
    return clinux_output_failed() == 0 ? nil : .inputOutput
  }

  /// From now on a program whose output nobody reads any more goes on (SIGPIPE is ignored, signal(2)).
  public static func outliveReader() throws(SystemError) {
    try systemCall("signal") { clinux_ignore_signal(SIGPIPE) }
  }
}
