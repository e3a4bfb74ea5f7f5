import Ground
import NearbyInteraction
import Phone
import Testing

/// Every message of an accessory in every stage of a session, with the required effect.
@Suite struct NearbyMessageTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let message: [UInt8]
        /// The effect in all stages without a special one.
        let common: String
        var special: [SessionBench.Place: String] = [:]

        var testDescription: String { name }
    }

    private static let run = "write configureAndStart, received configuration, runs, generated, range"
    private static let notification = AccessoryMessage.iOSNotify(NotificationText(distance: 3, text: "hello")!)

    static let rows: [Row] = [
        Row(
            name: "configuration data", message: SessionBench.answer, common: "received configuration, fault",
            special: [.awaitingConfiguration: run]),
        Row(
            name: "configuration data cut short", message: SessionBench.answer.dropLast(),
            common: "received configuration, fault",
            special: [.awaitingConfiguration: "received configuration, fault, threw -5888"]),
        Row(name: "configuration data without a payload", message: [0x01], common: "fault"),
        Row(
            name: "did start", message: [0x02], common: "received didStart, fault",
            special: [
                .running: "received didStart, started", .ranging: "received didStart, warning",
                .paused: "received didStart",
                .awaitingStop: "received didStart", .startingAgain: "received didStart",
                .backingOff: "received didStart",
            ]),
        Row(
            name: "did start with a byte too many", message: [0x02, 0], common: "received didStart, fault, warning",
            special: [
                .running: "received didStart, started, warning", .ranging: "received didStart, warning, warning",
                .paused: "received didStart, warning",
                .awaitingStop: "received didStart, warning", .startingAgain: "received didStart, warning",
                .backingOff: "received didStart, warning",
            ]),
        Row(
            name: "did stop", message: [0x03], common: "received didStop, note",
            special: [
                .prompted: "received didStop, stopped, note", .running: "received didStop, stopped, note",
                .ranging: "received didStop, stopped, note", .linkless: "received didStop, stopped, note",
                .awaitingStop: "received didStop, stopped",
                .startingAgain: "received didStop, stopped, write initialize",
            ]),
        Row(name: "paired", message: [0x04], common: "received paired"),
        Row(name: "paired with a byte too many", message: [0x04, 1], common: "received paired, warning"),
        Row(name: "device structure", message: [0x20, 1, 2], common: "received deviceStructure"),
        Row(name: "device structure written", message: [0x22], common: "received deviceStructure"),
        Row(name: "notification", message: notification.encoded(), common: "received notification"),
        Row(name: "notification of a wrong length", message: [0x2F, 9, 1, 0x41], common: "fault"),
        Row(name: "a bare notification id", message: [0x2F], common: "fault"),
        Row(name: "an unknown id", message: [0x77, 1, 2], common: "received other, note"),
        Row(name: "nothing at all", message: [], common: "fault"),
        Row(name: "the phone's initialize", message: [0x0A], common: "fault"),
        Row(name: "the phone's configureAndStart", message: [0x0B, 1, 0], common: "fault"),
        Row(name: "the phone's stop", message: [0x0C], common: "fault"),
    ]

    @Test(arguments: rows) func everyMessageHasItsEffectEverywhere(row: Row) {
        for place in SessionBench.Place.allCases {
            var bench = SessionBench(in: place)
            #expect(bench.receive(row.message) == row.special[place] ?? row.common, "in \(place)")
        }
    }

    @Test(arguments: rows) func noMessageLeavesADeadlineInThePast(row: Row) {
        for place in SessionBench.Place.allCases {
            var bench = SessionBench(in: place)
            bench.receive(row.message)
            for _ in 0..<20 {
                bench.pass(.milliseconds(700))
                #expect(bench.desk.deadline.map { $0 > bench.now } ?? true, "in \(place)")
            }
        }
    }

    @Test func bytesBehindAMessageAreFoundWhereTheyBegin() {
        var bench = SessionBench(in: .running)
        bench.receive([0x02, 0xFF])
        #expect(bench.findings.map(\.offset) == [1])
    }
}
