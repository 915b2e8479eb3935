import Control
import Linux
import Model
import Player

/// Speaks facts for the action `say`, in English: by espeak-ng, as an announcement. Loop thread only.
final class SpokenFacts: EffectHandler {
  private let controller: PlaybackController
  private let clock: BoxClock
  private let playing: NowPlaying
  private let announcer: Announcer
  private let tones: Tones
  /// Characters of a title or an artist: some tags hold pages of text.
  private static let mostSpoken = 120

  init(_ dependencies: Dependencies, clock: BoxClock, playing: NowPlaying, services: Services) {
    controller = dependencies.controller
    (self.clock, self.playing) = (clock, playing)
    (announcer, tones) = (services.announcer, services.tones)
  }

  func handle(_ effect: Effect) -> Bool {
    guard case .perform(.say(let fact)) = effect else { return false }
    guard let text = text(of: fact) else {
      refuse(fact, Self.absence(of: fact))
      return true
    }
    announcer.announce("say:\(text)", volume: nil, duck: nil) { [weak self] in
      if let refusal = $0 { self?.refuse(fact, refusal.message) }
    }
    return true
  }

  private func refuse(_ fact: SpokenFact, _ reason: String) {
    tones.signal(.error)
    Log.notice("say \(fact.rawValue): \(reason)")
  }

  /// nil where there is none.
  private func text(of fact: SpokenFact) -> String? {
    switch fact {
    case .time: clock.now.map { TimeOfDay.text(clock.zone.minute($0)) }
    case .title: title
    case .address: address
    case .budget: budget
    }
  }

  private static func absence(of fact: SpokenFact) -> String {
    switch fact {
    case .time: "nothing vouches for the time"
    case .title: "nothing plays that has a title"
    case .address: "the box has no address in a network"
    case .budget: "today has no budget"
    }
  }

  private var address: String? {
    let addresses = (try? NetworkInterfaces.addresses()) ?? []
    return (addresses.first { $0.isIPv4 } ?? addresses.first)?.description
  }

  /// Title and artist; the name of a stream whose server says no title.
  private var title: String? {
    guard let entry = controller.player.current else { return nil }
    func told(_ field: SourceMetadata.Field) -> String? { entry.told.first { $0.field == field }?.text }
    func tag(_ tag: Tag) -> String? { playing.currentSong?.tags.first { $0.tag == tag }?.value }
    guard let title = tag(.title) ?? told(.title) ?? told(.name) else { return nil }
    let artist = tag(.artist) ?? told(.artist)
    return ([title] + (artist.map { [$0] } ?? [])).map { $0.prefix(Self.mostSpoken) }.joined(
      separator: ", by ")
  }

  private var budget: String? {
    controller.status.family.rest.map { rest in
      let minutes = (rest.components.seconds + 59) / 60
      return minutes == 1 ? "1 minute left today" : "\(minutes) minutes left today"
    }
  }
}
