/// A change of what people say of a song. nil takes it off.
public enum PersonalChange: Hashable, Sendable {
  case favourite(Bool)
  case toggleFavourite
  /// 0 to 10.
  case rating(Int?)
  /// 0xRRGGBB.
  case colour(UInt32?)
  /// Lines, parted by line feeds.
  case notes(String?)
}
