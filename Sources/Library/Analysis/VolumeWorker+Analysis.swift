import Model

extension VolumeWorker {
  /// Does `work` with the results of analyses, on the store thread.
  func withAnalyses<Value>(
    of store: VolumeStore, isMade: Bool = false, _ work: (AnalysisDatabase?) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try store.analyses.withDatabase(
      opener.analyses(of: store), isMade: isMade, lost: { thread.deliver(.analysesLost(key: key, $0)) }, work)
  }
}
