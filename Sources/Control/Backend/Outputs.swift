public import Model

/// The audio outputs. Loop thread only.
public protocol Outputs: AnyObject {
  /// In the order of their numbers, which are their places here.
  var outputs: [OutputStatus] { get }
  /// - Parameter enabled: nil toggles.
  func setOutput(_ number: Int, enabled: Bool?) throws(Refusal)
}
