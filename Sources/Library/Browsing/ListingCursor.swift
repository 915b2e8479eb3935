/// Where a window of a listing ended, as keys of the order, so that the next begins right there whatever was
/// added or removed meanwhile.
struct ListingCursor: Hashable, Sendable {
  /// Key of the folder that the last item is in (or is, where `track` is nil).
  var folder: [UInt8]
  /// Sort key of the last track; nil: the folder's tracks are still to come.
  var track: [UInt8]?
}
