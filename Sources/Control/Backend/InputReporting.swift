/// What the inputs say of themselves, for the further command `inputs`. Loop thread only.
public protocol InputReporting: AnyObject {
  var inputs: [InputReport] { get }
}
