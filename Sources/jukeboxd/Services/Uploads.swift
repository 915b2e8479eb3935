import Control
import Library
import Linux
import Model

/// Files that clients send onto volumes. A transfer belongs to no client: a client that sends the same volume, path and
/// size continues it. Loop thread only.
final class Uploads: Uploading, LibraryObserver {
  private let loop: EventLoop
  private let library: MusicLibrary
  private var transfers: [Transfer] = []
  private var lastNumber = 0
  /// Time after which a transfer ends that nobody continues.
  var patience = Duration.seconds(24 * 3600)
  /// One that nobody has continued for this time makes room for another.
  private static let leastPatience = Duration.seconds(60)
  /// Files on their way of one sender: the others are for others.
  private static let mostOfOne = LibraryUploads.most / 2
  /// One of the same sender that it has not continued for this time makes room for its next.
  var ownPatience = Duration.seconds(5)

  private final class Transfer {
    let number: Int
    let slot: Int
    let volume: VolumeID
    let place: UploadPath
    let bytes: Int64
    /// The machine that began it.
    let sender: String
    var received: Int64 = 0
    /// A part is being written, or the file is put in its place.
    var isBusy = true
    var hasLeft = false
    var lastUsed = Instant.now()

    init(_ number: Int, slot: Int, volume: VolumeID, place: UploadPath, bytes: Int64, sender: String) {
      (self.number, self.slot, self.volume, self.place) = (number, slot, volume, place)
      (self.bytes, self.sender) = (bytes, sender)
    }

    var status: UploadStatus { UploadStatus(upload: number, received: received, path: place.text) }
  }

  init(loop: EventLoop, library: MusicLibrary) {
    self.loop = loop
    self.library = library
  }

  /// Whether somebody sends a file now.
  var isActive: Bool { transfers.contains { $0.isBusy || .now() - $0.lastUsed < Self.leastPatience } }

  // MARK: - Commands

  func check(_ request: UploadRequest, completion: @escaping (Result<UploadStatus, Refusal>) -> Void) {
    do throws(Refusal) {
      let (volume, place) = try place(of: request)
      if let known = transfer(to: place, of: request.bytes, on: volume) {
        return completion(.success(known.status))
      }
      library.uploads.begin(nil, bytes: request.bytes, promised: promised(of: volume), on: volume) {
        refusal in
        completion(
          refusal.map { .failure($0) }
            ?? .success(UploadStatus(upload: nil, received: 0, path: place.text)))
      }
    } catch {
      completion(.failure(error))
    }
  }

  func begin(
    _ request: UploadRequest, from sender: String,
    completion: @escaping (Result<UploadStatus, Refusal>) -> Void
  ) {
    do throws(Refusal) {
      let (volume, place) = try place(of: request)
      if let known = transfer(to: place, of: request.bytes, on: volume) {
        known.lastUsed = .now()
        return completion(.success(known.status))
      }
      let slot = try freeSlot(for: sender)
      let promised = promised(of: volume)
      lastNumber += 1
      let transfer = Transfer(
        lastNumber, slot: slot, volume: volume, place: place, bytes: request.bytes, sender: sender)
      transfers.append(transfer)
      library.uploads.begin(slot, bytes: request.bytes, promised: promised, on: volume) {
        [weak self] refusal in
        transfer.isBusy = false
        if let refusal {
          self?.forget(transfer)
          return completion(.failure(refusal))
        }
        self?.watch(transfer, for: self?.patience ?? .zero)
        completion(.success(transfer.status))
      }
    } catch {
      completion(.failure(error))
    }
  }

  func append(
    _ bytes: [UInt8], to upload: Int, at offset: Int64,
    completion: @escaping (Result<Int64, Refusal>) -> Void
  ) {
    do throws(Refusal) {
      let transfer = try transfer(upload)
      guard offset == transfer.received else {
        throw .failed(
          .uploadOutOfStep, "Continue at \(transfer.received): that many bytes are there",
          about: "\(transfer.received)")
      }
      guard Int64(bytes.count) <= transfer.bytes - offset else {
        throw .failed(.uploadOutOfStep, "The file has \(transfer.bytes) bytes", about: "\(transfer.received)")
      }
      transfer.isBusy = true
      library.uploads.append(bytes, to: transfer.slot, on: transfer.volume) { [weak self] refusal in
        transfer.isBusy = false
        if let refusal {
          self?.forget(transfer)
          return completion(.failure(refusal))
        }
        transfer.received += Int64(bytes.count)
        completion(.success(transfer.received))
      }
    } catch {
      completion(.failure(error))
    }
  }

