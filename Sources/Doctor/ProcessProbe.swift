public import Linux

/// Reads what the kernel shows of this process.
public struct ProcessProbe {
  /// Before each path: empty, or the folder of a test.
  private let root: String

  public init() { self.init(root: "") }

  init(root: String) { self.root = root }

  /// Field 41 of proc_pid_stat(5): the policy of the first thread. SCHED_FIFO is 1, SCHED_RR 2.
  public var isRealTime: Bool? {
    guard let text = try? HostFile.text(of: root + "/proc/self/stat"),
      // The name, in brackets, may hold anything.
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    return fields.count > 38 ? ["1", "2"].contains(fields[38]) : nil
  }

  /// VmLck of proc_pid_status(5), in bytes.
  public var lockedBytes: Int64? {
    let lines = (try? HostFile.text(of: root + "/proc/self/status"))?.split(separator: "\n") ?? []
    let words = lines.first { $0.hasPrefix("VmLck:") }?.split { $0.isWhitespace } ?? []
    return words.count > 1 ? Int64(words[1]).map { $0 << 10 } : nil
  }

  /// The playback stream that one of this process's threads has open.
  public var stream: PlaybackStream? {
    PlaybackStream.all(below: root + "/proc/asound").first { stream in
      stream.owner.map { (try? HostFile.text(of: root + "/proc/self/task/\($0)/comm")) != nil } ?? false
    }
  }
}
