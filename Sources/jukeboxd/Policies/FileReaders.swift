import Model

/// Programs that read files of volumes beside the library. Each lets its file go before the volume leaves: an open file
/// keeps a stick from being unmounted.
struct FileReaders {
  let analysisScheduler: AnalysisScheduler
  let remoteAnalyses: RemoteAnalyses

  func left(_ volume: VolumeID) {
    analysisScheduler.left(volume)
    remoteAnalyses.left(volume)
  }
}
