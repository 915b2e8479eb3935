internal import Linux

/// A requested GPIO output: the narrowest seam to the kernel. Loop thread only.
protocol OutputLine: AnyObject {
  /// Active-low is considered: true is lit.
  func set(_ isActive: Bool) throws(SystemError)
}
