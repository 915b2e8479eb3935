import Model

@testable import Control

/// Folders without volumes.
final class FakeSourceFolders: SourceFolders {
  var reports: [FolderReport] = []
  /// What `setIncluded` is refused with.
  var refusal: Refusal?
  private(set) var rules: [String: Bool] = [:]
  private(set) var question: (text: String, limit: Int)?

  func sources(completion: @escaping ([FolderReport]) -> Void) -> Query {
    .answered(reports, completion)
  }

  func lookup(_ text: String, limit: Int, completion: @escaping ([FolderReport]) -> Void) -> Query {
    question = (text, limit)
    return .answered(Array(reports.prefix(limit)), completion)
  }

  func setIncluded(
    _ isIncluded: Bool, folder uri: String, completion: @escaping Completion<UInt32>
  ) -> Query {
    if let refusal { return .refused(refusal, completion) }
    rules[uri] = isIncluded
    return .answered(.success(7), completion)
  }
}
