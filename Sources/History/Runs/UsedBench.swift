import Attestation
public import Ground
public import Journal

/// A bench: its name, what it is made of, and the version of the rig's program.
///
/// Two benches are one only where everything that could change a measurement is the same.
public struct UsedBench: Hashable, Sendable {
    /// The rig's name.
    public let name: String
    /// `simulated`, `virtual` or `hardware`.
    public let kind: String
    /// The computer; empty where no measurement depends on it.
    public let host: String
    /// In 64 hexadecimal digits.
    public let fingerprint: String
    /// Name and version of the program: `trammel 1.2`.
    public let version: String

    public init(name: String, kind: String, host: String, fingerprint: String, version: String) {
        (self.name, self.kind, self.host) = (name, kind, host)
        (self.fingerprint, self.version) = (fingerprint, version)
    }

    /// Whether one seed gives one run, however often it is played: then it is one trial.
    public var isDeterministic: Bool { kind == "simulated" }

    /// Whether the accessory's own firmware can have run on it.
    public var isHardware: Bool { kind == "hardware" }

    /// Whether the bench makes the accessory itself: what its runs say they had as a firmware did not run.
    public var isMade: Bool { kind == "simulated" || kind == "virtual" }

    /// How many digits of the fingerprint are shown.
    public static let shownDigits = 6

    /// For people: `deskBench-3f9a0c`.
    public var shown: String { "\(name)-\(fingerprint.prefix(Self.shownDigits))" }
}

extension UsedBench {
    /// The bench that a run tells of.
    ///
    /// Its fingerprint is over the rig's name, its kind and all its parts as they were used; of a live bench over the
    /// system too, and of hardware over the computer. With a seal the rig's own description is in it.
    public init(_ provenance: Provenance, rig: ContentHash?) {
        let isLive = provenance.kind != "simulated"
        let host = provenance.kind == "hardware" ? provenance.host : ""
        var lines = ["bench 1", provenance.kind, provenance.rig, host, isLive ? provenance.system : ""]
        lines += provenance.parts.map { "\($0.role)=\($0.port)" }
        lines += ["with"] + provenance.overrides + ["rig \(rig?.hex ?? "")"]
        // A length before each line: no part can pass for two.
        let text = lines.map { "\($0.utf8.count):\($0)\n" }.joined()
        self.init(
            name: provenance.rig, kind: provenance.kind, host: host,
            fingerprint: ContentHash.of(text).hex, version: provenance.program)
    }

    /// Of runs that do not tell with what they were played.
    static func untold(rig: String) -> UsedBench {
        UsedBench(
            name: rig, kind: "unknown", host: "", fingerprint: ContentHash.of("untold\n\(rig)").hex,
            version: "")
    }
}
