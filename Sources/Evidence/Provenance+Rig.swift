public import Journal
public import RigKit

extension Provenance {
    /// With what this program plays on a rig from now on.
    public init(of rig: Rig, with overrides: RigOverrides) {
        self.init(
            program: Program.name, host: Program.host, system: Program.system, date: Program.date, rig: rig.name,
            kind: rig.kind.rawValue, parts: rig.parts.map { Part(role: $0.role, port: $0.port) },
            overrides: overrides.options)
    }
}
