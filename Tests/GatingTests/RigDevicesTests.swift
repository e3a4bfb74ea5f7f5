import Evidence
import Foundation
import Glibc
import Reports
import RigKit
import Rigs
import Synchronization
import TestSupport
import Testing

@testable import Runs

/// Two commands may play concurrently if their rigs share no device, whatever `--port` calls it.
@Suite struct RigDevicesTests {
    private static func desk(_ ports: String...) throws -> Rig {
        try ports.reduce(Rig.deskBench) { try $0.replacing($1) }
    }

    /// Another desk without any device of the first one.
    private static let elsewhere = [
        "bluetooth=hci1", "uwb=serial:/dev/ttyACM7", "nfc=pn532_uart:/dev/ttyUSB7", "door=le:name=Other",
    ]

    /// Returns whether two commands can hold both rigs at the same time.
    private static func fit(_ one: Rig, _ other: Rig) throws -> Bool {
        let scratch = try Scratch()
        let first = BenchLock(in: scratch.path, for: "one")
        try first.take(one.devices)
        defer { withExtendedLifetime(first) {} }
        do throws(BenchLock.Obstacle) { try BenchLock(in: scratch.path, for: "other").take(other.devices) } catch {
            guard case .busy = error else { throw error }
            return false
        }
        return true
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
        let printing = try far.replacing("door.console=rfc2217:labpi:4001@9600")
        #expect(try !Self.fit(printing, Self.desk("door.console=rfc2217:LabPi:4001")))
        #expect(try Self.fit(printing, Self.desk("door.console=rfc2217:labpi:4002")))
        let decoding = try far.replacing("door.console=pipe:/usr/bin/door-log")
        #expect(try !Self.fit(decoding, Self.desk("door.console=pipe:/usr/bin/door-log")))
        let presented = try far.replacing("doorTag=program:/usr/bin/door-tag")
        #expect(try !Self.fit(presented, Self.desk("doorTag=program:/usr/bin/door-tag")))
        #expect(try Self.fit(presented, Self.desk("posterTag=program:/usr/bin/door-tag")), "it gets the tag's name")
        #expect(try Self.fit(presented, Self.desk("doorTag=program:/usr/bin/other-tag")))
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
            ("door=lan:127.0.0.1:1", "door=lan:localhost:1", false),
            ("door=lan:[::1]:1", "door=lan:[0:0:0:0:0:0:0:1]:1", false),
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
                of: "simulated", output: scratch(folder), isShared: isShared, in: scratch("state"))
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
        func lease(_ folder: String) throws(CommandError) -> BenchLease {
            try BenchLease(of: folder, output: folder, in: scratch("state"))
        }
        for (name, other) in [("a", "a/"), ("a/b", "link/a/b"), ("link/c", "c")] {
            let before = try lease(scratch(name))
            _ = mkdir(scratch(name), 0o700)
            #expect(throws: CommandError.self) { try lease(scratch(other)) }
            withExtendedLifetime(before) {}
        }
    }

    @Test("a device that another command holds is refused, with its holder, and all others stay free")
    func holder() throws {
        let scratch = try Scratch()
        let desk = Rig.deskBench
        let far = try Self.elsewhere.reduce(desk) { try $0.replacing($1) }
        do {
            let first = BenchLock(in: scratch.path, for: "trammel run fullFlow --output 'a b'")
            try first.take(try far.replacing("bluetooth=hci0").devices)
            let second = BenchLock(in: scratch.path, for: "trammel tag read")
            let busy = try #require(Self.busy { () throws(BenchLock.Obstacle) in try second.take(desk.devices) })
            #expect(busy.device == "hci0")
            let holder = try #require(busy.holder)
            #expect(holder.hasPrefix("process \(getpid()) of "), "\(holder)")
            #expect(holder.hasSuffix(": trammel run fullFlow --output 'a b'"), "\(holder)")
            // The refused command holds none of its other devices.
            let third = BenchLock(in: scratch.path, for: "trammel gate")
            try third.take(try desk.replacing("bluetooth=hci5").devices)
            withExtendedLifetime((first, second, third)) {}
        }
        // Nothing is left held, and a file does not name a holder that has gone.
        let last = BenchLock(in: scratch.path, for: "trammel run")
        try last.take(desk.devices + far.devices)
        withExtendedLifetime(last) {}
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path) {
            #expect(Scratch.text(of: scratch(name))?.contains("fullFlow") == false)
        }
    }

    private static func busy(_ act: () throws(BenchLock.Obstacle) -> Void) -> BenchLock.Busy? {
        do throws(BenchLock.Obstacle) { try act() } catch { if case .busy(let busy) = error { return busy } }
        return nil
    }

    @Test("a command waits as long as it may, says once why, and takes what becomes free")
    func waits() throws {
        let scratch = try Scratch()
        let claims = [DeviceClaim.adapter(0)]
        var first: BenchLock? = BenchLock(in: scratch.path, for: "first")
        try first?.take(claims)
        var told = 0
        let second = BenchLock(in: scratch.path, for: "second")
        let refused = Self.busy { () throws(BenchLock.Obstacle) in
            try second.take(claims, within: .milliseconds(1_200)) { _ in told += 1 }
        }
        #expect(refused?.device == "hci0" && told == 1)
        let holder = try #require(refused?.holder)
        #expect(holder.hasSuffix(": first"), "\(holder)")
        let held = Mutex(first.take())
        Thread.detachNewThread {
            usleep(300_000)
            held.withLock { $0 = nil }
        }
        try second.take(claims, within: .seconds(60)) { _ in told += 1 }
        #expect(told == 2)
        withExtendedLifetime(second) {}
    }

    @Test("a lock folder is shared by all users; without one, the user's own is used, with a warning")
    func folder() throws {
        let scratch = try Scratch()
        var warnings: [String] = []
        let common = try BenchLock.folder(common: scratch("locks")) { warnings.append($0) }
        #expect(common == scratch("locks") && warnings.isEmpty)
        let attributes = try FileManager.default.attributesOfItem(atPath: common)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o1777)
        let lock = BenchLock(in: common, for: "x")
        try lock.take([DeviceClaim("/dev/tty USB0")])
        let file = "\(common)/%2Fdev%2Ftty%20USB0.lock"
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o666)
        withExtendedLifetime(lock) {}
        // Neither a link nor a file is a folder that all users share.
        #expect(symlink(scratch("locks"), scratch("link")) == 0)
        try Scratch.write("", to: scratch("file"))
        for other in ["link", "file", "none/none"] {
            let own = try BenchLock.folder(common: scratch(other)) { warnings.append($0) }
            #expect(own.hasSuffix("/trammel/locks"))
        }
        #expect(warnings.count == 3)
    }
}
