import Linux
import Testing

/// Turns the loop until something is so; a condition that never comes true ends the test by an error.
func turn(_ loop: EventLoop, _ condition: () -> Bool) throws {
  let limit = Instant.now() + .seconds(20)
  while !condition() {
    try #require(Instant.now() < limit, "waited for 20 s in vain")
    try loop.turn(waitingAtMost: .milliseconds(200))
  }
}
