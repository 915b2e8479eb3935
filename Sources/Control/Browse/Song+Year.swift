import Model

extension Song {
  /// From the first of its dates that has one.
  var year: String? { year(in: .date) ?? year(in: .originalDate) }

  private func year(in tag: Tag) -> String? {
    for value in tags where value.tag == tag {
      if let year = ShelfPlace.year(of: value.value) { return year }
    }
    return nil
  }
}
