import CLinux

/// Output of `print`, and whether it has left the program.
public enum StandardOutput {
  /// Flushes the output of `print` (fflush(3)).
  /// - Returns: why some of the output so far is not written, `.inputOutput` if the reason is no longer known
  ///   (ferror(3)); nil if all is written, or the reader is gone (EPIPE), as with `| head`.
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

  /// From now on the program continues when the reader of its output is gone (SIGPIPE is ignored, signal(2)).
  public static func outliveReader() throws(SystemError) {
    try systemCall("signal") { clinux_ignore_signal(SIGPIPE) }
  }
}
