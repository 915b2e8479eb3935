import Configuration
import Control
import Library
import Linux
import Model

/// Lists and changes settings for clients, on threads of their own: the files may be on a slow card. Loop thread only.
final class SettingChanges {
  private typealias Work<Value> = @Sendable (SettingsStore) throws(SettingRefusal) -> Value

  private let loop: EventLoop
  private let store: SettingsStore
  /// Has the daemon take what the files say now; set when there is one.
  var apply: (Settings) -> Void = { _ in }
  /// Changes that wait for the one that runs.
  private var waiting: [() -> Void] = []
  private var isChanging = false

  /// Limit of changes that wait.
  private static let mostWaiting = 16

  init(_ store: SettingsStore, loop: EventLoop) {
    self.store = store
    self.loop = loop
  }

  func list(completion: @escaping Completion<[SettingReport]>) {
    run({ (store) throws(SettingRefusal) in try store.openSettings().map(\.report) }, completion)
  }

  /// One change after the other, so that none is lost.
  func set(
    _ key: String, in section: String, to value: String?, completion: @escaping Completion<SettingReport>
  ) {
    guard waiting.count < Self.mostWaiting else {
      return completion(.failure(.failed(.limitReached, "Too many changes of settings wait")))
    }
    waiting.append { [weak self] in
      self?.run({ (store) throws(SettingRefusal) in
        (report: try store.set(key, in: section, to: value).report, settings: try store.current())
      }) { result in
        guard let self else { return }
        self.isChanging = false
        if case .success(let (setting, settings)) = result {
          Log.notice("[\(section)] \(key) = \(setting.value), changed by a client")
          self.apply(settings)
        }
        completion(result.map(\.report))
        self.next()
      }
    }
    next()
  }

  private func next() {
    guard !isChanging, !waiting.isEmpty else { return }
    isChanging = true
    waiting.removeFirst()()
  }

  private func run<Value: Sendable>(_ work: @escaping Work<Value>, _ completion: @escaping Completion<Value>)
  {
    // It holds itself until it is taken away.
    var registration: EventLoop.Registration?
    do throws(SystemError) {
      let answer = try Mailbox<Result<Value, SettingRefusal>>(capacity: 1)
      registration = try answer.attach(to: loop) { result in
        _ = registration.take()
        completion(result.mapError(\.refusal))
      }
      _ = try Thread.start(name: "settings", payload: store) { store in
        do throws(SettingRefusal) {
          _ = answer.send(.success(try work(store)))
        } catch {
          _ = answer.send(.failure(error))
        }
      }
    } catch {
      registration = nil
      completion(.failure(Refusal(system: error)))
    }
  }
}

extension OpenSetting {
  fileprivate var report: SettingReport {
    SettingReport(
      section: section, key: key, value: value, usual: usual, expected: expected, isNow: effect == .now,
      place: place.map { "\($0.file):\($0.line)" })
  }
}

extension SettingRefusal {
  fileprivate var refusal: Refusal {
    switch self {
    case .unknown: .failed(.noSuchSetting, "No such setting, or not one that clients may change")
    case .badValue(let expected): .failed(.badArgument, "Expected \(expected)")
    case .flag(let flag):
      .failed(.noPermission, "The jukebox was started with \(flag), which overrides the configuration")
    case .unreadable(let why): .system("The configuration cannot be read: \(why)")
    case .unwritable(let why): .system("The setting cannot be written: \(why)")
    }
  }
}
