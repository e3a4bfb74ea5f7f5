import Glibc
import Links
import TestSupport
import Testing

@testable import NFCDriver

@Suite("A reader on USB is found by its vendor and product")
struct USBReaderTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try add("usb1", 0x1D6B, 0x0002, bus: 1, number: 1)
        try add("usb3", 0x1D6B, 0x0003, bus: 3, number: 1)
        // Interfaces appear in the same list and are not devices.
        try #require(mkdir(scratch("1-1:1.0"), 0o700) == 0)
    }

    private func add(_ name: String, _ vendor: UInt16, _ product: UInt16, bus: Int, number: Int) throws {
        try #require(mkdir(scratch(name), 0o700) == 0)
        let fields = [
            ("idVendor", String(vendor, radix: 16)), ("idProduct", String(product, radix: 16)), ("busnum", "\(bus)"),
            ("devnum", "\(number)"),
        ]
        for (field, value) in fields { try Scratch.write("\(value)\n", to: scratch("\(name)/\(field)")) }
    }

    private func resolved(_ connection: String) throws(RigFault) -> String {
        try USBReader.resolved(connection, in: scratch.path)
    }

    @Test("libnfc is given the address of the reader, not of the first device there is")
    func found() throws {
        try add("3-2", 0x072F, 0x2200, bus: 3, number: 12)
        #expect(try resolved("acr122_usb") == "acr122_usb:003:012")
        #expect(try resolved("usb") == "acr122_usb:003:012")
        #expect(try resolved("acr122_usb:3:12") == "acr122_usb:003:012")
        #expect(throws: RigFault.self) { try resolved("pn53x_usb") }
        try add("1-4", 0x04E6, 0x5591, bus: 1, number: 7)
        #expect(try resolved("pn53x_usb") == "pn53x_usb:001:007")
        #expect(try resolved("acr122_usb") == "acr122_usb:003:012")
        #expect(try resolved("pn532_uart:/dev/ttyUSB0") == "pn532_uart:/dev/ttyUSB0")
    }

    @Test("a missing, a different and an ambiguous reader are errors that name the addresses")
    func told() throws {
        #expect(throws: RigFault.self) { try resolved("acr122_usb") }
        try add("3-2", 0x072F, 0x2200, bus: 3, number: 12)
        do {
            _ = try resolved("acr122_usb:001:004")
            Issue.record("another address was taken")
        } catch {
            #expect(error.what.contains("072f:2200 at 003:012"), "\(error.what)")
        }
        try add("3-3", 0x072F, 0x90CC, bus: 3, number: 13)
        do {
            _ = try resolved("acr122_usb")
            Issue.record("one of two was taken")
        } catch {
            #expect(error.what.contains("003:012") && error.what.contains("003:013"), "\(error.what)")
        }
        #expect(try resolved("acr122_usb:003:013") == "acr122_usb:003:013")
    }

    @Test("obstacles to opening it are reported before it is opened")
    func obstacles() throws {
        let nodes = scratch("nodes")
        func obstacle(_ connection: String) -> RigFault? {
            USBReader.obstacle(to: connection, in: scratch.path, nodes: nodes)
        }
        #expect(obstacle("acr122_usb")?.what.contains("is plugged in") == true)
        try add("3-2", 0x072F, 0x2200, bus: 3, number: 12)
        #expect(obstacle("acr122_usb")?.what.contains("may not be opened") == true)
        try #require(mkdir(nodes, 0o700) == 0 && mkdir("\(nodes)/003", 0o700) == 0)
        try Scratch.write("", to: "\(nodes)/003/012")
        #expect(obstacle("acr122_usb") == nil)
        #expect(obstacle("pn532_uart:/nowhere") == nil)
        #expect(USBReader.obstacle(to: "usb", in: scratch("none"))?.what.contains("has no USB") == true)
    }
}
