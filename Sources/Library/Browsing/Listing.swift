/// A window of a listing within one volume.
struct Listing: Hashable, Sendable {
  var items: [ListingItem] = []
  /// Start of the next window; nil at the end.
  var next: ListingCursor?
}
