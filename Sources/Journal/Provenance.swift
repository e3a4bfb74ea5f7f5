/// The circumstances of runs apart from scenario and seed: the program, place and time, and the rig as actually used.
///
/// Nothing that happens in a run depends on it, so every comparison of two runs leaves it out: it has a line of its
/// own in the journal, the first one, and is in no trace.
public struct Provenance: Hashable, Codable, Sendable {
    /// A role of a rig and the port that filled it.
    public struct Part: Hashable, Codable, Sendable {
        /// The role as named for `--port`: `uwb`, `door`, `door.console`.
        public let role: String
        /// The port's text form: `usb:1915:520f`.
        public let port: String

        public init(role: String, port: String) {
            self.role = role
            self.port = port
        }
    }

    /// The program's name and version: `trammel 1.2`.
    public let program: String
    /// The computer's name; for a run in the virtual machine, that of the computer hosting it.
    public let host: String
    /// The operating system under the run, that of the virtual machine if there is one: `Linux 6.1.0-50-amd64
    /// x86_64`.
    public let system: String
    /// The wall clock's reading at the start, in UTC: `2026-11-22T18:33:55Z`.
    public let date: String
    /// The rig's name.
    public let rig: String
    /// The kind of bench: `simulated`, `virtual` or `hardware`.
    public let kind: String
    /// Everything on the rig, as actually used.
    public let parts: [Part]
    /// The overrides of the rig for this run, as options: `--port uwb=none`, `--as door=front`.
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

    /// Returns the provenance with another start date.
    public func begun(at date: String) -> Provenance {
        Provenance(
            program: program, host: host, system: system, date: date, rig: rig, kind: kind, parts: parts,
            overrides: overrides)
    }
}

extension Provenance: CustomStringConvertible {
    /// The provenance in one line: `trammel 1.2 on bench7, 2026-11-22T18:33:55Z, rig simulated with --port uwb=none`.
    public var description: String {
        let with = overrides.isEmpty ? "" : " with \(overrides.joined(separator: " "))"
        return "\(program) on \(host), \(date), rig \(rig)\(with)"
    }
}
