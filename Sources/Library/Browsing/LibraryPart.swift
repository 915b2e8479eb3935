/// What was made of a window of a listing within one volume.
struct LibraryPart<Sum> {
  var sum: Sum
  /// How many items it is of.
  var count = 0
  /// Where the next window begins; nil at the end.
  var next: ListingCursor?
}

extension LibraryPart: Sendable where Sum: Sendable {}
