/// A request to the kernel for an input line.
struct LineRequest: Hashable {
  let address: LineAddress
  let active: ActiveLevel
  let bias: LineBias
  /// How long a level must be stable before the kernel reports it; nil: every edge is reported.
  var debounce: Duration?

  init(_ button: ButtonBinding) {
    address = button.address
    active = button.active
    bias = button.bias
    if case .kernel(let period) = button.debounce { debounce = period }
  }

  /// A line that nothing uses, for a button to ground.
  init(free address: LineAddress) {
    self.address = address
    active = .low
    bias = .pullUp
  }

  init(_ address: LineAddress, of encoder: EncoderBinding) {
    self.address = address
    active = encoder.active
    bias = encoder.bias
  }
}
