import Foundation
import GATT
import Ground
import TestSupport
import Testing

@Suite struct UUIDTests {
    let long = AttributeUUID("0000180A-0000-1000-8000-00805F9B34FB")!

    @Test func aShortUUIDEqualsItsLongFormButNotOnTheWire() throws {
        let short: AttributeUUID = 0x180A
        #expect(short == long && short.hashValue == long.hashValue)
        #expect(short.encoded == bytes("0a 18"))
        #expect(long.encoded == bytes("fb 34 9b 5f 80 00 00 80 00 10 00 00 0a 18 00 00"))
        #expect(long.assigned == 0x180A && long.isShort == false)
        #expect(short != 0x180B)
    }

    @Test func textIsReadWithAndWithoutDashes() throws {
        let text = "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"
        let uuid = try #require(AttributeUUID(text))
        #expect(uuid == AttributeUUID(text.lowercased().filter { $0 != "-" }))
        #expect("\(uuid)" == text && uuid.assigned == nil)
        #expect(uuid.encoded == bytes("9e ca dc 24 0e e5 a9 e0 93 f3 a3 b5 01 00 40 6e"))
        #expect("\(AttributeUUID("180a")!)" == "180A")
    }

    @Test(arguments: ["", "180", "0x180A", "18 0", "180G", "6E400001-B5A3-F393-E0A9-E50E24DCCA9", "6E4-00001", "１８０Ａ"])
    func otherTextIsRefused(text: String) { #expect(AttributeUUID(text) == nil) }

    @Test func itIsAStringInJSON() throws {
        let uuids: [AttributeUUID] = [0x2A00, long]
        let json = try JSONEncoder().encode(uuids)
        #expect(String(decoding: json, as: UTF8.self) == #"["2A00","0000180A-0000-1000-8000-00805F9B34FB"]"#)
        let back = try JSONDecoder().decode([AttributeUUID].self, from: json)
        #expect(back == uuids && back.map(\.isShort) == [true, false])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([AttributeUUID].self, from: Data(#"["name"]"#.utf8))
        }
    }

    @Test func wireBytesMustBeTwoOrSixteen() {
        for count in 0...20 where count != 2 && count != 16 {
            #expect(throws: Malformed.self) { try AttributeUUID(decoding: Array(repeating: 1, count: count)) }
        }
    }
}
