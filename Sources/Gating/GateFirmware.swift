import Attestation
public import Evidence
public import FirmwareIdentity
import FoundationEssentials
import Ground
import OperatingSystem
public import Reports

/// A firmware file that a gate is about: its name, its hash, and the images in it.
public struct GateFirmware: Sendable {
    /// No firmware of such an accessory is larger, in bytes; the rig's own choice.
    public static let mostBytes = 64 << 20

    /// As it was named on the command line.
    public let path: String
    public let mark: GateMark.Firmware
    public let candidate: FirmwareCandidate

    /// Reads the file. Throws where it cannot be read, and where it is malformed, with the offset.
    public init(_ path: String, slots: [FirmwareCandidate.Slot] = []) throws(CommandTrouble) {
        let bytes: [UInt8]
        do throws(CommandTrouble) {
            bytes = try InputFile.bytes(of: path, atMost: Self.mostBytes)
        } catch {
            throw CommandTrouble(what: "the firmware \(error.what)", remedy: "Name another file")
        }
        let hash = ContentHash.of(bytes)
        do {
            candidate = try FirmwareCandidate.read(bytes, sha256: hash.hex, slots: slots) { algorithm, part in
                algorithm == .sha256 ? SHA256Stream.digest(of: part) : nil
            }
        } catch {
            throw CommandTrouble(what: "the firmware \(path.escapedForDisplay) is malformed: \(error)", remedy: nil)
        }
        self.path = path
        mark = GateMark.Firmware(name: path.split(separator: "/").last.map(String.init) ?? path, sha256: hash)
    }

    /// What is wrong with a firmware's file before it is opened, as a sentence without its full stop; nil for nothing.
    public static func mistake(in path: String) -> String? {
        InputFile.mistake(in: path, atMost: mostBytes).map { "the firmware \(path.escapedForDisplay) \($0)" }
    }

    /// The hash that a bootloader reports of the application; nil where the file holds none.
    var imageHash: String? { candidate.imageHash }
}

extension FirmwareCandidate {
    /// The hash that a bootloader reports of the application; nil where the file holds none.
    var imageHash: String? { image(0)?.hash?.bytes.hex(separator: "") }

    /// As it stands in a gate's record.
    var json: JSONValue {
        guard let data = try? JSONEncoder().encode(self), let value = try? JSONValue(json: Array(data)) else {
            preconditionFailure("what is known of a firmware can be written")
        }
        return value
    }

    /// Reads what a record has; nil where it is something else.
    init?(_ value: JSONValue) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(value.bytes)) else { return nil }
        self = read
    }
}

extension SHA256Stream {
    fileprivate static func digest(of part: ArraySlice<UInt8>) -> [UInt8] {
        var stream = SHA256Stream()
        stream.update(part)
        return stream.value.bytes
    }
}
