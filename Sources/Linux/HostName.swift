import CLinux

/// The name of this machine.
public enum HostName {
  /// Without a domain (gethostname(2)); empty if there is none.
  public static var current: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    let name = bytes.prefix { $0 != 0 && $0 != CChar(bitPattern: UInt8(ascii: ".")) }
    return String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
