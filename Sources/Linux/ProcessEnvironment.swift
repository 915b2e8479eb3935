import CLinux

/// The environment variables of this process (environ(7)).
public enum ProcessEnvironment {
  /// Read now; of a name that stands twice the first counts, as getenv(3) has it.
  public static var all: [String: String] {
    var variables: [String: String] = [:]
    guard var next = unsafe clinux_environment() else { return variables }
    while let entry = unsafe next.pointee {
      let text = unsafe String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        let name = String(text[..<equals])
        if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
      }
      unsafe next += 1
    }
    return variables
  }
}
