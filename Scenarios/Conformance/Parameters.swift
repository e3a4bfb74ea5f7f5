import ScenarioKit

// Each of these isolates one field of the shareable configuration data.

/// Shareable configuration data with a value that reveals how one field is used.
struct FieldCase {
    let name: String
    let summary: String
    let covers: [Reference]
    let shareable: ShareableSetup
    let cause: Meaning
    /// Robustness against a value that no phone sends.
    let suite: ScenarioSuite
    /// The number of distances that a correct accessory may get by chance while the kit has a wrong value.
    let caught: Int

    init(
        _ name: String, _ summary: String, suite: ScenarioSuite = .conformance, covers: [Reference],
        _ shareable: ShareableSetup, caught: Int = 0, otherwise cause: Meaning
    ) {
        self.suite = suite
        self.caught = caught
        self.name = name
        self.summary = summary
        self.covers = covers
        self.shareable = shareable
        self.cause = cause
    }

    /// The exchange; its failure has the field's cause if a start that never came shows that.
    var exchange: any Word {
        let exchange = Exchange(.configuration, with: .door, within: .seconds(5))
        return cause.isShown(by: "session.neverStarted") ? exchange.otherwise(cause) : exchange
    }

    var tags: [ScenarioTag] { suite == .robustness ? [.robustness] : [.quick] }

    /// Values with which ranging works only if the field is used.
    static let uses = [
        FieldCase(
            "sessionID", "A session id is four bytes, low byte first: in another order neither side finds the other",
            covers: [.complaint(.f10), .complaint(.f11)], ShareableSetup(sessionID: 0x0000_0102),
            otherwise: .unheard("with the session id 0x00000102")),
        FieldCase(
            "zeroSessionID", "Zero is a session id like any other, not a missing one", suite: .robustness,
            covers: [.complaint(.f11)], ShareableSetup(sessionID: 0),
            otherwise: Meaning(
                "with the session id 0 it does not range", code: "parameters.zeroSessionID",
                when: "session.neverStarted", "session.rangesNot")),
        FieldCase(
            "largeSessionID", "Phones use sixteen random bits, but the field has thirty-two: all of them count",
            suite: .robustness, covers: [.complaint(.f11)], ShareableSetup(sessionID: 0x0003_0001),
            otherwise: .unheard("with the session id 0x00030001, of more than two bytes,")),
        FieldCase(
            "address", "The phone's short address, low byte first",
            covers: [.complaint(.f10)], ShareableSetup(address: 0x1122),
            otherwise: .unheard("with the phone address 0x1122")),
        FieldCase(
            "initialization", "The six bytes of the static STS in their order, which one vendor reverses",
            covers: [.complaint(.f12)], ShareableSetup(vector: [0x01, 0x02, 0x03, 0x04, 0x05, 0x06]),
            otherwise: Meaning(
                "its frames carry another STS than the IV 01 02 03 04 05 06 gives", when: "session.stsMismatch")),
        FieldCase(
            "interval", "The phone sets the ranging interval: an accessory with a different one drifts away",
            covers: [.rule(.shareableLayout), .rule(.shareableCaptures)], ShareableSetup(interval: .milliseconds(162)),
            otherwise: .unheard("with a ranging interval of 162 ms")),
        FieldCase(
            "slotDuration", "Slots of 3 ms, which some stacks refuse",
            covers: [.complaint(.f13), .rule(.shareableLayout)], ShareableSetup(slotDurationRSTU: 3600),
            otherwise: .unheard("with slots of 3600 RSTU")),
        FieldCase(
            "shortSlots", "Slots of 2 ms, which the standard allows as well", suite: .robustness,
            covers: [.complaint(.f13)], ShareableSetup(slotDurationRSTU: 2400),
            otherwise: .unheard("with slots of 2400 RSTU")),
    ]
}

extension Meaning {
    /// A value with which the kit receives nothing, although the accessory reports that it ranges.
    fileprivate static func unheard(_ value: String) -> Meaning {
        Meaning("\(value) it is not heard", when: "session.rangesNot")
    }
}

extension ScenarioGroup {
    static let parameters = ScenarioGroup(suite: .conformance, tags: [.quick], phone: .strict) {
        for field in FieldCase.uses {
            Scenario(
                "uses", field.summary, argument: field.name, suite: field.suite, tags: field.tags, covers: field.covers,
                phone: .strict(sharing: field.shareable), opening: .connected(.door), closing: .parting(.door)
            ) {
                field.exchange
                Expect(.ranging(.door), count: .atLeast(3), within: .seconds(3)).otherwise(field.cause)
            }
        }

        Scenario(
            "startsWithLongSlots",
            "An accessory that starts with slots of 2 ms must start with the 3 ms that phones use",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f13)],
            phone: .strict(sharing: ShareableSetup(slotDurationRSTU: 2400)), opening: .stopped(.door),
            closing: .disconnecting(.door)
        ) {
            Send(.initialize, to: .door)
            Stay(.milliseconds(500))
            // 2400 becomes 3600 in the two bytes of the slot duration.
            Send(.corrupted(.corrupted(.shareableConfiguration, byte: 16, xor: 0x70), byte: 17, xor: 0x07), to: .door)
            Await(.received(.didStart, from: .door), within: .seconds(3))
                .otherwise(
                    "it starts with slots of 2400 RSTU, and does not with 3600", code: "parameters.slotsRefused",
                    when: .nothingCame)
            Send(.stop, to: .door)
            Stay(.seconds(1))
        }
    }
}
