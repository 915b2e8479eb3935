public import Model

/// Lets sticks go, so that they can be pulled, and takes them back. Loop thread only; completions are called on the
/// loop, once, now or later, with why it was not done.
public protocol Mounting: AnyObject {
  /// Sticks that were let go and can be taken back, by name.
  var neighbors: [(name: String, storage: String)] { get }
  /// What can't be used though it is there or configured, and why; by path.
  var unused: [(path: String, reason: String)] { get }
  /// Takes in what is mounted at `storage`, after it was let go or could not be opened.
  ///
  /// - Parameter name: the volume's own.
  func mount(_ name: String, storage: String, completion: @escaping (Refusal?) -> Void)
  /// Ends what is under way on a stick and closes everything on it, in order.
  func unmount(_ name: String, completion: @escaping (Refusal?) -> Void)
}
