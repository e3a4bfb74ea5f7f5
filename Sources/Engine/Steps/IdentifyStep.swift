import FirmwareIdentity
import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

/// `Identify`: lasts until the accessory was asked for everything that may identify its firmware.
///
/// The phone itself ends it at the limit. Missing readings are no failure of the accessory: they identify the
/// firmware, and the gate judges that.
struct IdentifyStep: LinkStep {
    static let what = "identify"
    /// The allowance for the rig's own delay after the phone's limit.
    private static let slack = Lapse.seconds(1)
    let name: AccessoryName
    let shown: HashPlace?
    let console: ConsoleProtocol?
    let within: Lapse

    var command: PhoneCommand { .identify(name, reading: shown, console: console, within: within) }
    func longest(_ patience: Lapse) -> Lapse { within + Self.slack }

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        step.deadline = now + within + Self.slack
        return asks
    }

    func receive(
        _ event: ChannelEvent, _ step: PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress {
        guard case .identified(let readings) = event else { return .goesOn() }
        // No check is recorded: an accessory's own identification is neither right nor wrong here.
        return .done([
            step.measured(Self.what, at: now), Measured("readings", .count(readings.count { $0.tells })),
        ])
    }

    func missing(after limit: Lapse) -> (code: FailureCode, seen: Sentence) { ("rig.mute", .noAnswer(after: limit)) }

    func expire(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress {
        let (code, what) = missing(after: step.elapsed(at: now))
        return .error(RunError(code, on: .bluetooth(name), .about(step.step.spot, what)))
    }
}
