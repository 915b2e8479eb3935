import Model

@testable import Library

/// What people do with a store, each in an edit of its own.
extension VolumeStore {
  func personal(at path: [UInt8]) throws(StoreError) -> PersonalValues? {
    try people.personal.values(at: path)
  }

  func change(
    personalAt path: [UInt8], _ edits: [PersonalEdit]
  ) throws(StoreError) -> Result<(values: PersonalValues, isChanged: Bool), Refusal> {
    try edit { (transaction) throws(StoreError) in
      try people.personal.change(at: path, edits, in: transaction)
    }
  }

  func change(cuesAt path: [UInt8], _ change: CueChange) throws(StoreError) -> Result<Cue, Refusal> {
    try edit { (transaction) throws(StoreError) in try people.cues.change(at: path, change, in: transaction) }
  }

  func change(
    stickersOf owner: StickerOwner, _ change: StickerChange
  ) throws(StoreError) -> Result<StickerOutcome, Refusal> {
    try edit { (transaction) throws(StoreError) in
      try people.stickers.change(of: owner, change, in: transaction)
    }
  }

  func count(_ report: HeardReport, time: Int64?) throws(StoreError) -> Bool {
    try edit { (transaction) throws(StoreError) in
      try people.listening.count(report, time: time, in: transaction)
    }
  }

  func statistics(at path: [UInt8], time: Int64?) throws(StoreError) -> ListeningStatistics? {
    try people.listening.statistics(at: path, time: time)
  }

  func list(
    _ list: ListeningList, skipping: Int = 0, limit: Int, time: Int64?
  ) throws(StoreError) -> [ListeningRow] {
    try people.listening.list(
      list, skipping: skipping, limit: limit, time: time, isCountKept: scanCount.isKept)
  }

  func count(of list: ListeningList, time: Int64?) throws(StoreError) -> Int64 {
    try people.listening.count(of: list, time: time, isCountKept: scanCount.isKept)
  }

  func folderResumes(mostMembers: Int = 8192) throws(StoreError) -> [FolderResume] {
    try people.folders.all(on: identity, mostMembers: mostMembers)
  }

  func folderResume(at path: [UInt8]) throws(StoreError) -> FolderResume? {
    try people.folders.resume(at: path, on: identity)
  }

  func mark(folder path: [UInt8], resumes: Bool?) throws(StoreError) -> FolderResume? {
    try edit { (transaction) throws(StoreError) in
      try people.folders.mark(path, on: identity, resumes: resumes, in: transaction)
    }
  }

  func keep(_ point: FolderPoint, of path: [UInt8], time: Int64?) throws(StoreError) {
    try edit { (transaction) throws(StoreError) in
      try people.folders.store(point, of: path, time: time, in: transaction)
    }
  }

  func keep(_ pads: [Pad], folders: [PadFolder]?) throws(StoreError) {
    try edit { (transaction) throws(StoreError) in
      try people.pads.store(pads, folders: folders, in: transaction)
    }
  }

  func say(
    tempo: Double??, key: MusicalKey??, at path: [UInt8]
  ) throws(StoreError) -> Result<AnalysisReport, Refusal> {
    try edit { (transaction) throws(StoreError) in
      try analyses.say(tempo: tempo, key: key, at: path, in: transaction)
    }
  }
}
