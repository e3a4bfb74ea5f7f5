import Ground
import NearbyInteraction
import Testing

/// The text form of a vendor-specific data channel.
struct ProfileTextTests {
    private static let service = "0F8E2B1C-5A77-4D10-9C3E-1B2A3C4D5E6F"
    private static let rx = "0F8E2B1D-5A77-4D10-9C3E-1B2A3C4D5E6F"
    private static let least = "service=\(service),write=\(rx),notify=FFF2"

    @Test(
        "a profile is written as it was read",
        arguments: [
            "nordicUART", "qorvoQNIS", "betweenPhones", least, least + ",writeType=withoutResponse",
            least + ",writeType=withResponse",
            least + ",security=encrypted", least + ",messages=initialize:A0+stop:A2",
            least + ",writeType=withResponse,security=encrypted,messages=configureAndStart:52+iOSNotify:none",
        ])
    func roundTrip(text: String) throws {
        let profile = try DataChannelProfile(text)
        #expect(profile.text == text)
        #expect(try DataChannelProfile(profile.text) == profile)
    }

    @Test func everyFieldIsTaken() throws {
        let profile = try DataChannelProfile(
            Self.least + ",writeType=withoutResponse,security=encrypted,messages=uwbDidStop:fe+accessoryPaired:none")
        #expect(profile.service == Self.service && profile.rx == Self.rx && profile.tx == "FFF2")
        #expect(profile.writeType == .withoutResponse && profile.needsEncryption && profile.preset == nil)
        #expect(profile.identifiers.uwbDidStop == 0xFE && profile.identifiers.accessoryPaired == nil)
        #expect(profile.identifiers.initialize == 0x0A)
    }

    @Test func uuidsAreComparedByWhatTheyMean() throws {
        let one = try DataChannelProfile("service=fff0,write=0000FFF1-0000-1000-8000-00805F9B34FB,notify=fff2")
        let other = try DataChannelProfile("service=FFF0,write=fff1,notify=0000fff200001000800000805f9b34fb")
        #expect(one == other && one.rx == "FFF1")
    }

    @Test("a channel written as numbers is the one that its text gives")
    func numbers() throws {
        let typed = DataChannelProfile(
            service: 0x00E4_2B1C_5A77_4D10_9C3E_1B2A_3C4D_5E6F, write: 0xFFF1,
            notify: 0x0000_00F2_0000_1000_8000_0080_5F9B_34FB)
        let text = "service=00E42B1C-5A77-4D10-9C3E-1B2A3C4D5E6F,write=fff1,notify=00f2"
        #expect(try typed == DataChannelProfile(text))
        #expect(typed.problem == nil && typed.tx == "00F2")
        #expect(DataChannelProfile(service: 0, write: 1, notify: 1).problem?.contains("write and notify") == true)
        #expect(DataChannelProfile(service: 1, write: 1, notify: 2).problem?.contains("of its service") == true)
        var ids = MessageIdentifiers.appleSample
        ids.stop = ids.initialize
        #expect(DataChannelProfile(service: 1, write: 2, notify: 3, identifiers: ids).problem?.contains("0x0a") == true)
    }

    /// Complete texts, each with the offset of its error.
    private static let broken: [(String, Int)] = [
        ("", 0), ("service", 0), ("service=fff0", 0), ("service=fff0,write=fff1", 0),
        ("service=fff0,write=fff1,notify=fff1", 0), ("service=fff0,write=fff0,notify=fff2", 0),
        ("service=fff0,write=fff1,notify=fff", 0), ("service=fff0,write=fff1,notify=ffg2", 0),
        ("service=fff0,write=0000FFF1-0000-1000-8000-00805F9B34FB,notify=fff1", 0),
        ("service=fff0,service=fff0,write=fff1,notify=fff2", 13),
    ]

    /// Suffixes of a valid channel, each with the offset of its error, counted from its beginning.
    private static let brokenBehind: [(String, Int)] = [
        (",tells=now", 1), (",writeType=maybe", 1), (",security=", 1), (",messages=initialise:A0", 10),
        (",messages=stop:A2+initialize:1", 18), (",messages=initialize:none", 10), (",messages=stop:A2+stop:A3", 18),
        (",messages=initialize:0B", 10), (",", 1),
    ]

    @Test(
        "an impossible channel is refused with its place",
        arguments: broken + brokenBehind.map { (least + $0.0, least.utf8.count + $0.1) })
    func refused(text: String, place: Int) {
        let error = #expect(throws: Malformed.self) { try DataChannelProfile(text) }
        #expect(error?.offset == place, "\(text): \(String(describing: error))")
    }

    @Test func everyBeginningOfATextIsReadOrRefused() {
        let text =
            Self.least + ",writeType=withResponse,security=encrypted,messages=configureAndStart:52+iOSNotify:none"
        for count in 0...text.count {
            let part = String(text.prefix(count))
            guard let profile = try? DataChannelProfile(part) else { continue }
            #expect((try? DataChannelProfile(profile.text)) == profile, "\(part)")
        }
    }
}
