import Exchange
import Library

/// Gets the library's events. Loop thread only.
protocol LibraryObserver: AnyObject {
  func receive(_ event: LibraryEvent)
}

extension LibraryExchange: LibraryObserver {}
