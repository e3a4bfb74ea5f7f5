import ScenarioKit

// A probe gives the kit one wrong value on purpose: the one used by an accessory that misreads the field. A
// measurement then proves the mistake; a healthy accessory ranges with the phone's values and isn't heard. Silence
// proves something only if the kit can hear: each probe has a control session that ranges.

extension FieldCase {
    /// Mistakes in reading a field, each with the value that proves it.
    static let probes = [
        FieldCase(
            "sessionID", "Listens with the session id's bytes swapped", covers: [.complaint(.f10)],
            ShareableSetup(sessionID: 0x0000_0102, probe: .swappedSessionID),
            otherwise: Meaning(
                "it reads the session id 0x00000102 as 0x02010000, its bytes in reverse",
                code: "parameters.sessionIDReversed",
                when: .tooManyCame)),
        FieldCase(
            "sessionIDLength", "Listens with the low two bytes of the session id", suite: .robustness,
            covers: [.complaint(.f11)],
            ShareableSetup(sessionID: 0x0003_0001, probe: .shortSessionID(bytes: 2)),
            otherwise: Meaning(
                "it reads the session id 0x00030001 as 0x00000001: it keeps only the low two bytes",
                code: "parameters.sessionIDTwoBytes",
                when: .tooManyCame)),
        FieldCase(
            "sessionIDByte", "Listens with the low byte of the session id", covers: [.complaint(.f11)],
            ShareableSetup(sessionID: 0x0000_0102, probe: .shortSessionID(bytes: 1)),
            otherwise: Meaning(
                "it reads the session id 0x00000102 as 0x00000002: it keeps only the low byte",
                code: "parameters.sessionIDOneByte", when: .tooManyCame)
        ),
        FieldCase(
            "phoneAddress", "Answers to the phone's address with its bytes swapped", covers: [.complaint(.f10)],
            ShareableSetup(address: 0x1122, probe: .swappedPhoneAddress),
            otherwise: Meaning(
                "it reads the phone's short address 0x1122 as 0x2211, its bytes in reverse",
                code: "parameters.phoneAddressReversed", when: .tooManyCame)),
        FieldCase(
            "accessoryAddress", "Looks for the accessory with its address's bytes swapped",
            covers: [.complaint(.f10)], ShareableSetup(probe: .swappedAccessoryAddress),
            otherwise: Meaning(
                "its configuration data has its short address with the bytes in the wrong order",
                code: "configuration.addressReversed", when: .tooManyCame)),
        FieldCase(
            "initialization", "Listens with the bytes of the static STS in reverse", covers: [.complaint(.f12)],
            ShareableSetup(vector: [0x01, 0x02, 0x03, 0x04, 0x05, 0x06], probe: .reversedVector),
            otherwise: Meaning(
                "it reads the static STS IV 01 02 03 04 05 06 in reverse",
                code: "parameters.vectorReversed", when: .tooManyCame)),
        FieldCase(
            "interval", "Ranges every 200 ms, whatever the phone said", covers: [.rule(.shareableLayout)],
            // Out of ten rounds in 2 s; an accessory that listens until it hears a frame may catch some.
            ShareableSetup(interval: .milliseconds(162), probe: .interval(.milliseconds(200))), caught: 4,
            otherwise: Meaning(
                "it ranges every 200 ms where the phone gave 162 ms", code: "parameters.ownInterval",
                when: .tooManyCame)),
        FieldCase(
            "intervalOrder", "Ranges at the interval with its bytes swapped: 260 ms for 1025", suite: .robustness,
            covers: [.complaint(.f10)],
            ShareableSetup(interval: .milliseconds(0x0401), probe: .interval(.milliseconds(0x0104))), caught: 3,
            otherwise: Meaning(
                "it reads the ranging interval of 1025 ms as 260 ms, its bytes in reverse",
                code: "parameters.intervalReversed", when: .tooManyCame)),
        FieldCase(
            "slots", "Ranges in slots of 2400 RSTU, whatever the phone said", covers: [.rule(.shareableLayout)],
            ShareableSetup(slotDurationRSTU: 3600, probe: .slotDuration(rstu: 2400)),
            otherwise: Meaning(
                "it ranges in slots of 2400 RSTU where the phone gave 3600", code: "parameters.slotsFixed",
                when: .tooManyCame)),
        FieldCase(
            "role", "Takes the same role that the accessory claims", covers: [.complaint(.f14)],
            ShareableSetup(probe: .sameRole),
            otherwise: Meaning(
                "it takes the role opposite to the one that it claims", code: "configuration.roleOpposite",
                when: .tooManyCame)),
    ]
}

extension ScenarioGroup {
    static let probes = ScenarioGroup(suite: .conformance, tags: [.quick], phone: .strict, closing: .parting(.door)) {
        for probe in FieldCase.probes {
            Scenario(
                "probe", probe.summary, argument: probe.name, suite: probe.suite, tags: probe.tags,
                covers: probe.covers,
                phone: .strict(sharing: probe.shareable), opening: .exchanged(.door)
            ) {
                Stay(.seconds(2)) {
                    Expect(.ranging(.door), count: .atMost(probe.caught)).otherwise(probe.cause)
                }
                Stop(.door, within: .seconds(10))
                Exchange(.configuration, with: .door, within: .seconds(5))
                Await(.ranging(.door), within: .seconds(3))
            }
        }

        Scenario(
            "probe", "Looks for the accessory with the address of its previous configuration",
            argument: "previousAddress", covers: [.complaint(.f15), .rule(.timeouts)],
            phone: .strict(sharing: ShareableSetup(probe: .previousAccessoryAddress)), opening: .controlled(.door)
        ) {
            Exchange(.configuration, with: .door, within: .seconds(5))
            Stay(.seconds(2)) {
                Expect(.ranging(.door), count: 0)
                    .otherwise(
                        "it reports a new short address on each initialize, and ranges with the old one",
                        code: "configuration.staleAddress", when: .tooManyCame)
            }
        }
    }
}
