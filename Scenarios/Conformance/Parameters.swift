import ScenarioKit

// Each of these isolates one field of the shareable configuration data.

extension Scenario {
    public static let usesSessionID = field(
        "usesSessionID", "A session id is four bytes, low byte first: read otherwise, both sides range with nobody",
        covers: [.complaint(.f10), .complaint(.f11)], ShareableSetup(sessionID: 0x0000_0102),
        otherwise: "with the session id 0x00000102 nothing is heard of it")

    public static let usesZeroSessionID = field(
        "usesZeroSessionID", "Zero is a session id like any other, and not the lack of one",
        covers: [.complaint(.f11)], ShareableSetup(sessionID: 0),
        otherwise: Meaning(
            "with the session id 0 it does not range", code: "parameters.zeroSessionID"))

    public static let usesLargeSessionID = field(
        "usesLargeSessionID", "Phones draw sixteen bits, and the field has thirty-two: all of them count",
        covers: [.complaint(.f11)], ShareableSetup(sessionID: 0x0003_0001),
        otherwise: "with the session id 0x00030001, of more than two bytes, nothing is heard of it")

    public static let usesAddress = field(
        "usesAddress", "The phone's short address, low byte first",
        covers: [.complaint(.f10)], ShareableSetup(address: 0x1122),
        otherwise: "under the phone address 0x1122 nothing is heard of it")

    public static let usesInitialization = field(
        "usesInitialization", "The six bytes of the static STS in their order, which one vendor reverses",
        covers: [.complaint(.f12)], ShareableSetup(vector: [0x01, 0x02, 0x03, 0x04, 0x05, 0x06]),
        otherwise: "with the static STS IV 01 02 03 04 05 06 nothing is heard of it")

    public static let usesInterval = field(
        "usesInterval", "The phone says how often to range: an accessory with an interval of its own drifts away",
        covers: [.complaint(.f10)], ShareableSetup(interval: .milliseconds(162)),
        otherwise: "with a ranging interval of 162 ms nothing is heard of it")

    public static let usesSlotDuration = field(
        "usesSlotDuration", "Slots of 3 ms, which some stacks refuse",
        covers: [.complaint(.f13)], ShareableSetup(slotDurationRSTU: 3600),
        otherwise: "with slots of 3600 RSTU nothing is heard of it")

    public static let usesShortSlots = field(
        "usesShortSlots", "Slots of 2 ms, which the standard allows as well",
        covers: [.complaint(.f13)], ShareableSetup(slotDurationRSTU: 2400),
        otherwise: "with slots of 2400 RSTU nothing is heard of it")

    public static let startsWithLongSlots = Scenario(
        "startsWithLongSlots", "What starts with slots of 2 ms must start with those of 3 ms that phones ask for",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f13)],
        phone: .strict(sharing: ShareableSetup(slotDurationRSTU: 2400))
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Stop(.door, within: .seconds(3))
        Send(.initialize, to: .door)
        Stay(.milliseconds(500))
        Repeat(1) {
            // 2400 becomes 3600 in the two bytes of the slot duration.
            Send(.corrupted(.corrupted(.shareableConfiguration, byte: 16, xor: 0x70), byte: 17, xor: 0x07), to: .door)
            Expect(.received(.didStart, from: .door), within: .seconds(3))
                .otherwise(
                    "it starts with slots of 2400 RSTU, and refuses those of 3600", code: "parameters.slotsRefused")
        }
        Send(.stop, to: .door)
        Stay(.seconds(1))
        Disconnect(.door, within: .seconds(2))
    }

    private static func field(
        _ name: String, _ summary: String, covers: [Reference], _ choices: ShareableSetup, otherwise cause: Meaning,
        file: StaticString = #filePath, line: UInt = #line
    ) -> Scenario {
        Scenario(
            name, summary, suite: .conformance, tags: [.quick], covers: covers, phone: .strict(sharing: choices),
            file: file, line: line
        ) {
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5)).otherwise(cause)
            Expect(.ranging(.door), count: .atLeast(3), within: .seconds(3)).otherwise(cause)
            Stop(.door, within: .seconds(3))
            Disconnect(.door, within: .seconds(2))
        }
    }
}
