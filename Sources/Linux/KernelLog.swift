import CLinux

/// The kernel's messages since the boot, as far as its buffer holds them (/dev/kmsg).
public enum KernelLog {
  public static let path = "/dev/kmsg"
  /// A record of the kernel has at most 8 KiB.
  private static let recordBytes = 8 << 10
  private static let mostRecords = 20_000

  /// - Returns: the messages, oldest first, without their time and priority.
  /// - Throws: EPERM or EACCES where the system shows them to root alone (sysctl kernel.dmesg_restrict).
  public static func messages(path: String = path) throws(SystemError) -> [String] {
    let file = Descriptor(
      owning: try systemCall("open", path: path) {
        unsafe clinux_open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0)
      })
    var messages: [String] = []
    var record = [UInt8](repeating: 0, count: recordBytes)
    for _ in 0..<mostRecords {
      do throws(SystemError) {
        var span = record.mutableSpan
        guard let count = try file.read(into: &span), count > 0 else { break }
        messages += Self.messages(in: record[..<count])
      } catch {
        // The record was overwritten before it could be read: the next read returns the oldest that is left.
        if error.code != .brokenPipe { throw error }
      }
    }
    return messages
  }

  /// `6,339,5140900,-;text`, and lines that begin with a space for the device that it is about.
  static func messages(in bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard line.first != UInt8(ascii: " "), let start = line.firstIndex(of: UInt8(ascii: ";")) else {
        return nil
      }
      return String(decoding: line[(start + 1)...], as: UTF8.self)
    }
  }
}
