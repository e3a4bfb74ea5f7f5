import Glibc
import Ground
import Links
import TestSupport
import Testing

@testable import BlueZDriver

/// Detection of bluetoothd, which would answer in the rig's place.
@Suite struct BluetoothDaemonTests {
    /// Creates a folder like /proc with these `stat` lines.
    private func daemon(_ processes: [(id: String, stat: String)]) throws -> BluetoothDaemon? {
        let folder = try Scratch()
        for (id, stat) in processes {
            try #require(mkdir(folder(id), 0o700) == 0)
            try Scratch.write(stat, to: folder("\(id)/stat"))
        }
        return withExtendedLifetime(folder) { BluetoothDaemon.running(in: folder.path) }
    }

    @Test("it is recognised by its name, whatever surrounds it")
    func found() throws {
        #expect(try daemon([("1", "1 (init) S 0"), ("412", "412 (bluetoothd) S 1 412")])?.process == 412)
        #expect(BluetoothDaemon(process: 412).fault.remedy.contains("systemctl"))
    }

    @Test(
        "the dead, the stopped watch of another and names that only look like it are not it",
        arguments: ["7 (bluetoothd) Z 1", "7 (bluetoothd-old) S 1", "7 (my bluetoothd) S 1", "7", ""])
    func others(stat: String) throws { #expect(try daemon([("7", stat), ("self", "x")]) == nil) }

    @Test("a system without a process list has no daemon")
    func nowhere() { #expect(BluetoothDaemon.running(in: "/nonexistent") == nil) }

    @Test("a program that opens the management channel is named by its thread, without the trailing zeros")
    func opened() {
        let name = Array("bluetoothd".utf8) + [0, 0, 0, 0, 0, 0]
        let start: [UInt8] = [1, 0, 0, 0, 2, 0, 1, 22, 0, 1, 0, 0, 0]
        func opening(_ payload: [UInt8], opcode: UInt16 = 14) -> ManagementOpening? {
            ManagementOpening(
                MonitorPacket(opcode: opcode, adapter: 0xFFFF, instant: Instant(nanoseconds: 0), payload: payload))
        }
        let whole = start + [16] + name
        #expect(opening(whole)?.program == "bluetoothd")
        #expect(opening(start + [3] + Array("abc".utf8))?.program == "abc")
        for end in whole.indices { #expect(opening(Array(whole[..<end])) == nil, "\(end) octets") }
        // A close event, and a raw socket, which sends no management commands.
        #expect(opening(whole, opcode: 15) == nil)
        #expect(opening([1, 0, 0, 0, 0, 0] + whole.dropFirst(6)) == nil)
    }
}
