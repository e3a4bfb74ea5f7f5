/// An archive in cpio's "newc" format, which the kernel unpacks as its first file system.
///
/// Source: Documentation/driver-api/early-userspace/buffer-format.rst of the Linux kernel.
struct CPIOArchive {
    private(set) var bytes: [UInt8] = []
    private var count: UInt32 = 0

    mutating func addFolder(_ path: String) { add(path, mode: 0o040755, contents: []) }

    mutating func addFile(_ path: String, _ contents: [UInt8], isExecutable: Bool = false) {
        add(path, mode: isExecutable ? 0o100755 : 0o100644, contents: contents)
    }

    /// Returns the archive with its trailer, padded so that another may follow.
    func finished() -> [UInt8] {
        var whole = self
        whole.append(path: "TRAILER!!!", number: 0, mode: 0, links: 1, contents: [])
        whole.pad(to: 512)
        return whole.bytes
    }

    private mutating func add(_ path: String, mode: UInt32, contents: [UInt8]) {
        precondition(!path.hasPrefix("/"), "paths in an archive begin at its root, without a slash")
        count += 1
        append(path: path, number: count, mode: mode, links: mode & 0o040000 == 0 ? 1 : 2, contents: contents)
    }

    private mutating func append(path: String, number: UInt32, mode: UInt32, links: UInt32, contents: [UInt8]) {
        let name = Array(path.utf8) + [0]
        let size = UInt32(contents.count)
        // Serial number, mode, owner, group, links, time, size, four device numbers, length of the name, checksum.
        let fields = [number, mode, 0, 0, links, 0, size, 0, 0, 0, 0, UInt32(name.count), 0]
        bytes += "070701".utf8
        for field in fields { bytes += eightDigits(field) }
        bytes += name
        pad(to: 4)
        bytes += contents
        pad(to: 4)
    }

    private mutating func pad(to unit: Int) {
        let missing = (unit - bytes.count % unit) % unit
        bytes += [UInt8](repeating: 0, count: missing)
    }

    private func eightDigits(_ value: UInt32) -> [UInt8] {
        let digits = String(value, radix: 16, uppercase: true)
        return Array((String(repeating: "0", count: 8 - digits.count) + digits).utf8)
    }
}
