import Model

extension Refusal {
  /// What a database or its storage refused, to those who ask the library.
  init(_ error: StoreError) {
    self = error.kind == .closed || error.kind == .cancelled ? .volumeGone : .system("\(error)")
  }

  /// For warnings.
  var text: String {
    switch self {
    case .system(let what), .badFile(let what, _): what
    case .volumeGone: "the volume has left"
    default: "\(self)"
    }
  }
}
