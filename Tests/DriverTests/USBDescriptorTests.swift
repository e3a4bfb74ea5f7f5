import Ground
import Links
import TestSupport
import Testing

@testable import USBDriver

/// Vectors: USB 2.0 table 9-10 and following, CDC 1.2 section 5.2.3, with the numbers of uwb.md 4.1.
@Suite("CDC-ACM descriptors")
struct USBDescriptorTests {
    static let configuration = "09 02 43 00 02 01 00 c0 fa"
    static let association = "08 0b 00 02 02 02 01 00"
    static let control =
        "09 04 00 00 01 02 02 01 00  05 24 00 10 01  05 24 01 00 01  04 24 02 02  05 24 06 00 01  07 05 82 03 10 00 09"
    static let data = "09 04 01 00 02 0a 00 00 00  07 05 81 02 40 00 00  07 05 01 02 40 00 00"
    static let board = bytes(configuration + association + control + data)

    @Test("The kit's layout is read from its descriptors")
    func board() throws {
        let function = try CDCFunction(configuration: Self.board)
        #expect(function.control == 0)
        #expect(function.data == 1)
        #expect(function.alternate == 0)
        #expect(function.bulkIn == 0x81)
        #expect(function.bulkOut == 0x01)
        #expect(function.packetSize == 64)
    }

    @Test("Other numbers, other order and another function before it change nothing")
    func otherNumbers() throws {
        let storage = "09 04 00 00 02 08 06 50 00  07 05 85 02 00 02 00  07 05 05 02 00 02 00"
        let control = "09 04 03 00 01 02 02 00 00  05 24 06 03 02  07 05 84 03 10 00 09"
        let data = "09 04 02 00 00 0a 00 00 00  09 04 02 01 02 0a 00 00 00  07 05 03 02 00 02 00  07 05 83 02 00 02 00"
        let function = try CDCFunction(configuration: bytes(Self.configuration + storage + data + control))
        #expect(function.control == 3)
        #expect(function.data == 2)
        #expect(function.alternate == 1)
        #expect(function.bulkIn == 0x83)
        #expect(function.bulkOut == 0x03)
        #expect(function.packetSize == 512)
    }

    @Test("Without a union descriptor the next data interface is taken")
    func noUnion() throws {
        let control = "09 04 00 00 01 02 02 01 00  07 05 82 03 10 00 09"
        #expect(try CDCFunction(configuration: bytes(Self.configuration + control + Self.data)).data == 1)
    }

    @Test(
        "A device that is no serial port is refused",
        arguments: [
            "", configuration, configuration + data, configuration + control,
            configuration + control + "09 04 01 00 01 0a 00 00 00  07 05 81 02 40 00 00",
        ])
    func notSerial(descriptors: String) {
        #expect(throws: Malformed.self) { try CDCFunction(configuration: bytes(descriptors)) }
    }

    @Test(
        "Descriptors that run past the end or have no length are refused",
        arguments: ["00", "01", "09 04 00", "07 05 81"])
    func broken(tail: String) {
        #expect(throws: Malformed.self) { try CDCFunction(configuration: Self.board + bytes(tail)) }
    }

    @Test("No hostile descriptor traps")
    func fuzz() {
        var mutator = Mutator(seeds: [Self.board])
        var accepted = 0
        for _ in 0..<100_000 where (try? CDCFunction(configuration: mutator.next(limit: 120))) != nil { accepted += 1 }
        #expect(accepted > 1000)
    }
}

@Suite("Faults of USB kits")
struct USBFaultTests {
    let kit = USBIdentity(vendor: 0x1915, product: 0x520F, serial: nil)

    @Test("The ids are written as lsusb writes them")
    func ids() {
        #expect(kit.description == "1915:520f")
        let named = USBIdentity(vendor: 0x0001, product: 0x00AB, serial: "E6\u{1B}1")
        #expect(named.description == "0001:00ab with serial number E6\\u{1b}1")
    }

    @Test("A forbidden device is answered with the udev rule for exactly this device")
    func rule() {
        #expect(kit.forbidden.remedy.contains("ATTR{idVendor}==\"1915\", ATTR{idProduct}==\"520f\""))
        #expect(kit.forbidden.remedy.contains("TAG+=\"uaccess\""))
    }

    @Test("Several devices are distinguished by their serial numbers")
    func ambiguous() {
        let fault = kit.ambiguous(["A1", "", "C3"])
        #expect(fault.what.contains("A1, one without a serial number, C3"))
        #expect(fault.remedy.contains("uwb=usb:1915:520f:A1"))
        #expect(kit.otherSerials(["B2"]).what.contains("only B2"))
    }
}
