import Model

extension Chapter {
  /// From texts as a file has them.
  init(start: Duration, end: Duration? = nil, rawTitle: String?, rawPerformer: String? = nil) {
    self.init(
      start: start, end: end.flatMap { $0 > start ? $0 : nil },
      title: rawTitle.flatMap { TagText.cleaned($0, limit: Self.titleLimit) },
      performer: rawPerformer.flatMap { TagText.cleaned($0, limit: Self.titleLimit) })
  }

  /// In the order of the sound, as many as are kept.
  static func bounded(_ chapters: [Chapter]) -> [Chapter] {
    let ordered = chapters.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    var room = textLimit
    return ordered.prefix(countLimit).map { _, chapter in
      room -= (chapter.title?.utf8.count ?? 0) + (chapter.performer?.utf8.count ?? 0)
      return room >= 0 ? chapter : Chapter(start: chapter.start, end: chapter.end)
    }
  }
}
