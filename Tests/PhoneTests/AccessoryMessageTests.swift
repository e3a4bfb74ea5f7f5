import Ground
import NearbyInteraction
import Phone
import Simulators
import Testing

/// Every message of a phone in every state of an accessory, written past the app, with the answers.
@Suite struct AccessoryMessageTests {
    enum State: CaseIterable {
        /// Connected, but without a subscription to its answers.
        case unsubscribed
        case fresh
        case initialized
        case ranging
        /// Configured once, and stopped.
        case stopped
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let message: @Sendable (inout RawBench) -> [UInt8]
        /// The answers in the states with a subscription, in order.
        let answers: [[MessageKind]]

        var testDescription: String { name }
    }

    private static let nothing = [[MessageKind]](repeating: [], count: 4)
    private static let configured: [[MessageKind]] = [[], [.didStart], [.didStart], [.didStart]]

    static let rows: [Row] = [
        Row(name: "initialize", message: { _ in [0x0A] }, answers: .init(repeating: [.configuration], count: 4)),
        Row(
            name: "initialize and bytes behind it", message: { _ in [0x0A, 1, 2, 3] },
            answers: .init(repeating: [.configuration], count: 4)),
        Row(name: "configureAndStart", message: { $0.message(0x0B, length: 31) }, answers: configured),
        Row(
            name: "configureAndStart and bytes behind it", message: { $0.message(0x0B, length: 35) },
            answers: configured),
        Row(name: "configureAndStart cut short", message: { $0.message(0x0B, length: 30) }, answers: nothing),
        Row(name: "configureAndStart cut to its id", message: { _ in [0x0B] }, answers: nothing),
        Row(
            name: "configureAndStart of another length",
            message: { bench in
                var message = bench.message(0x0B, length: 31)
                if message.count > 5 { message[5] ^= 0x40 }
                return message
            }, answers: nothing),
        Row(name: "stop", message: { _ in [0x0C] }, answers: .init(repeating: [.didStop], count: 4)),
        Row(name: "an Android app's initialize", message: { _ in [0xA5] }, answers: nothing),
        Row(name: "a bare notification id", message: { _ in [0x2F] }, answers: nothing),
        Row(name: "an unknown id", message: { _ in [0x7F, 1, 2] }, answers: nothing),
        Row(name: "the accessory's own message", message: { _ in [0x02] }, answers: nothing),
        Row(name: "nothing at all", message: { _ in [] }, answers: nothing),
    ]

    private func bench(_ variant: AccessoryVariant, in state: State) -> RawBench {
        var bench = RawBench(variant)
        var isThere = bench.connect(upTo: state == .unsubscribed ? .discovered : .subscribed)
        switch state {
        case .unsubscribed, .fresh: break
        case .initialized: isThere = isThere && bench.write([0x0A]) == [.configuration]
        case .ranging: isThere = isThere && bench.range()
        case .stopped: isThere = isThere && bench.range() && bench.write([0x0C]) == [.didStop]
        }
        #expect(isThere, "\(variant) does not come to \(state)")
        return bench
    }

    @Test(arguments: rows) func everyMessageIsAnsweredByItsStateAlone(row: Row) {
        for variant in AccessoryVariant.allCases {
            for (state, answers) in zip(State.allCases.dropFirst(), row.answers) {
                var bench = bench(variant, in: state)
                let message = row.message(&bench)
                #expect(bench.write(message) == answers, "\(variant), \(state)")
                #expect(!bench.isLost, "\(variant), \(state)")
                let isServed = bench.range()
                #expect(isServed, "\(variant), \(state): it must still serve the phone afterwards")
            }
        }
    }

    @Test(arguments: rows) func nobodyIsAnsweredWhoDoesNotListen(row: Row) {
        for variant in AccessoryVariant.allCases {
            var bench = bench(variant, in: .unsubscribed)
            let message = row.message(&bench)
            #expect(bench.write(message).isEmpty, "\(variant)")
            bench.bench.events = []
            let isServed = bench.connect() && bench.range()
            #expect(isServed, "\(variant): it must still serve the phone afterwards")
        }
    }
}
