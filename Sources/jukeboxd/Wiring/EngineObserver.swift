import Audio

/// Gets the engine's reports. Loop thread only.
protocol EngineObserver: AnyObject {
  func receive(_ report: EngineReport)
}
