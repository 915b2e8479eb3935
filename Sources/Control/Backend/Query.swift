/// A request under way, for the one who asked: `cancel` says that nobody waits for the answer any more. Its
/// completion may still be called once; it is ignored then.
public struct Query {
  private let onCancel: () -> Void

  public init(onCancel: @escaping () -> Void) { self.onCancel = onCancel }

  /// A request that has already been answered, or can't be interrupted.
  public static var done: Query { Query {} }

  public func cancel() { onCancel() }
}
