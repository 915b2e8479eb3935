/// End of a window of a listing, as keys of the order: the next window begins right there, whatever was added
/// or removed meanwhile.
struct ListingCursor: Hashable, Sendable {
  /// Key of the folder that the last item is in (or is, where `track` is nil).
  var folder: [UInt8]
  /// Sort key of the last track; nil: the folder's tracks are still to come.
  var track: [UInt8]?
}
