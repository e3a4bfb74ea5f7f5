import Evidence
public import Ground
public import Journal
import OpenSSL

/// A bench: its name, its parts, and the version of the rig's program.
///
/// Two benches are the same only if everything that could change a measurement is the same.
public struct UsedBench: Hashable, Codable, Sendable {
    /// The rig's name.
    public let name: String
    /// `simulated`, `virtual` or `hardware`.
    public let kind: String
    /// The computer; empty if no measurement depends on it.
    public let host: String
    /// In 64 hexadecimal digits.
    public let fingerprint: String
    /// Name and version of the program: `trammel 1.2`.
    public let version: String

    private enum CodingKeys: String, CodingKey {
        case name = "bench"
        case kind = "benchKind"
        case host = "benchHost"
        case fingerprint = "benchFingerprint"
        case version = "benchVersion"
    }

    public init(name: String, kind: String, host: String, fingerprint: String, version: String) {
        (self.name, self.kind, self.host) = (name, kind, host)
        (self.fingerprint, self.version) = (fingerprint, version)
    }

    /// Whether one seed always gives the same run, which is then one trial however often it is played.
    public var isDeterministic: Bool { kind == "simulated" }

    /// Whether the accessory's own firmware can have run on it.
    public var isHardware: Bool { kind == "hardware" }

    /// Whether the bench provides the accessory itself, so that the firmware named by its runs did not run.
    public var isMade: Bool { kind == "simulated" || kind == "virtual" }

    /// The number of digits of the fingerprint that are shown.
    public static let shownDigits = 6

    /// The bench as shown to people: `deskBench-3f9a0c`.
    public var shown: String { "\(name)-\(fingerprint.prefix(Self.shownDigits))" }
}

extension UsedBench {
    /// Creates the bench of a run.
    ///
    /// Its fingerprint covers the rig's name, its kind and all its parts as they were used; for a live bench also the
    /// system, and for hardware the computer. With a seal, it includes the rig's own description.
    ///
    /// `namesFirmware` is whether the run belongs to a gate or a search. On a bench that makes its accessories, their
    /// behaviour then counts as the firmware instead of a part of the bench, so that two of them can be
    /// compared.
    public init(_ provenance: Provenance, rig: ContentHash?, namesFirmware: Bool = false) {
        let isLive = provenance.kind != "simulated"
        let isRehearsal = namesFirmware && provenance.kind != "hardware"
        let host = provenance.kind == "hardware" ? provenance.host : ""
        var lines = ["bench 1", provenance.kind, provenance.rig, host, isLive ? provenance.system : ""]
        lines += provenance.parts.map { part in
            // An accessory's port names it; a tag's begins with its chip.
            let isAccessory = part.port.hasPrefix("\(Self.made):") && part.port.contains("name=")
            return "\(part.role)=\(isRehearsal && isAccessory ? Self.made : part.port)"
        }
        if !isRehearsal { lines += ["with"] + provenance.overrides + ["rig \(rig?.hex ?? "")"] }
        // Each line is preceded by its length, so that no part can be mistaken for two.
        let text = lines.map { "\($0.utf8.count):\($0)\n" }.joined()
        self.init(
            name: provenance.rig, kind: provenance.kind, host: host,
            fingerprint: ContentHash.of(text).hex, version: provenance.program)
    }

    /// The port of an accessory that the bench makes, without its behaviour.
    private static let made = "simulated"
}
