import Glibc
import Ground
import Links
import Testing

@testable import BlueZDriver

/// Who else answers in the rig's place.
@Suite struct BluetoothDaemonTests {
    /// A folder as the system tells of processes, with these lines of `stat`.
    private func daemon(_ processes: [(id: String, stat: String)]) throws -> BluetoothDaemon? {
        var template = Array("/tmp/trammel-proc-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            for (id, _) in processes {
                unlink("\(folder)/\(id)/stat")
                rmdir("\(folder)/\(id)")
            }
            rmdir(folder)
        }
        for (id, stat) in processes {
            try #require(mkdir("\(folder)/\(id)", 0o700) == 0)
            let file = open("\(folder)/\(id)/stat", O_WRONLY | O_CREAT, 0o600)
            try #require(write(file, stat, stat.utf8.count) == stat.utf8.count)
            close(file)
        }
        return BluetoothDaemon.running(in: folder)
    }

    @Test("it is known by its name, whatever stands around it")
    func found() throws {
        #expect(try daemon([("1", "1 (init) S 0"), ("412", "412 (bluetoothd) S 1 412")])?.process == 412)
        #expect(BluetoothDaemon(process: 412).fault.remedy.contains("systemctl"))
    }

    @Test(
        "the dead, the stopped watch of another and names that only look like it are not it",
        arguments: ["7 (bluetoothd) Z 1", "7 (bluetoothd-old) S 1", "7 (my bluetoothd) S 1", "7", ""])
    func others(stat: String) throws { #expect(try daemon([("7", stat), ("self", "x")]) == nil) }

    @Test("a system that tells of no processes has none")
    func nowhere() { #expect(BluetoothDaemon.running(in: "/nonexistent") == nil) }

    @Test("who opens the management is told by the name of its thread, with zeros behind it")
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
        // Closed again; a raw socket, which commands nothing of the management.
        #expect(opening(whole, opcode: 15) == nil)
        #expect(opening([1, 0, 0, 0, 0, 0] + whole.dropFirst(6)) == nil)
    }
}
