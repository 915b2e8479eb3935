/// Times and places of a track's first samples (ISO/IEC 14496-12, 8.6 and 8.7).
struct MPEG4Samples {
  private(set) var all: [(time: Int64, offset: Int64, bytes: Int)] = []

  init(_ source: ByteSource, _ tables: Range<Int64>, limit: Int) throws(MediaError) {
    func table(_ type: StaticString, _ bytes: Int) throws(MediaError) -> [UInt8] {
      try MPEG4Box.first(type, source, in: tables)?.bytes(source, atMost: bytes) ?? []
    }
    let times = try table("stts", 8 + limit * 8)
    let sizes = try table("stsz", 12 + limit * 4)
    let chunks = try table("stsc", 8 + limit * 12)
    let narrow = try table("stco", 8 + limit * 4)
    let wide = narrow.isEmpty ? try table("co64", 8 + limit * 8) : []
    let count = Int(min(BigEndian.number(sizes, 8, 4) ?? 0, UInt64(limit)))
    let fixed = Int(BigEndian.number(sizes, 4, 4) ?? 0)

    var durations: [Int64] = []
    for run in 0..<Int(min(BigEndian.number(times, 4, 4) ?? 0, UInt64(limit))) where durations.count < count {
      guard let many = BigEndian.number(times, 8 + run * 8, 4),
        let each = BigEndian.number(times, 12 + run * 8, 4)
      else { break }
      durations += repeatElement(Int64(each), count: min(Int(many), count - durations.count))
    }
    var time: Int64 = 0
    var chunk = 0
    var row = 0
    while all.count < durations.count {
      let at =
        narrow.isEmpty
        ? BigEndian.number(wide, 8 + chunk * 8, 8) : BigEndian.number(narrow, 8 + chunk * 4, 4)
      guard var offset = at.flatMap({ Int64(exactly: $0) }) else { return }
      // The row of samples per chunk that holds from this chunk on; they are counted from 1.
      while let next = BigEndian.number(chunks, 8 + (row + 1) * 12, 4), next > 0, next <= UInt64(chunk + 1) {
        row += 1
      }
      guard let perChunk = BigEndian.number(chunks, 12 + row * 12, 4), perChunk > 0 else { return }
      for _ in 0..<min(Int(perChunk), durations.count - all.count) {
        let size = fixed > 0 ? fixed : Int(BigEndian.number(sizes, 12 + all.count * 4, 4) ?? 0)
        all.append((time, offset, size))
        time += durations[all.count - 1]
        let (sum, isOver) = offset.addingReportingOverflow(Int64(size))
        guard !isOver else { return }
        offset = sum
      }
      chunk += 1
    }
  }
}
