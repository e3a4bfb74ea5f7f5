import Attestation
import Evidence
import Gate
import Glibc
import Ground
import OperatingSystem
import Reports

/// The bytes that `--flash` writes: a copy in the gate's folder, whose hash is the one that the gate states.
///
/// Whoever builds the next version into the same file changes nothing in the gate.
struct FirmwareCopy {
    /// The folder of the copies inside of the gate's.
    static let place = "firmware"

    /// In the gate's folder.
    let name: String
    /// From the root, for the command.
    let path: String
    private let firmware: GateFirmware

    /// Makes the copy; a gate that goes on takes the one that is there. Throws where its bytes are not the firmware's.
    init(
        of firmware: GateFirmware, _ side: GateSide, in folder: String, resumes: Bool
    ) throws(CommandTrouble) {
        // Programs that write a firmware tell its form by the end of its name.
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
            try UnfinishedFile.write(bytes, to: own, .replacing, isPrivate: true)
        }
        path = Files.absolute(own) ?? own
        try check("since it was copied")
    }

    /// Throws where the copy has other bytes than those that the gate states.
    func check(_ when: String) throws(CommandTrouble) {
        let found: String
        do {
            guard Files.kind(of: path) == .regular else { throw SystemError("open \(path)", code: ENOENT) }
            found = try Files.hash(of: path).hex
        } catch {
            throw CommandTrouble(what: "the firmware \(path.escapedForDisplay) cannot be read: \(error)", remedy: nil)
        }
        guard found == firmware.mark.sha256.hex else { throw Self.changed(path, firmware, found, when) }
    }

    private static func changed(
        _ path: String, _ firmware: GateFirmware, _ found: String, _ when: String
    ) -> CommandTrouble {
        CommandTrouble(
            what: "the firmware \(path.escapedForDisplay) was changed \(when): the gate is about the SHA-256 "
                + "\(firmware.mark.sha256.hex), and the file has \(found)",
            remedy: "Begin a new gate, and see to it that nothing changes the file")
    }
}
