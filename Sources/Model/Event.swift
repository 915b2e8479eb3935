/// Everything that can happen to a jukebox.
public enum Event: Hashable, Sendable {
  // Time and power.
  /// Once, before all others: sets the volume and begins what autoplay says.
  case powerOn
  /// `Jukebox.deadline` has come.
  case tick
  /// The daemon ends in order: the current state is saved.
  case powerOff

  /// The configuration was read again. Its autoplay and start volume count from the next start on.
  case policyChanged(Policy)

  // Transport, by MPD's rules.
  /// `play` without argument: resumes, or starts the current or first entry.
  case play
  case playPosition(Int)
  case playID(EntryID)
  case setPaused(Bool)
  /// `pause` without argument.
  case togglePause
  case stop
  case next
  case previous
  case seekPosition(Int, to: Duration)
  case seekID(EntryID, to: Duration)
  case seekCurrent(to: Duration)
  case seekCurrentBy(Duration)
  /// Loops a part of the current track, from its beginning if the position is outside; nil: continues after it.
  case setLoop(LoopSection?)

  /// The music of an alarm plays in place of the queue, which is put aside. Without items: silence, for another sound.
  case ring([QueueItem], volume: Int, fade: Duration)
  /// The music of an alarm falls to silence; `endRinging` follows.
  case fadeRinging
  /// The queue that was put aside is back, paused.
  case endRinging

  // Queue. Ranges are clipped at the queue's end.
  /// The ids given are in `Jukebox.lastAdded` afterwards.
  case add([TrackReference], at: QueuePlace)
  /// As `add`, with what of each sounds.
  case addItems([QueueItem], at: QueuePlace)
  /// As `addItems` at the place where it is the guest's turn. Starts playback if the queue has ended by itself.
  case request([QueueItem], guest: String)
  /// Removes what the guest asked for and what has not begun.
  case withdraw(EntryID, guest: String)
  /// A guest's vote to skip the entry, if it is the current one.
  case vote(EntryID, guest: String)
  /// Refused for what plays or is paused.
  case setRegion(EntryID, Region)
  /// The tags of a stream, as a client gives them; refused for files.
  case setTags(EntryID, [SourceMetadata])
  case delete(Range<Int>)
  case deleteIDs([EntryID])
  case clear
  /// The queue, the song and its place are as before a `clear` that was a moment ago, where nothing was added since.
  case takeBackClear
  case move(Range<Int>, to: QueuePlace)
  case moveID(EntryID, to: QueuePlace)
  case swap(Int, Int)
  case swapIDs(EntryID, EntryID)
  case prioritise([Range<Int>], UInt8)
  case prioritiseIDs([EntryID], UInt8)
  case shuffle(Range<Int>)
  /// A stored playlist was put into the queue.
  case loaded(String)
  /// New tags or durations were read from this volume: its entries count as changed.
  case factsChanged(VolumeID)
  /// Files have been moved or renamed: where they were, and where they are. Their entries follow them.
  case moved([TrackReference: TrackReference])

  // Options.
  case setRandom(Bool)
  case setRepeat(Bool)
  case setSingle(ModeSwitch)
  case setConsume(ModeSwitch)
  case setCrossfade(seconds: UInt32)
  case setMixRampDecibels(Double)
  case setMixRampDelay(seconds: Double?)
  case setReplayGain(ReplayGainMode)
  /// Albums in an order by chance, each whole and in order.
  case setRandomAlbums
  case setShape(SoundShape)
  /// Clipped to `Modes.speeds`.
  case setSpeed(Double)
  case setSleep(SleepTimer?)
  /// Whether the night's ceiling counts.
  case setNight(Bool)
  /// The quiet hours that hold, and for how long they have by the clock.
  case setQuiet(PresentQuiet?, passed: Duration = .zero)
  /// The count from before the start, once, before all others of the budget.
  case restoreBudget(BudgetCount)
  case setBudget(BudgetRules)
  /// The day of the budget; nil while no clock says it.
  case setDay(CalendarDay?)
  /// No clock says the day: one begins, at most once in a start of the machine, which has this name.
  case beginDay(boot: String)
  /// Minutes for today alone; negative ones take some.
  case giveBudget(minutes: Int)
  /// Music may play for this time in spite of quiet hours and budget; 0 ends that.
  case allow(minutes: Int)
  /// Percent; clipped to the floor and the ceiling.
  case setVolume(Int)
  case changeVolume(by: Int)
  case setMuted(Bool)
  case clearError

  /// A button, key or remote.
  case perform(Action)

  // Library.
  /// The volume can be played from now on.
  case volumeArrived(VolumeID)
  case volumeLeft(VolumeID)
  /// Whether these folders resume, and where; before their volume's arrival, and whenever more is known.
  case folders([FolderRule])
  /// Answers `Effect.fillQueue`.
  case fill([TrackReference], from: VolumeID)
  /// Answers `Effect.loadPreset`: these play instead of the queue.
  case replaceQueue([QueueItem])

  // Engine.
  /// This can be heard now; its length where the file says it, else as it is reckoned, and the whole file's, which is
  /// longer than that of a part of it.
  case started(PlaySerial, length: Duration?, likely: Duration? = nil, file: Duration? = nil)
  /// Position of the audible frame, from the entry's beginning.
  case position(PlaySerial, Duration)
  /// The entry has sounded to its end, a failure in mid-file included.
  case ended(PlaySerial)
  /// It can't be opened, or not be read on; what was decoded of it still sounds.
  case failed(PlaySerial, FailureKind, reason: String)
  /// The engine has decoded this one to its end and wants the next.
  case wantsNext(after: PlaySerial)
  /// All has sounded, nothing follows; this one was the last.
  case drained(after: PlaySerial)
}

/// Why an entry could not be played on.
public enum FailureKind: Hashable, Sendable {
  /// The file itself: corrupt, empty, not sound, vanished.
  case broken
  /// The decoder for files of this format is not installed; the file may be whole.
  case notInstalled
  /// A fault of the storage: an I/O error, a closed volume. The volume may be about to leave, so the jukebox waits a
  /// moment before it skips the entry.
  case unreachable

  public var problem: ProblemKey {
    switch self {
    case .broken: .brokenFile
    case .notInstalled: .notInstalled
    case .unreachable: .storage
    }
  }
}
