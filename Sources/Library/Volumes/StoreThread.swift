import Linux
import Model

/// Work of a volume's store thread around its jobs: it opens the database, changes to another one if that is
/// broken or no longer takes writes, and closes it.
struct StoreThread: Sendable {
  let key: UInt64
  let opener: VolumeOpener
  let check: DamageCheck
  /// Interrupt handle of the open database.
  let interruptHandle = Guarded<InterruptHandle?>(nil)
  let deliver: @Sendable (LibraryMessage) -> Void

  private var root: Root { opener.root }

  // MARK: Opening and closing

  /// - Parameter beginning: called before anything is known of the volume elsewhere.
  /// - Returns: nil where it can't be opened, which is delivered.
  func open(_ beginning: () -> Void) -> VolumeStore? {
    do throws(StoreError) {
      let store = try openWhenFree()
      do throws(StoreError) {
        let opened = try opened(store)
        interruptHandle.withLock { $0 = store.connection.interruptHandle }
        for note in store.notes { deliver(.warning(note)) }
        beginning()
        deliver(opened)
        return store
      } catch {
        store.close()
        throw error
      }
    } catch {
      deliver(.failed(key: key, error))
      return nil
    }
  }

  private func opened(_ store: VolumeStore) throws(StoreError) -> LibraryMessage {
    .opened(
      key: key, store.identity, name: store.name, isCopy: store.isCopy,
      trackCount: try store.totals.lastCount(),
      wasScanned: try store.scanCount.wasScanned(),
      fingerprint: VolumeFingerprint.of(root, label: opener.label))
  }

  /// A second: nobody has to wait for the last attempt to know what keeps a volume from being used.
  private static let attemptsBeforeTold = 10

  /// The same volume may have left a moment ago, and its threads may not be done yet.
  private func openWhenFree() throws(StoreError) -> VolumeStore {
    for attempt in 0..<100 {
      do {
        return try opener.open()
      } catch  where error.kind == .busy && !opener.closing.isCancelled {
        if attempt == Self.attemptsBeforeTold { deliver(.held(key: key, error)) }
        Pause.milliseconds(100)
      }
    }
    return try opener.open()
  }

  func close(_ store: VolumeStore?) {
    interruptHandle.withLock { $0 = nil }
    if !opener.closing.isCancelled { try? store?.checkpoint() }
    store?.close()
  }

  // MARK: Jobs

  /// Runs a job, and again with another database where the one at hand fails it.
  func run(_ job: @escaping JobQueue<VolumeStore>.Job, on store: inout VolumeStore?) {
    noticeDeletion(of: store)
    if store?.trouble == nil { job(store) } else { store?.recoveries.retryJob = job }
    while let current = store, let trouble = current.trouble {
      let retryJob = current.recoveries.retryJob.take()
      store = settle(trouble, current)
      store?.recoveries = current.recoveries
      interruptHandle.withLock { $0 = store?.connection.interruptHandle }
      retryJob?(store)
    }
  }

  /// Frees memory that a scan or a request took. Called once no job has come for a moment.
  func rest(_ store: VolumeStore?, _ jobs: JobQueue<VolumeStore>) {
    if let store { check.runWhatIsLeft(on: store) }
    // Damage found is mended after a job.
    if store?.trouble != nil { _ = jobs.send({ _ in }, .background) }
    store?.rest()
    Memory.giveBackNow()
  }

  // MARK: Recovery

  /// Refuses edits of a deleted database, since they would end with this process; reading continues.
  private func noticeDeletion(of store: VolumeStore?) {
    guard let store else { return }
    if !store.recoveries.isDeleted, store.connection.isDeleted {
      store.recoveries.isDeleted = true
      store.connection.refuseWrites()
      deliver(
        .warning(
          "\(store.connection.path) was deleted while in use: changes are refused until the volume is opened again"
        ))
    }
    guard store.isCopy || store.recoveries.isDeleted, !store.recoveries.isRootGone, root.isDeleted else {
      return
    }
    store.recoveries.isRootGone = true
    deliver(.deleted(key: key))
  }

  /// Goes over to another database when the one at hand is broken, or gives it room.
  /// - Returns: nil where there is none to go over to; every further job is then refused.
  private func settle(_ trouble: DatabaseFailure, _ store: VolumeStore) -> VolumeStore? {
    store.trouble = nil
    if opener.closing.isCancelled { return store }
    return switch trouble {
    case .damaged(let error): rebuild(store, error)
    case .textIndexDamaged(let error): rebuildTextIndex(store, error)
    case .full(let error): makeRoom(store, error)
    }
  }

  private func rebuild(_ store: VolumeStore, _ error: StoreError) -> VolumeStore? {
    store.recoveries.rebuilds += 1
    let rebuilds = store.recoveries.rebuilds
    guard rebuilds <= Recoveries.mostRebuilds else {
      if rebuilds == Recoveries.mostRebuilds + 1 {
        deliver(
          .warning(
            "\(error); the database fails repeatedly: it is not used until the volume is plugged in again"))
      }
      return store
    }
    deliver(.warning("\(error); the database is set aside and rebuilt"))
    do {
      // If a backup breaks it again, the database stays without it.
      let new = try opener.rebuild(store, because: error, restores: rebuilds == 1)
      for note in new.notes { deliver(.warning(note)) }
      deliver(.rebuilt(key: key))
      return new
    } catch {
      deliver(.warning("\(error)"))
      return nil
    }
  }

  private func rebuildTextIndex(_ store: VolumeStore, _ error: StoreError) -> VolumeStore? {
    store.recoveries.rebuilds += 1
    guard store.recoveries.rebuilds <= Recoveries.mostRebuilds else { return store }
    deliver(.warning("\(error); the text indexes are rebuilt"))
    do throws(StoreError) {
      try store.textIndex.clear()
    } catch {
      return settle(.damaged(error), store)
    }
    deliver(.rebuilt(key: key))
    return store
  }

  /// The spare file gives way to the database once.
  private func makeRoom(_ store: VolumeStore, _ error: StoreError) -> VolumeStore {
    if !store.isCopy, SpareFile(root).giveWay() {
      deliver(
        .warning("\(error); only \(SpareFile.bytes >> 20) MiB are left for playlists, ratings and the like"))
    }
    return store
  }
}
