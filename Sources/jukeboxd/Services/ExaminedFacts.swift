import Doctor
import Model

/// The daemon's facts for its checks; threads fill in what the loop cannot ask for.
struct ExaminedFacts: Sendable {
  var sound = SoundFacts()
  var sticks = StickFacts()
  var inputs = InputFacts()
  var service = ServiceFacts()
  var network = NetworkFacts()

  var findings: [Finding] {
    let all = checked
    return all + [ServiceChecks.change(after: all, service)].compactMap(\.self)
  }

  private var checked: [Finding] {
    SoundChecks.all.findings(in: sound) + StickChecks.all.findings(in: sticks)
      + InputChecks.all.findings(in: inputs)
      + ServiceChecks.all.findings(in: service)
      + NetworkChecks.all.findings(in: network)
  }
}
