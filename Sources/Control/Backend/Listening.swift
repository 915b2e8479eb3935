public import Model

/// How songs were listened to, and which folders go on where they were left. Loop thread only; completions are called
/// on the loop, once, now or later. URIs are as clients send them, already checked by `MusicPath`.
public protocol Listening: AnyObject {
  /// What was counted of the song that is exactly `uri`; also of one whose file has vanished.
  func report(of uri: String, completion: @escaping (Result<ListeningStatistics, Refusal>) -> Void) -> Query

  /// Some songs of a list, by their places in it.
  func songs(
    _ list: ListeningList, in window: Range<Int>, completion: @escaping (Result<SongPlaces, Refusal>) -> Void
  ) -> Query

  /// The folders that were listened to and resume, and those that people said something of; those listened to last
  /// first.
  func folders(completion: @escaping (Result<[ResumeReport], Refusal>) -> Void) -> Query

  func folder(at uri: String, completion: @escaping (Result<ResumeReport, Refusal>) -> Void) -> Query

  /// Says of a folder and of all below that it resumes, or starts over; nil leaves it to its tracks.
  /// - Parameter completion: gets what holds for it once that would survive a power cut.
  func mark(
    _ uri: String, resumes: Bool?, completion: @escaping (Result<ResumeReport, Refusal>) -> Void
  ) -> Query
}
