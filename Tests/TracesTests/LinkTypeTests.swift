import Testing
import Traces

@Suite("Link types") struct LinkTypeTests {
    @Test("Those that captures of radios and hosts come with have names, and no number in their place")
    func names() {
        for number: UInt32 in [1, 105, 127, 157, 187, 189, 192, 201, 220, 249, 251, 252, 254, 255, 256, 264, 272, 299] {
            let name = LinkType(rawValue: number).description
            #expect(!name.contains("link type") && !name.contains("\(number)"), "\(number): \(name)")
        }
        #expect(LinkType(rawValue: 255).description == "Bluetooth BR/EDR baseband")
        #expect(LinkType(rawValue: 220).description == "USB, Linux with padded header")
        #expect(LinkType(rawValue: 65_000).description == "link type 65000")
    }
}
