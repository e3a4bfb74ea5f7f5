import Foundation
import Ground
import Journal
import Testing
import Vocabulary

@Suite struct EventCodingTests {
    @Test func thereIsASampleOfEveryKind() {
        let missing = Set(EventKind.allCases).subtracting(EventSamples.all.map(\.kind))
        #expect(missing.isEmpty, "an event of this kind has no sample")
    }

    @Test(arguments: EventSamples.all) func anEventSurvivesTheRoundTrip(event: PhoneEvent) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let bytes = try encoder.encode(event)
        #expect(try JSONDecoder().decode(PhoneEvent.self, from: bytes) == event)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("\"_"), "a value has no label")
    }

    @Test(arguments: [LinkID.bluetooth("front door"), .kit, .reader, .stage, .console("door")])
    func aLinkIsItsName(link: LinkID) throws {
        #expect(LinkID(link.description) == link)
        #expect(try JSONDecoder().decode([LinkID].self, from: try JSONEncoder().encode([link])) == [link])
    }

    @Test("a measurement keeps its subject, its samples and its limit")
    func measured() throws {
        for measured in [
            Measured("frames", .count(7)), Measured("connect", of: "door", .span(.milliseconds(5)), times: 3),
            Measured("bias", of: "front door", .distance(.metres(-0.1)), limit: .distance(.metres(0.2)), times: 9),
        ] {
            let bytes = try JSONEncoder().encode(measured)
            #expect(try JSONDecoder().decode(Measured.self, from: bytes) == measured)
        }
        #expect(Measured("connect", of: "door", .count(1)).name == "door: connect")
        #expect("\(Measured("tap", .count(1), limit: .count(2)))" == "tap 1 of 2")
        #expect("\(Measured("tap", .count(1), limit: .count(0)))" == "tap: none expected, 1 seen")
    }

    @Test(arguments: ["", "bluetooth", "radio door", "uwb kit 2"]) func anythingElseIsNoLink(text: String) {
        #expect(LinkID(text) == nil)
    }
}