  func end(_ upload: Int, completion: @escaping (Result<(uri: String, isKnown: Bool), Refusal>) -> Void) {
    do throws(Refusal) {
      let transfer = try transfer(upload)
      guard transfer.received == transfer.bytes else {
        throw .failed(
          .uploadOutOfStep,
          "The file is not whole: \(transfer.received) of \(transfer.bytes) bytes are there",
          about: "\(transfer.received)")
      }
      transfer.isBusy = true
      library.uploads.end(transfer.slot, at: transfer.place, on: transfer.volume) { [weak self] result in
        self?.forget(transfer)
        completion(
          result.map { placed in
            (self?.library.uri(of: placed.file) ?? EscapedName.text(for: placed.file.path), placed.isKnown)
          })
      }
    } catch {
      completion(.failure(error))
    }
  }

  func stop(_ upload: Int, completion: @escaping (Refusal?) -> Void) {
    do throws(Refusal) {
      // Also while a part of it is being written: that is done first, on the same thread.
      let transfer = try transfer(upload, orBusy: true)
      forget(transfer)
      library.uploads.drop(transfer.slot, on: transfer.volume) { completion(nil) }
    } catch {
      completion(error)
    }
  }

  /// From the library.
  func receive(_ event: LibraryEvent) {
    guard case .closed(let volume, _) = event else { return }
    for transfer in transfers where transfer.volume == volume { transfer.hasLeft = true }
  }

  // MARK: - Transfers

  private func place(of request: UploadRequest) throws(Refusal) -> (volume: VolumeID, place: UploadPath) {
    let volume = library.volumes.first { EscapedName.text(for: $0.name.utf8) == request.volume }
    guard let volume else { throw .noSuchVolume }
    return (volume.id, try UploadPath(request.path))
  }

  private func transfer(to place: UploadPath, of bytes: Int64, on volume: VolumeID) -> Transfer? {
    transfers.first { $0.place == place && $0.bytes == bytes && $0.volume == volume && !$0.hasLeft }
  }

  private func transfer(_ number: Int, orBusy: Bool = false) throws(Refusal) -> Transfer {
    guard let transfer = transfers.first(where: { $0.number == number }) else {
      throw .failed(.noSuchUpload, "No such upload: it was ended")
    }
    if transfer.hasLeft {
      forget(transfer)
      throw .volumeGone
    }
    guard orBusy || !transfer.isBusy else {
      throw .failed(
        .uploadOutOfStep, "Another client sends this file now", about: "\(transfer.received)")
    }
    transfer.lastUsed = .now()
    return transfer
  }

  private func forget(_ transfer: Transfer) { transfers.removeAll { $0 === transfer } }

  /// Returns the bytes that unfinished uploads still need on a volume.
  private func promised(of volume: VolumeID) -> Int64 {
    transfers.filter { $0.volume == volume && !$0.hasLeft }.reduce(0) { $0 + $1.bytes - $1.received }
  }

  private func freeSlot(for sender: String) throws(Refusal) -> Int {
    transfers.removeAll(where: \.hasLeft)
    let own = transfers.filter { $0.sender == sender }
    if own.count >= Self.mostOfOne { try makeRoom(in: own, after: ownPatience) }
    if transfers.count == LibraryUploads.most { try makeRoom(in: transfers, after: Self.leastPatience) }
    let taken = Set(transfers.map(\.slot))
    return (1...LibraryUploads.most).first { !taken.contains($0) } ?? 1
  }

  private func makeRoom(in transfers: [Transfer], after patience: Duration) throws(Refusal) {
    let oldest = transfers.filter { !$0.isBusy }.min { $0.lastUsed < $1.lastUsed }
    guard let oldest, Instant.now() - oldest.lastUsed >= patience else {
      throw .failed(.limitReached, "\(transfers.count) files are on their way: wait until one is there")
    }
    discard(oldest)
  }

  private func discard(_ transfer: Transfer) {
    forget(transfer)
    library.uploads.drop(transfer.slot, on: transfer.volume) {}
  }

  private func watch(_ transfer: Transfer, for time: Duration) {
    loop.schedule(after: time) { [weak self, weak transfer] in
      guard let self, let transfer else { return }
      let left = patience - (Instant.now() - transfer.lastUsed)
      if transfer.isBusy || left > .zero {
        watch(transfer, for: max(left, Self.leastPatience))
      } else if transfers.contains(where: { $0 === transfer }) {
        discard(transfer)
      }
    }
  }
}
