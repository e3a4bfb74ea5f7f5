import Foundation
import Ground
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

    @Test(arguments: ["", "bluetooth", "radio door", "uwb kit 2"]) func anythingElseIsNoLink(text: String) {
        #expect(LinkID(text) == nil)
    }
}
