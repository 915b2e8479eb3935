import Fetch
import Linux
import Model

/// Has a server analyse standard input. As with `jukebox-analyzer --worker`, the first byte of standard output is the
/// progress in percent until the record is complete; the exit status is 0, or that of a `RemoteFault` with its words.
struct RemoteAnalysis {
  private let url: String
  private let name: String
  private let timeout: Duration

  static let mostBytes: Int64 = 512 << 20

  init(_ url: String, name: String, timeout: Duration) {
    (self.url, self.name, self.timeout) = (url, name, timeout)
  }

  func run() throws(SystemError) -> Int32 {
    try WorkerProcess.giveWay(mostSeconds: 3600)
    var (bytes, status): ([UInt8], Int32)
    do throws(RemoteFailure) { (bytes, status) = (AnalysisCoding.bytes(of: try analyze()), 0) } catch {
      (bytes, status) = (Array(error.words.utf8), error.fault.rawValue)
    }
    try put(bytes)
    return status
  }

  private func analyze() throws(RemoteFailure) -> MusicAnalysis {
    guard let url = FetchURL(url) else {
      throw RemoteFailure(fault: .refused, words: "a URL with http:// or https:// and a server is expected")
    }
    let file = Descriptor(owning: 0)
    let size: Int64
    do throws(SystemError) { size = try file.status().size } catch {
      throw RemoteFailure(fault: .refused, words: "the file cannot be read: \(error)")
    }
    guard size > 0 else { throw RemoteFailure(fault: .unsupported, words: "the file is empty") }
    guard size <= Self.mostBytes else {
      throw RemoteFailure(
        fault: .tooLarge, words: "at most \(Self.mostBytes >> 20) MiB are sent, the file has \(size >> 20)")
    }
    var told = 0
    let upload = FormUpload(file, size, to: url, timeout: timeout) { percent in
      guard percent > told else { return }
      told = percent
      _ = try? put([UInt8(percent)])
    }
    let answer = try upload.run(as: name).get()
    do throws(RemoteAnswerFault) { return try RemoteAnswer.analysis(of: answer) } catch {
      throw RemoteFailure(fault: .refused, words: error.reason)
    }
  }

  /// At the start of the output, which is a file.
  private func put(_ bytes: [UInt8]) throws(SystemError) {
    let output = try HostFile.standardOutput()
    try output.seek(to: 0)
    var done = 0
    while done < bytes.count { done += try output.write(bytes.span.extracting(done..<bytes.count)) ?? 0 }
  }
}
