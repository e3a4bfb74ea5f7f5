import FirmwareIdentity
import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

/// `Identify`: until the accessory was asked for everything that it may say of its firmware.
///
/// The phone itself ends it at the limit. Whatever was read, or was not, is no failure of the accessory: it says which
/// firmware is there, and the gate judges that.
struct IdentifyStep: LinkStep {
    static let what = "identify"
    /// The phone ends at the limit; what comes no later than this is the rig's own delay.
    private static let slack = Span.seconds(1)
    let name: AccessoryName
    let shown: HashPlace?
    let console: ConsoleProtocol?
    let within: Span

    var command: PhoneCommand { .identify(name, reading: shown, console: console, within: within) }
    func longest(_ patience: Span) -> Span { within + Self.slack }

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        step.deadline = now + within + Self.slack
        return asks
    }

    func receive(
        _ event: ChannelEvent, _ step: PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress {
        guard case .identified(let readings) = event else { return .goesOn() }
        // Nothing was checked: what an accessory says of itself is neither right nor wrong here.
        return .done([
            step.measured(Self.what, at: now), Measured("readings", .count(readings.count { $0.tells })),
        ])
    }

    func missing(after limit: Span) -> (code: FailureCode, seen: Sentence) { ("rig.mute", .noAnswer(after: limit)) }

    func expire(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress {
        let (code, what) = missing(after: step.elapsed(at: now))
        return .error(RunError(code, on: .bluetooth(name), .about(step.step.spot, what)))
    }
}
