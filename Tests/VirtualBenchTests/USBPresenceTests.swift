import Glibc
import Links
import Testing
import USBDriver

@testable import Benches

/// The choice of a kit by the kernel's own list.
@Suite struct USBPresenceTests {
    private let kit = USBIdentity(vendor: 0x1915, product: 0x520F)
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Adds a device to the list, with its node if `hasNode` is true.
    private func add(_ name: String, serial: String, number: Int, hasNode: Bool = true) throws {
        try #require(mkdir(scratch(name), 0o700) == 0)
        let fields = [
            ("idVendor", "1915"), ("idProduct", "520f"), ("serial", serial), ("busnum", "1"), ("devnum", "\(number)"),
        ]
        for (field, value) in fields { try write("\(value)\n", to: scratch("\(name)/\(field)")) }
        guard hasNode else { return }
        _ = mkdir(scratch("nodes"), 0o700)
        _ = mkdir(scratch("nodes/001"), 0o700)
        try write("", to: scratch("nodes/001/00\(number)"))
    }

    private func write(_ text: String, to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        try #require(file >= 0 && Glibc.write(file, text, text.utf8.count) == text.utf8.count)
        close(file)
    }

    private func look(for kit: USBIdentity) -> String? {
        USBPresence.obstacle(to: kit, in: scratch.path, nodes: scratch("nodes"))?.what
    }

    @Test("a device that is there and may be opened is no obstacle, and one that is not is missing")
    func there() throws {
        #expect(look(for: kit) == kit.missing.what)
        try add("1-1", serial: "A", number: 5)
        #expect(look(for: kit) == nil)
        #expect(look(for: USBIdentity(vendor: 1, product: 2))?.contains("is connected") == true)
    }

    @Test("several devices of a kind are distinguished by their serial numbers")
    func several() throws {
        try add("1-1", serial: "A", number: 5)
        try add("1-2", serial: "B", number: 6)
        #expect(look(for: kit)?.hasPrefix("2 USB devices") == true)
        #expect(look(for: USBIdentity(vendor: 0x1915, product: 0x520F, serial: "B")) == nil)
        #expect(look(for: USBIdentity(vendor: 0x1915, product: 0x520F, serial: "C"))?.contains("only") == true)
    }

    @Test("a device without a device node cannot be reached, and a machine without USB says so")
    func unreachable() throws {
        try add("1-1", serial: "A", number: 5, hasNode: false)
        #expect(look(for: kit) == kit.noUSB.what)
        #expect(USBPresence.obstacle(to: kit, in: scratch("none"))?.what == kit.noUSB.what)
    }
}
