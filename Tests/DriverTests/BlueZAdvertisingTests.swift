import Ground
import TestSupport
import Testing

@testable import BlueZDriver

@Suite("Advertising data")
struct BlueZAdvertisingTests {
    private static let service = "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"
    private static let serviceOnWire = "9e ca dc 24 0e e5 a9 e0 93 f3 a3 b5 01 00 40 6e"

    @Test func `tells flags, name, services, power and appearance`() {
        let data = AdvertisingData(
            bytes(
                "02 01 06 11 07 \(BlueZAdvertisingTests.serviceOnWire) 05 09 44 6f 6f 72 02 0a f4 "
                    + "03 19 40 00 05 03 0f 18 0a 18"
            ))
        #expect(data.flags == 6)
        #expect(data.name == "Door")
        #expect(data.services == [BlueZAdvertisingTests.service, "180F", "180A"])
        #expect(data.transmitPower == -12)
        #expect(data.appearance == 0x0040)
        #expect(data.findings.isEmpty)
    }

    @Test func `prefers the complete name, wherever it stands`() {
        #expect(AdvertisingData(bytes("03 08 44 6f 05 09 44 6f 6f 72")).name == "Door")
        #expect(AdvertisingData(bytes("05 09 44 6f 6f 72 03 08 44 6f")).name == "Door")
        #expect(AdvertisingData(bytes("03 08 44 6f")).name == "Do")
    }

    @Test func `ends at a length of zero`() {
        let data = AdvertisingData(bytes("02 01 06 00 05 09 44 6f 6f 72"))
        #expect(data.flags == 6)
        #expect(data.name == nil)
        #expect(data.findings.isEmpty)
    }

    @Test func `an element past the end is a finding, and what came before is kept`() {
        let data = AdvertisingData(bytes("02 01 06 09 09 44 6f"))
        #expect(data.flags == 6)
        #expect(data.name == nil)
        #expect(data.findings.map(\.weight) == [.fault])
        #expect(data.findings.first?.meaning.contains("advertising element needs 8 bytes") == true)
    }

    @Test func `an odd list and a name that is not text are findings`() {
        let data = AdvertisingData(bytes("04 03 0f 18 0a 03 09 ff fe"))
        #expect(data.services == ["180F"])
        #expect(data.name == nil)
        #expect(data.findings.map(\.offset) == [0, 5])
    }

    @Test func `service UUIDs are the same in every way of writing`() {
        let ways = ["180F", "180f", "0000180F", "0000180f-0000-1000-8000-00805f9b34fb"]
        #expect(Set(ways.map(ServiceUUID.canonical)) == ["0000180F00001000800000805F9B34FB"])
        #expect(ServiceUUID.text(ofWire: bytes("0f 18 00 00")) == "0000180F-0000-1000-8000-00805F9B34FB")
        #expect(ServiceUUID.wire(of: BlueZAdvertisingTests.service) == bytes(BlueZAdvertisingTests.serviceOnWire))
        #expect(ServiceUUID.wire(of: "18-0F") == nil)
        #expect(ServiceUUID.wire(of: "Battery") == nil)
        #expect(ServiceUUID.wire(of: "180F18") == nil)
    }

    @Test func `what is advertised is what is heard`() throws {
        let packets = try #require(AdvertisingPackets(name: "Door", services: [BlueZAdvertisingTests.service, "180F"]))
        let heard = AdvertisingData(packets.advertisement + packets.scanResponse)
        #expect(heard.name == "Door")
        #expect(heard.services == ["180F", BlueZAdvertisingTests.service])
        #expect(packets.scanResponse == bytes("05 09 44 6f 6f 72"))
    }

    @Test func `a long name is shortened between characters and marked`() throws {
        let name = String(repeating: "ä", count: 20)
        let packets = try #require(AdvertisingPackets(name: name, services: []))
        #expect(packets.scanResponse.prefix(2) == [29, 0x08])
        #expect(AdvertisingData(packets.scanResponse).name == String(repeating: "ä", count: 14))
        let exact = try #require(AdvertisingPackets(name: String(repeating: "x", count: 29), services: []))
        #expect(exact.scanResponse.count == 31)
        #expect(exact.scanResponse[1] == 0x09)
    }

    private static let other = "6E400002-B5A3-F393-E0A9-E50E24DCCA9E"

    @Test(
        arguments: [
            ("Door", [service, service]), ("Door", [service, other]), ("Front door", [service, other]),
            ("A name of 22 octets yes", ["180F", "180F"]), (nil, ["180F", service, "180F"]),
            ("Nine char", [service, "180F", service]), ("Door", ["FFF0", service, "180F", other]),
            ("Door", [service, other, other]), ("Door", ["FFF0", "FFF0", service, "FFF0"]),
        ] as [(String?, [String])])
    func `what was split over advertisement and scan response is split again`(
        name: String?, services: [String]
    ) throws {
        let packets = try #require(AdvertisingPackets(name: name, services: services))
        let heard = AdvertisingData(packets.advertisement + packets.scanResponse)
        #expect(heard.findings.isEmpty && heard.name == name)
        #expect(Set(heard.services) == Set(services))
        #expect(packets.advertisement.count <= 28 && packets.scanResponse.count <= 31)
        // Each packet contains everything once, and repeats the other's content only if there is space.
        for packet in [packets.advertisement, packets.scanResponse] {
            let told = AdvertisingData(packet).services
            #expect(Set(told).count == told.count)
        }
    }

    @Test func `what comes again stands in the scan response, where the name leaves room`() throws {
        let packets = try #require(
            AdvertisingPackets(name: "Door", services: [BlueZAdvertisingTests.service, BlueZAdvertisingTests.service]))
        #expect(AdvertisingData(packets.advertisement).services == [BlueZAdvertisingTests.service])
        #expect(AdvertisingData(packets.scanResponse).services == [BlueZAdvertisingTests.service])
        #expect(AdvertisingData(packets.scanResponse).name == "Door")
        let long = String(repeating: "x", count: 29)
        let full = try #require(
            AdvertisingPackets(name: long, services: [BlueZAdvertisingTests.service, BlueZAdvertisingTests.service]))
        #expect(AdvertisingData(full.scanResponse).name == long)
        #expect(AdvertisingData(full.advertisement + full.scanResponse).services == [BlueZAdvertisingTests.service])
    }

    @Test func `services that do not fit or are none are refused`() {
        let three = (1...3).map { "6E40000\($0)-B5A3-F393-E0A9-E50E24DCCA9E" }
        #expect(AdvertisingPackets(name: "Door", services: three) == nil)
        #expect(AdvertisingPackets(name: "Door", services: ["door"]) == nil)
        #expect(AdvertisingPackets(advertisement: [UInt8](repeating: 0, count: 29), scanResponse: []) == nil)
    }

    @Test func `hostile advertising data never traps`() {
        let seeds = ["02 01 06 11 07 \(BlueZAdvertisingTests.serviceOnWire)", "05 09 44 6f 6f 72 02 0a f4 03 19 40 00"]
        var mutator = Mutator(seeds: seeds.map { bytes($0) })
        var findings = 0
        for _ in 0..<100_000 {
            let data = AdvertisingData(mutator.next(limit: 48))
            findings += data.findings.count
            #expect(data.services.allSatisfy { $0.count == 4 || $0.count == 36 })
        }
        #expect(findings > 1000)
    }
}
