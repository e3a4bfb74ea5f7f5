/// With what runs were played, beside scenario and seed: the program, where and when, and the rig as it really was.
///
/// Nothing that happens in a run depends on it. So it is left out wherever two runs are compared: it stands in a line
/// of the journal of its own, the first one, and in no trace.
public struct Provenance: Hashable, Codable, Sendable {
    /// One role of a rig, and what stood there.
    public struct Part: Hashable, Codable, Sendable {
        /// As `--port` names it: `uwb`, `door`, `door.console`.
        public let role: String
        /// The port's text form: `usb:1915:520f`.
        public let port: String

        public init(role: String, port: String) {
            self.role = role
            self.port = port
        }
    }

    /// Name and version: `trammel 1.2`.
    public let program: String
    /// The computer's name; of a run in the virtual machine it is the name of the computer on which that ran.
    public let host: String
    /// The system under the run, the virtual machine's own where there is one: `Linux 6.1.0-50-amd64 x86_64`.
    public let system: String
    /// When it began, by the wall clock and in UTC: `2026-11-22T18:33:55Z`.
    public let date: String
    /// The rig's name.
    public let rig: String
    /// Which kind of bench: `simulated`, `virtual` or `hardware`.
    public let kind: String
    /// Everything on the rig, as it was really used.
    public let parts: [Part]
    /// What was put in the place of the rig's own for this time, as options: `--port uwb=none`, `--as door=front`.
    public let overrides: [String]

    public init(
        program: String, host: String, system: String, date: String, rig: String, kind: String, parts: [Part],
        overrides: [String]
    ) {
        self.program = program
        self.host = host
        self.system = system
        self.date = date
        self.rig = rig
        self.kind = kind
        self.parts = parts
        self.overrides = overrides
    }

    /// The same, begun at another date.
    public func begun(at date: String) -> Provenance {
        Provenance(
            program: program, host: host, system: system, date: date, rig: rig, kind: kind, parts: parts,
            overrides: overrides)
    }
}

extension Provenance: CustomStringConvertible {
    /// In one line: `trammel 1.2 on bench7, 2026-11-22T18:33:55Z, rig simulated with --port uwb=none`.
    public var description: String {
        let with = overrides.isEmpty ? "" : " with \(overrides.joined(separator: " "))"
        return "\(program) on \(host), \(date), rig \(rig)\(with)"
    }
}
