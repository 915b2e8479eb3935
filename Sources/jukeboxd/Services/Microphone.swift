import Model

/// The capture device, which is used for one purpose at a time. Loop thread only.
final class Microphone {
  enum User {
    case recording, listening
  }

  let device: String
  /// In Hz; the nearest that the device has is taken.
  let rate: Int
  private var user: User?
  private var isClosing = false
  private var waiting: [(user: User, completion: (Refusal?) -> Void)] = []

  /// Advice if it can't be opened.
  static let advice =
    "; set capture-device in the section [audio] of the configuration, `arecord -L` lists the devices"

  init(device: String, rate: Int) {
    self.device = device
    self.rate = rate
  }

  /// - Parameter completion: called with nil when it is free, at once or after the other user has closed it; else with a
  ///   refusal.
  func take(for wanted: User, completion: @escaping (Refusal?) -> Void) {
    guard let user else {
      user = wanted
      return completion(nil)
    }
    if isClosing { return waiting.append((wanted, completion)) }
    completion(
      .failed(
        .microphoneInUse,
        user == .recording
          ? "The microphone is in use: a recording is in progress; `record stop` stops it"
          : "The microphone is in use: a client listens (`listen`); `listen stop` stops it"))
  }

  /// Its user closes it: those who ask from now on wait for `release`.
  func close() { isClosing = true }

  /// It is closed.
  func release() {
    (user, isClosing) = (nil, false)
    let waiting = waiting
    self.waiting = []
    for (user, completion) in waiting { take(for: user, completion: completion) }
  }
}
