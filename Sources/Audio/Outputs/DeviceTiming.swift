/// The times that a device is opened with: a wide buffer in short periods, of which only a part is kept filled.
enum DeviceTiming {
  static let bufferMilliseconds = 120
  static let periodMilliseconds = 5

  static func periodFrames(rate: Int) -> Int { max(1, rate * periodMilliseconds / 1000) }
  static func bufferFrames(rate: Int) -> Int {
    periodFrames(rate: rate) * (bufferMilliseconds / periodMilliseconds)
  }
}
