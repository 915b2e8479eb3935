import Audio
import Library
import Player

/// Passes effects, events and reports to those that act on them, in the order of its lists. It exists before them, since
/// they send what others get.
final class EventDispatch: EffectHandler, LibraryObserver, EngineObserver {
  private var effects: [any EffectHandler] = []
  private var library: [any LibraryObserver] = []
  private var engine: [any EngineObserver] = []

  /// Called once, with all receivers.
  /// - Parameters:
  ///   - effects: an effect goes to the first handler that claims it, and to all before that.
  ///   - library: each gets all events.
  ///   - engine: each gets all reports.
  func connect(
    effects: [any EffectHandler], library: [any LibraryObserver] = [], engine: [any EngineObserver] = []
  ) {
    precondition(self.effects.isEmpty, "connected twice")
    (self.effects, self.library, self.engine) = (effects, library, engine)
  }

  func handle(_ effect: Effect) -> Bool { effects.contains { $0.handle(effect) } }

  func receive(_ event: LibraryEvent) { for observer in library { observer.receive(event) } }

  func receive(_ report: EngineReport) { for observer in engine { observer.receive(report) } }
}
