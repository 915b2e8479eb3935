import Linux
public import Model

/// The folders of all volumes, and which of them scans look at. Completions are called on the loop, once, unless the request
/// was cancelled.
public struct LibraryFolders {
  /// Maximum number of folders found for a typed text.
  public static let mostFound = 1000

  private let library: MusicLibrary

  init(_ library: MusicLibrary) { self.library = library }

  /// Each volume's root, followed by its folders with a rule.
  @discardableResult
  public func sources(completion: @escaping ([FolderReport]) -> Void) -> Query {
    read({ (store) throws(StoreError) in try store.folderSearch.sources() }, completion: completion)
  }

  /// The folders whose names have words that begin as those of `text` do (`FolderSearch.lookup`).
  ///
  /// - Parameter limit: maximum number of results, 1 and up.
  @discardableResult
  public func lookup(
    _ text: String, limit: Int, completion: @escaping ([FolderReport]) -> Void
  ) -> Query {
    let (words, limit) = (LookupWords(text), max(1, min(limit, Self.mostFound)))
    return read({ (store) throws(StoreError) in try store.folderSearch.lookup(words, limit: limit) }) {
      completion(Array($0.prefix(limit)))
    }
  }

  private func read(
    _ question: @escaping @Sendable (VolumeStore) throws(StoreError) -> [FoundFolder],
    completion: @escaping ([FolderReport]) -> Void
  ) -> Query {
    return library.sweep(library.ordered, question) { answers in
      // A volume that leaves meanwhile has no folders.
      completion(
        answers.flatMap { volume, result in
          let prefix = library.prefix(of: volume)
          return ((try? result.get()) ?? []).map { folder in
            let uri = prefix + EscapedName.text(for: folder.path)
            return FolderReport(
              uri: folder.path.isEmpty ? String(prefix.dropLast()) : uri, rule: folder.rule,
              isExcluded: folder.isExcluded, songs: folder.tracks, duration: folder.duration)
          }
        })
    }
  }

  /// Includes or excludes a folder in the library, and scans it.
  ///
  /// - Parameter completion: gets the number of the update, once the rule would survive a power cut; `noSuchDirectory` where
  ///   there is no such folder on the volume, and for the root of the tree.
  @discardableResult
  public func setIncluded(
    _ isIncluded: Bool, folder uri: String, completion: @escaping Completion<UInt32>
  ) -> Query {
    guard let (volume, path) = library.place(of: uri), volume.info != nil else {
      return library.refuse(.noSuchDirectory, completion)
    }
    let root = volume.worker.root
    return library.ask(
      volume,
      { (store) throws(StoreError) -> Result<Void, Refusal> in
        let rules = try store.folderRules.all()
        // A rule for a missing folder can still be removed.
        if rules[path] == nil, (try? root.status(of: path).kind) != .directory {
          return .failure(.noSuchDirectory)
        }
        let new = rules.setting(path, isIncluded: isIncluded)
        guard new.rules.count <= FolderRuleTable.most else {
          return .failure(
            .failed(
              .limitReached,
              "A volume has at most \(FolderRuleTable.most) folders that are included or excluded"))
        }
        if new != rules {
          try store.edit { (transaction) throws(StoreError) in
            try store.folderRules.replace(with: new, in: transaction)
          }
        }
        return .success(())
      }
    ) { completion($0.refused().map { library.scans.start([(volume, path)]) }) }
  }
}
