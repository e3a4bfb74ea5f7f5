public import Evidence
public import FirmwareIdentity
import Ground
import JSON
public import Journal
import OpenSSL
import OperatingSystem

/// A firmware file for a gate: its name, its hash and its images.
public struct GateFirmware: Sendable {
    /// The maximum size of a firmware in bytes; the rig's own choice.
    public static let mostBytes = 64 << 20

    /// The path as given on the command line.
    public let path: String
    public let mark: GateMembership.Firmware
    public let candidate: FirmwareCandidate

    /// Reads the file. Throws if it cannot be read, or is malformed, with the offset.
    public init(_ path: String, slots: [FirmwareCandidate.Slot] = []) throws(CommandError) {
        let bytes: [UInt8]
        do throws(CommandError) {
            bytes = try InputFile.bytes(of: path, atMost: Self.mostBytes)
        } catch {
            throw CommandError(what: "the firmware \(error.what)", remedy: "Name another file")
        }
        let hash = ContentHash.of(bytes)
        do {
            candidate = try FirmwareCandidate.read(bytes, sha256: hash.hex, slots: slots) { algorithm, part in
                algorithm == .sha256 ? ContentHash.of(part).bytes : nil
            }
        } catch {
            throw CommandError(what: "the firmware \(path.escapedForDisplay) is malformed: \(error)", remedy: nil)
        }
        self.path = path
        mark = GateMembership.Firmware(name: path.split(separator: "/").last.map(String.init) ?? path, sha256: hash)
    }

    /// Returns the problem with a firmware file before it is opened, without a final full stop; nil if there is none.
    public static func mistake(in path: String) -> String? {
        InputFile.mistake(in: path, atMost: mostBytes).map { "the firmware \(path.escapedForDisplay) \($0)" }
    }

    /// The hash that a bootloader reports for the application; nil if the file contains none.
    var imageHash: String? { candidate.imageHash }
}

extension FirmwareCandidate {
    /// The hash that a bootloader reports for the application; nil if the file contains none.
    var imageHash: String? { image(0)?.hash?.bytes.hex(separator: "") }

    /// The form used in a gate's record.
    var json: JSONValue {
        guard let value = try? JSONValue(json: JSON.line(self)) else {
            preconditionFailure("what is known of a firmware can be written")
        }
        return value
    }

    /// Decodes the form used in a record; returns nil for anything else.
    init?(_ value: JSONValue) {
        guard let read = try? JSON.value(Self.self, from: value.bytes) else { return nil }
        self = read
    }
}
