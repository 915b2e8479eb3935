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
    completion(reports)
    return .done
  }

  func folders(named text: String, limit: Int, completion: @escaping ([FolderReport]) -> Void) -> Query {
    question = (text, limit)
    completion(Array(reports.prefix(limit)))
    return .done
  }

  func setIncluded(
    _ isIncluded: Bool, folder uri: String, completion: @escaping (Result<UInt32, Refusal>) -> Void
  ) -> Query {
    if let refusal {
      completion(.failure(refusal))
    } else {
      rules[uri] = isIncluded
      completion(.success(7))
    }
    return .done
  }
}
