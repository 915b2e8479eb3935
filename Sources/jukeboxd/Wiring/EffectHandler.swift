import Player

/// Carries out some of the player's effects. Loop thread only.
protocol EffectHandler: AnyObject {
  /// - Returns: whether it was the handler's alone; false passes it to the next handler.
  func handle(_ effect: Effect) -> Bool
}
