import Evidence
import Gate
import Glibc
import Ground
import Journal
import OpenSSL
import OperatingSystem
import Reports

/// The bytes that `--flash` writes: a copy in the gate's folder with the hash that the gate states.
///
/// A new build written to the original file does not affect the gate.
struct FirmwareCopy {
    /// The folder of the copies, relative to the gate's.
    static let place = "firmware"

    /// The path relative to the gate's folder.
    let name: String
    /// The absolute path, for the command.
    let path: String
    private let firmware: GateFirmware

    /// Makes the copy; a resumed gate reuses the existing one. Throws if its bytes differ from the firmware's.
    init(
        of firmware: GateFirmware, _ side: GateSide, in folder: String, resumes: Bool
    ) throws(CommandError) {
        // Flashing tools recognise a firmware's format by the file name extension.
        let end = firmware.mark.name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
        let isPlain = end.map { $0.utf8.count <= 8 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
        let suffix = end.flatMap { isPlain == true ? ".\($0)" : nil } ?? ""
        name = "\(Self.place)/\(side.rawValue)\(suffix)"
        self.firmware = firmware
        let own = "\(folder)/\(name)"
        do { try Files.makeFolder("\(folder)/\(Self.place)") } catch { throw .cannotWrite(own, error) }
        if !resumes || Files.kind(of: own) == nil {
            let bytes = try InputFile.bytes(of: firmware.path, atMost: GateFirmware.mostBytes)
            guard ContentHash.of(bytes) == firmware.mark.sha256 else {
                throw Self.changed(firmware.path, firmware, ContentHash.of(bytes).hex, "before the gate began")
            }
            // A gate that was killed before its record began may have left the copy.
            let isLeft = (try? Files.hash(of: own)) == firmware.mark.sha256
            try UnfinishedFile.write(bytes, to: own, isLeft ? .replacing : .new)
        }
        path = Files.absolute(own) ?? own
        try check("since it was copied")
    }

    /// Throws if the copy's bytes differ from those that the gate states.
    func check(_ when: String) throws(CommandError) {
        let found: String
        do {
            guard Files.kind(of: path) == .regular else { throw SystemError("open \(path)", code: ENOENT) }
            found = try Files.hash(of: path).hex
        } catch {
            throw CommandError(what: "the firmware \(path.escapedForDisplay) cannot be read: \(error)", remedy: nil)
        }
        guard found == firmware.mark.sha256.hex else { throw Self.changed(path, firmware, found, when) }
    }

    private static func changed(
        _ path: String, _ firmware: GateFirmware, _ found: String, _ when: String
    ) -> CommandError {
        CommandError(
            what: "the firmware \(path.escapedForDisplay) was changed \(when): the gate is about the SHA-256 "
                + "\(firmware.mark.sha256.hex), and the file has \(found)",
            remedy: "Begin a new gate, and see to it that nothing changes the file")
    }
}
