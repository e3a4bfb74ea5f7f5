import ScenarioKit

// A probe tells the kit one wrong value on purpose: the one that an accessory would use that misreads the field. What
// is measured then is a proof of the mistake; a healthy accessory ranges with the phone that it was told of, and is
// not heard.

extension Scenario {
    public static let probeSessionID = probe(
        "probeSessionID", "Listens under the session id with its bytes swapped", covers: [.complaint(.f10)],
        ShareableSetup(sessionID: 0x0000_0102, probe: .swappedSessionID),
        otherwise: Meaning(
            "it reads the session id with its bytes in the wrong order", code: "parameters.sessionIDReversed"))

    public static let probeSessionIDLength = probe(
        "probeSessionIDLength", "Listens under the low two bytes of the session id", covers: [.complaint(.f11)],
        ShareableSetup(sessionID: 0x0003_0001, probe: .shortSessionID(bytes: 2)),
        otherwise: Meaning(
            "of the session id it keeps the low two bytes only", code: "parameters.sessionIDTwoBytes"))

    public static let probeSessionIDByte = probe(
        "probeSessionIDByte", "Listens under the low byte of the session id", covers: [.complaint(.f11)],
        ShareableSetup(sessionID: 0x0003_0102, probe: .shortSessionID(bytes: 1)),
        otherwise: Meaning(
            "of the session id it keeps the low byte only", code: "parameters.sessionIDOneByte"))

    public static let probePhoneAddress = probe(
        "probePhoneAddress", "Answers to the phone's address with its bytes swapped", covers: [.complaint(.f10)],
        ShareableSetup(address: 0x1122, probe: .swappedPhoneAddress),
        otherwise: Meaning(
            "it reads the phone's short address with its bytes in the wrong order",
            code: "parameters.phoneAddressReversed"))

    public static let probeAccessoryAddress = probe(
        "probeAccessoryAddress", "Looks for the accessory under its address with the bytes swapped",
        covers: [.complaint(.f10)], ShareableSetup(probe: .swappedAccessoryAddress),
        otherwise: Meaning(
            "its configuration data has its short address with the bytes in the wrong order",
            code: "configuration.addressReversed"))

    public static let probeInitialization = probe(
        "probeInitialization", "Listens with the bytes of the static STS in reverse", covers: [.complaint(.f12)],
        ShareableSetup(vector: [0x01, 0x02, 0x03, 0x04, 0x05, 0x06], probe: .reversedVector),
        otherwise: Meaning(
            "it takes the static STS IV in reverse", code: "parameters.vectorReversed"))

    public static let probeInterval = probe(
        "probeInterval", "Ranges every 200 ms, whatever the phone said", covers: [.complaint(.f10)],
        ShareableSetup(interval: .milliseconds(162), probe: .interval(.milliseconds(200))),
        otherwise: Meaning(
            "it ranges at an interval of its own instead of the phone's", code: "parameters.ownInterval"))

    public static let probeIntervalOrder = probe(
        "probeIntervalOrder", "Ranges at the interval with its bytes swapped: 64 ms for 16384",
        covers: [.complaint(.f10)],
        ShareableSetup(interval: .milliseconds(0x4000), probe: .interval(.milliseconds(0x0040))),
        otherwise: Meaning(
            "it reads the ranging interval with its bytes in the wrong order", code: "parameters.intervalReversed"))

    public static let probeSlots = probe(
        "probeSlots", "Ranges in slots of 2400 RSTU, whatever the phone said", covers: [.complaint(.f13)],
        ShareableSetup(slotDurationRSTU: 3600, probe: .slotDuration(rstu: 2400)),
        otherwise: Meaning(
            "it ranges in slots of 2400 RSTU instead of the phone's", code: "parameters.slotsFixed"))

    public static let probeRole = probe(
        "probeRole", "Takes the very role that the accessory says it has", covers: [.complaint(.f14)],
        ShareableSetup(probe: .sameRole),
        otherwise: Meaning(
            "it takes the role opposite to the one that it claims", code: "configuration.roleOpposite"))
}

extension Scenario {
    public static let probePreviousAddress = Scenario(
        "probePreviousAddress", "Looks for the accessory under the address of its configuration before the last one",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f15), .rule(.timeouts)],
        phone: .strict(sharing: ShareableSetup(probe: .previousAccessoryAddress))
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Stop(.door, within: .seconds(3))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Stay(.seconds(2)) {
            Expect(.ranging(.door), count: 0)
                .otherwise(
                    "it gives a new short address at each initialize, and ranges under the old one",
                    code: "configuration.staleAddress")
        }
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }

    private static func probe(
        _ name: String, _ summary: String, covers: [Reference], _ choices: ShareableSetup, otherwise cause: Meaning,
        file: StaticString = #filePath, line: UInt = #line
    ) -> Scenario {
        Scenario(
            name, summary, suite: .conformance, tags: [.quick], covers: covers, phone: .strict(sharing: choices),
            file: file, line: line
        ) {
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Stay(.seconds(2)) { Expect(.ranging(.door), count: 0).otherwise(cause) }
            Stop(.door, within: .seconds(3))
            Disconnect(.door, within: .seconds(2))
        }
    }
}
