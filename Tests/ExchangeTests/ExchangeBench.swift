import Model

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// A library with the parts that act on its events, and the syncs that nobody asked for.
final class ExchangeBench: Bench {
  private(set) var syncs: [SyncReport] = []
  private(set) lazy var exchange = LibraryExchange(library) { [weak self] in self?.syncs.append($0) }

  override func receive(_ event: LibraryEvent) {
    super.receive(event)
    exchange.receive(event)
  }
}
