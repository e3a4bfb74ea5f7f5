import Evidence
import Foundation
import Glibc
import Reports
import RigKit
import Rigs
import TestSupport
import Testing

@testable import Runs

/// Two gates may play concurrently if their rigs share no device, whatever `--port` calls it.
@Suite struct RigDevicesTests {
    private static func desk(_ ports: String...) throws -> Rig {
        try ports.reduce(Rig.deskBench) { try $0.replacing($1) }
    }

    /// Another desk without any device of the first one.
    private static let elsewhere = [
        "bluetooth=hci1", "uwb=serial:/dev/ttyACM7", "nfc=pn532_uart:/dev/ttyUSB7", "door=le:name=Other",
    ]

    /// Returns whether two gates can hold both rigs at the same time.
    private static func fit(_ one: Rig, _ other: Rig) throws -> Bool {
        let scratch = try Scratch()
        let lease = try BenchLease(of: "one", devices: one.devices, in: scratch("state"))
        do { _ = try BenchLease(of: "other", devices: other.devices, in: scratch("state")) } catch { return false }
        return lease.predecessor == nil
    }

    @Test("rigs that share an adapter, a kit, a reader, a line, a switch or an accessory exclude each other")
    func shared() throws {
        let far = try Self.elsewhere.reduce(Rig.deskBench) { try $0.replacing($1) }
        #expect(try Self.fit(.deskBench, far))
        for port in [
            "bluetooth=hci0", "uwb=usb:1915:520f", "uwb=usb:1915:520f:SERIAL", "nfc=pn532_uart:/dev/ttyUSB0",
            "nfc=arygon:/dev/ttyUSB0:9600", "door.console=serial:/dev/ttyUSB0", "uwb=cli:/dev/ttyUSB0",
            "door=le:name=Door",
        ] {
            #expect(try !Self.fit(.deskBench, far.replacing(port)), "\(port)")
            #expect(try !Self.fit(far.replacing(port), .deskBench), "\(port)")
        }
        let switched = try far.replacing("door.power=program:/usr/bin/door-power")
        #expect(try !Self.fit(switched, Self.desk("door.power=program:/usr/bin/door-power")))
        #expect(try Self.fit(switched, Self.desk("door.power=program:/usr/bin/other-power")))
        #expect(try !Self.fit(.screenBench, Rig.screenBench.replacing("tv.console=serial:/dev/ttyUSB1")))
        #expect(try Self.fit(.screenBench, Rig.screenBench.replacing("tv=network:wlan0")))
    }

    @Test(
        "two devices of a kind must be distinguishable, and a port for any of them excludes the others",
        arguments: [
            ("uwb=usb:1915:520f:A", "uwb=usb:1915:520f:B", true), ("uwb=usb:1915:520f:A", "uwb=usb:1915:520f:A", false),
            ("uwb=usb:1915:520f:A", "uwb=usb:1915:520F", false), ("uwb=usb:1915:520f", "uwb=usb:1915:5210", true),
            ("nfc=usb:001:004", "nfc=pn53x_usb:1:5", true), ("nfc=usb:001:004", "nfc=pn53x_usb:1:4", false),
            ("nfc=usb", "nfc=acr122_usb:001:004", false),
            (
                "door=lan:service=_a._tcp,name=x",
                "door=lan:service=_a._tcp,name=y", true
            ),
            (
                "door=lan:service=_a._tcp", "door=lan:service=_a._tcp,name=y",
                false
            ), ("door=lan:10.0.0.1:1", "door=lan:10.0.0.1:2", true),
        ])
    func kinds(one: String, other: String, fits: Bool) throws {
        let far = try Self.elsewhere.reduce(Rig.deskBench) { try $0.replacing($1) }
        let near = try Self.desk("bluetooth=hci2", "door=le:name=Near").replacing(one)
        #expect(try Self.fit(near, far.replacing(other)) == fits)
        #expect(try Self.fit(far.replacing(other), near) == fits)
    }

    @Test("a device has one name, whatever path leads to it")
    func links() throws {
        let scratch = try Scratch()
        try Scratch.write("", to: scratch("tty"))
        try FileManager.default.createSymbolicLink(atPath: scratch("by-id"), withDestinationPath: scratch("tty"))
        let far = try Self.elsewhere.reduce(Rig.deskBench) { try $0.replacing($1) }
        #expect(
            try !Self.fit(
                Self.desk("uwb=serial:\(scratch("tty"))"), far.replacing("uwb=serial:\(scratch("by-id"))")))
    }

    @Test("devices that a bench makes itself are not shared")
    func made() throws {
        for rig in [Rig.simulated, .virtual] {
            #expect(try rig.devices.isEmpty && Self.fit(rig, rig))
        }
    }

    @Test("two gates on a simulated bench may run side by side, but not in one folder")
    func besideOnSimulated() throws {
        let scratch = try Scratch()
        func lease(_ folder: String, isShared: Bool = true) throws(CommandError) -> BenchLease {
            try BenchLease(
                of: "simulated", devices: [.output(scratch(folder))], isShared: isShared, in: scratch("state"))
        }
        let first = try lease("a")
        let second = try lease("b")
        #expect(throws: CommandError.self) { try lease("a") }
        #expect(throws: CommandError.self) { try lease("c", isShared: false) }
        #expect(first.predecessor == nil && second.predecessor == nil)
    }

    @Test("a folder is claimed by one name, before it exists and afterwards, and from anywhere")
    func folderName() throws {
        let scratch = try Scratch()
        #expect(symlink(scratch.path, scratch("link")) == 0)
        for name in ["a", "a/b", "link/c", "a/b/"] {
            let before = DeviceClaim.output(scratch(name))
            _ = mkdir(scratch(name), 0o700)
            #expect(before == DeviceClaim.output(scratch(name)), "\(name)")
        }
        #expect(DeviceClaim.output("nowhere/x").name.hasSuffix(FileManager.default.currentDirectoryPath + "/nowhere/x"))
    }

    @Test("a gate does not begin while another one holds a device of its rig, and names that device")
    func beside() throws {
        let shelf = try Shelf()
        let other = try Self.desk("bluetooth=hci1", "uwb=none", "door=le:name=Other")
        do {
            let lease = try BenchLease(of: "other", devices: other.devices, in: shelf.scratch("state"))
            #expect(shelf.play(try shelf.request()) == 3)
            #expect(Scratch.bytes(of: shelf.scratch("gate/gate.json")) == nil)
            let trouble = try #require(throws: CommandError.self) {
                try BenchLease(of: "x", devices: Rig.deskBench.devices, in: shelf.scratch("state"))
            }
            let what = trouble.what
            #expect(what.contains("has /dev/ttyUSB0") && what.contains("process"), "\(what)")
            #expect(throws: Never.self) { try lease.take(other.devices) }
        }
        let far = try Self.elsewhere.reduce(Rig.deskBench) { try $0.replacing($1) }
        let lease = try BenchLease(of: "other", devices: far.devices, in: shelf.scratch("state"))
        #expect(shelf.play(try shelf.request()) == 0)
        #expect(throws: Never.self) { try lease.take(Rig.deskBench.devices) }
    }
}
