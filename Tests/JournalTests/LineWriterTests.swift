import Foundation
import Ground
import Testing
import Vocabulary

@testable import JSON
@testable import Journal

/// The fast line encoder, compared with `JSONEncoder`.
@Suite struct LineWriterTests {
    private static let spot = SourceSpot(file: "Scenarios/FullFlow.swift", line: 12)

    private static func frame(
        _ text: String, bytes: [UInt8] = [], values: [String: FrameValue] = [:]
    ) -> FrameRecord {
        FrameRecord(
            number: 7, instant: Instant(nanoseconds: -5), direction: .outbound, link: .console(AccessoryName(text)),
            kind: "att", bytes: bytes,
            values: values, meaning: text)
    }

    private static let texts = [
        "", "plain", "a \"door\"", "C:\\door/open", "one\nline\r\tmore", "\u{7F}\u{85}\u{202E}", "دلت", "\u{1F600}",
        "e\u{301}", "\u{0}\u{1F}", "\u{8}\u{C}",
    ]

    private static var events: [JournalEvent] {
        let values: [String: FrameValue] = [
            "withinNanoseconds": .number(.min), "Zone": .text("near"), "a": .flag(true), "B": .flag(false),
            "with space": .texts(["x", "y\""]), "value10": .number(.max), "value9": .number(0), "a_b": .texts([]),
            "aB": .number(-1), "é": .number(10),
        ]
        let failure = Failure(
            code: "walk.otherZoneChange", expected: "a \"door\"", seen: "nothing\n", spot: spot, instant: .start,
            link: .kit, lastFrames: [frame("x", bytes: [9])])
        let step = StepRecord(number: 1, depth: 0, text: "connect", spot: spot)
        let provenance = Provenance(
            program: "trammel 1.2", host: "bench7", system: "Linux", date: "2026-11-22T18:33:55Z", rig: "simulated",
            kind: "simulated", parts: [.init(role: "uwb", port: "none"), .init(role: "nfc", port: "")], overrides: [])
        return EventSamples.all.map { .phone(event: $0) }
            + texts.map { .frame(frame: frame($0)) }
            + texts.map { .fault(link: .bluetooth(AccessoryName($0)), what: $0, remedy: $0) }
            + [
                .frame(frame: frame("all", bytes: Array(0...255), values: values)),
                .provenance(provenance: provenance),
                .runStarted(header: RunHeader(scenario: "fullFlow", rig: "simulated", seed: .max)),
                .stepPassed(
                    step: step, elapsed: .seconds(1),
                    measured: [
                        Measured("exchange", .span(.milliseconds(3)), limit: .span(.seconds(5))),
                        Measured("distance", .distance(.metres(2))),
                    ]), .stepFailed(step: step, elapsed: .seconds(1), failure: failure),
                .finding(link: .bluetooth("door"), finding: Finding("test.odd", .fault, "role is 7", offset: 32)),
                .runEnded(
                    summary: RunSummary(
                        scenario: "fullFlow", spot: spot, rig: "simulated", seed: 1,
                        verdict: .skipped(reason: "no motion stage"), failures: [failure, failure])),
            ]
    }

    @Test(
        "every line is the one that JSONEncoder writes, to the byte",
        arguments: [Int64.min, -1, 0, 10, 99_999, .max])
    func same(nanoseconds: Int64) throws {
        for event in Self.events {
            let entry = JournalEntry(event, at: Instant(nanoseconds: nanoseconds))
            let (line, expected) = (entry.jsonLine(), JSON.reference(entry))
            #expect(line == expected, "\(String(decoding: line, as: UTF8.self))")
        }
    }

    @Test("only rare control characters and fractional numbers are left to JSONEncoder")
    func refused() throws {
        for event in Self.events where !Self.isRare(event) { _ = try LineWriter.line(of: event) }
        #expect(throws: LineWriter.Refusal.self) { try LineWriter.line(of: "\u{1}") }
        #expect(throws: LineWriter.Refusal.self) { try LineWriter.line(of: [1.5]) }
        #expect(throws: LineWriter.Refusal.self) { try LineWriter.line(of: ["a": Float(1)]) }
    }

