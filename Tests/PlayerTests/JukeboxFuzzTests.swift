import Model
import Player
import Support
import Testing

/// Random commands, reports (also stale ones), volumes that come and go, beside an engine that holds nothing but
/// what the effects gave it.
@Suite struct JukeboxFuzzTests {
  private struct Engine {
    var current: StampedEntry?
    var next: StampedEntry?
    var isPaused = false
    var hasStarted = false
    var serials: [UInt32] = []

    mutating func take(_ effects: [Effect]) {
      for (index, effect) in effects.enumerated() {
        switch effect {
        case .start(let stamped, let at, let paused):
          #expect(at >= .zero)
          #expect(!serials.contains(stamped.serial.rawValue))
          serials.append(stamped.serial.rawValue)
          (current, next, isPaused, hasStarted) = (stamped, nil, paused, false)
        case .setNext(let stamped):
          if let stamped {
            #expect(!serials.contains(stamped.serial.rawValue))
            serials.append(stamped.serial.rawValue)
          }
          next = stamped
        case .pause: isPaused = true
        case .resume: isPaused = false
        case .stop: (current, next) = (nil, nil)
        case .runOut: next = nil
        case .seek(let serial, let target):
          expectEqual(serial, current?.serial)
          #expect(target >= .zero)
        case .changed(let subsystems):
          expectEqual(index, effects.count - 1)
          #expect(!subsystems.isEmpty)
        default: break
        }
      }
    }

    /// What a real one might say now.
    mutating func report(_ dice: inout Dice) -> [Event] {
      guard let now = current else { return [] }
      if dice.below(12) == 0, let old = serials.dropLast(4).last {
        return [.started(PlaySerial(rawValue: old), length: nil), .drained(after: PlaySerial(rawValue: old))]
      }
      if !hasStarted {
        if dice.below(3) == 0 {
          return [.failed(now.serial, dice.flip() ? .broken : .unreachable, reason: "bad")]
        }
        hasStarted = true
        return [.started(now.serial, length: dice.flip() ? .seconds(200) : nil)]
      }
      switch dice.below(6) {
      case 0: return [.wantsNext(after: now.serial)]
      case 1: return [.position(now.serial, .seconds(dice.below(300)))]
      case 2: return [.failed(now.serial, dice.flip() ? .broken : .unreachable, reason: "cut off")]
      case 3:
        guard let next else { return [] }
        self.next = nil
        return [.failed(next.serial, dice.flip() ? .broken : .unreachable, reason: "next is bad")]
      default:
        guard let next else {
          current = nil
          return [.ended(now.serial), .drained(after: now.serial)]
        }
        (current, self.next) = (next, nil)
        return [.ended(now.serial), .started(next.serial, length: .seconds(100))]
      }
    }
  }

  private static func command(_ dice: inout Dice, _ rig: Rig) -> Event {
    let position = dice.below(rig.jukebox.queue.count + 1)
    let range = position..<position + dice.below(5)
    let volume = dice.flip() ? Rig.stick : Rig.otherStick
    let actions: [Action] = [
      .play, .pause, .toggle, .stop, .next, .previous, .nextFolder, .previousFolder, .seek(seconds: -7),
      .mute,
      .volume(percent: 9), .shuffle, .repeat,
    ]
    let guest = ["Ana", "Ben", "Cem"][dice.below(3)]
    let id = EntryID(rawValue: UInt32(dice.below(Int(rig.ids.max() ?? 0) + 2)))
    switch dice.below(27) {
    case 0, 1, 2:
      return .add(
        (0..<dice.below(6)).map { Rig.track($0, folder: "\($0 % 3)", volume: volume) },
        at: .position(position))
    case 3: return .delete(range)
    case 4: return .move(range, to: .afterCurrent(dice.below(3)))
    case 5: return .swap(position, dice.below(8))
    case 6: return .shuffle(range)
    case 7: return .prioritise([range], UInt8(dice.below(4)))
    case 8: return .setRandom(dice.flip())
    case 9: return .setRepeat(dice.flip())
    case 10: return .setSingle(ModeSwitch.allCases[dice.below(3)])
    case 11: return .setConsume(dice.below(3) == 0 ? ModeSwitch.allCases[dice.below(3)] : .off)
    case 12: return .volumeLeft(volume)
    case 13, 14: return .volumeArrived(volume)
    case 15: return .playPosition(position)
    case 16: return .next
    case 17: return .previous
    case 18: return .seekPosition(position, to: .seconds(dice.below(300) - 10))
    case 19: return dice.below(10) == 0 ? .clear : .tick
    case 20: return .tick
    case 21:
      let items = (0..<dice.below(3)).map {
        QueueItem(Rig.track($0, folder: "\(dice.below(40))", volume: volume))
      }
      return .request(items, guest: guest)
    case 22: return .withdraw(id, guest: guest)
    case 23: return .vote(rig.jukebox.current?.id ?? id, guest: guest)
    default: return .perform(actions[dice.below(actions.count)])
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 1_005, 1_014]) func `the jukebox and the engine agree after any events`(
    _ seed: UInt64
  ) throws {
    var dice = Dice(seed: seed &+ 77)
    var rig = try Rig(6, seed: seed)
    var engine = Engine()
    var starts = 0
    for step in 0..<2_500 {
      rig.pass(.milliseconds(dice.below(1_500)))
      let events = dice.below(3) == 0 ? engine.report(&dice) : [Self.command(&dice, rig)]
      for event in events {
        let before = rig.jukebox
        do throws(Refusal) {
          let effects = try rig.send(event)
          engine.take(effects)
          starts += effects.count { if case .start = $0 { true } else { false } }
        } catch {
          expectEqual(rig.ids, before.queue.entries.map(\.id.rawValue))
          expectEqual(rig.status, before.status(at: rig.time))
        }
      }
      check(rig, engine, "seed \(seed), step \(step): \(events)")
      // A restart at any moment finds what is needed.
      if step % 250 == 0 {
        let again = try Rig(restoring: rig.saved())
        expectEqual(again.ids, rig.ids)
      }
    }
    #expect(starts > 50)
  }

  private func check(_ rig: Rig, _ engine: Engine, _ what: String) {
    let status = rig.status
    let order = rig.jukebox.savedOrder
    if status.modes.random {
      #expect(order.map(\.rawValue).sorted() == rig.ids.sorted(), "\(what)")
    } else {
      #expect(order.isEmpty)
    }
    if status.state == .stop {
      #expect(engine.current == nil, "\(what)")
    } else {
      #expect(status.current != nil, "\(what)")
      #expect(status.elapsed ?? .seconds(-1) >= .zero)
      if let playing = engine.current {
        #expect(playing.entry.id == status.current?.id, "\(what)")
        #expect(playing.serial == status.serial, "\(what)")
        #expect(engine.isPaused == (status.state == .pause), "\(what)")
      }
      if let next = engine.next { #expect(rig.jukebox.queue.position(of: next.entry.id) != nil, "\(what)") }
    }
  }
}
