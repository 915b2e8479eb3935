/// A window of a listing within one volume.
struct Listing: Hashable, Sendable {
  var items: [ListingItem] = []
  /// Where the next window begins; nil at the end.
  var next: ListingCursor?
}