    private static func isRare(_ event: JournalEvent) -> Bool {
        let rare = { (text: String) in text.utf8.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) } }
        return switch event {
        case .frame(let frame): rare(frame.link.description)
        case .fault(_, let what, _): rare(what)
        default: false
        }
    }

    /// A value that opens its encoding containers in every possible way.
    private struct Odd: Encodable {
        enum Key: String, CodingKey { case b, a, list, object, none }

        func encode(to encoder: any Encoder) throws {
            var one = encoder.container(keyedBy: Key.self)
            try one.encode(1, forKey: .b)
            // The same object a second time.
            var other = encoder.container(keyedBy: Key.self)
            try other.encode(true, forKey: .a)
            var list = other.nestedUnkeyedContainer(forKey: .list)
            try list.encodeNil()
            try list.encode("x")
            var inner = list.nestedContainer(keyedBy: Key.self)
            try inner.encode([[Int]](), forKey: .none)
            try inner.encode([[1], [], [2, 3]], forKey: .b)
            var deep = list.nestedUnkeyedContainer()
            try deep.encode([UInt8]())
            _ = other.nestedContainer(keyedBy: Key.self, forKey: .object)
            try other.encodeNil(forKey: .none)
        }
    }

    /// A value that is encoded by a closure.
    private struct Made: Encodable, Sendable {
        let make: @Sendable (any Encoder) throws -> Void

        func encode(to encoder: any Encoder) throws { try make(encoder) }
    }

    private static let refusals: [(String, Made)] = [
        ("a type of Foundation", Made { try Data([1]).encode(into: $0) }),
        ("a date", Made { try Date(timeIntervalSince1970: 1).encode(into: $0) }),
        ("a number that is not whole", Made { try Decimal(1).encode(into: $0) }),
        (
            "a key twice",
            Made {
                var object = $0.container(keyedBy: Odd.Key.self)
                try object.encode(1, forKey: .a)
                try object.encode(2, forKey: .a)
            }
        ),
        (
            "two lists in turns",
            Made {
                var object = $0.container(keyedBy: Odd.Key.self)
                var one = object.nestedUnkeyedContainer(forKey: .a)
                var other = object.nestedUnkeyedContainer(forKey: .b)
                try one.encode(1)
                try other.encode(2)
                try one.encode(3)
            }
        ),
        (
            "two objects in turns",
            Made {
                var list = $0.unkeyedContainer()
                var one = list.nestedContainer(keyedBy: Odd.Key.self)
                var other = list.nestedContainer(keyedBy: Odd.Key.self)
                try other.encode(2, forKey: .b)
                try one.encode(3, forKey: .b)
            }
        ),
        (
            "what a class encodes for the one above",
            Made {
                var object = $0.container(keyedBy: Odd.Key.self)
                try object.encode(1, forKey: .a)
                var above = object.superEncoder(forKey: .b).singleValueContainer()
                try above.encode(7)
            }
        ), ("nothing at all", Made { _ in }),
    ]

    @Test("a value that would be written differently from JSONEncoder is refused")
    func refusedKinds() {
        for (what, value) in Self.refusals {
            #expect(throws: LineWriter.Refusal.self, "\(what)") { try LineWriter.line(of: value) }
        }
    }

    @Test("keys are sorted by their bytes, however a letter is encoded")
    func byteOrder() throws {
        let values = ["f": 1, "e\u{301}": 2, "e": 4, "É": 5, "\u{1F600}": 6, "\u{FFFD}": 7]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(try LineWriter.line(of: values) == Array(encoder.encode(values)))
    }

    @Test("objects and arrays may be nested in any way")
    func nested() throws {
        let line = String(decoding: try LineWriter.line(of: Odd()), as: UTF8.self)
        let list = #"[null,"x",{"b":[[1],[],[2,3]],"none":[]},[[]]]"#
        #expect(line == #"{"a":true,"b":1,"list":"# + list + #","none":null,"object":{}}"#)
    }
}

extension Encodable {
    /// Encodes the value as the first element of a list.
    fileprivate func encode(into encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        try list.encode(self)
    }
}
