/// Result of a window of a listing within one volume.
struct LibraryPart<Sum> {
  var sum: Sum
  /// How many items it is of.
  var count = 0
  /// Start of the next window; nil at the end.
  var next: ListingCursor?
}

extension LibraryPart: Sendable where Sum: Sendable {}
