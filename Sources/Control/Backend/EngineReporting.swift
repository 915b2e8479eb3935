/// What the engine says of itself, for the further command `engine`. Loop thread only.
public protocol EngineReporting: AnyObject {
  var engineStatus: EngineStatus { get }
}
