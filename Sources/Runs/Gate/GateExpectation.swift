public import Evidence
public import GateKit
import Ground
import Journal
import Reports

/// The firmware and the plan that a gate's folder is expected to prove.
///
/// A folder says nothing about its own name: that of last year's release is as intact as today's.
public struct GateExpectation {
    /// The firmware; nil for any.
    public var firmware: GateFirmware?
    /// The plan including the gate's known failures; nil for any.
    public var plan: GatePlan?

    public init(firmware: GateFirmware? = nil, plan: GatePlan? = nil) { (self.firmware, self.plan) = (firmware, plan) }

    /// Returns the ways in which a gate differs from the expectation.
    public func problems(of record: GateRecordReading, in folder: String) -> [GateProblem] {
        [firmware.flatMap { problem($0, record) }, plan.flatMap { problem($0, in: folder) }].compactMap(\.self)
    }

    private func problem(_ firmware: GateFirmware, _ record: GateRecordReading) -> GateProblem? {
        let played = record.start.firmware
        guard firmware.mark.sha256 != played.sha256 else { return nil }
        return GateProblem(
            GateRecord.fileName, "line 1",
            "names the firmware \(played.name.shown()), SHA-256 \(played.sha256.hex), and \(firmware.path.shown()) has "
                + firmware.mark.sha256.hex)
    }

    /// The source location of an entry is not part of a plan, because lines and folders move.
    private func problem(_ plan: GatePlan, in folder: String) -> GateProblem? {
        let name = GateRecord.planName
        guard let played = GatePlan.played(in: folder) else { return GateProblem(name, nil, "is no plan") }
        guard (played.name, played.summary) == (plan.name, plan.summary) else {
            return GateProblem(
                name, nil, "is the plan \(played.name.shown()), and the one expected is \(plan.name.shown())")
        }
        let (own, other) = (played.entries, plan.entries)
        let place = zip(own, other).enumerated().first { $1.0.content != $1.1.content }?.offset
        guard let place = place ?? (own.count == other.count ? nil : min(own.count, other.count)) else { return nil }
        return GateProblem(
            name, "plan.entries[\(place)]",
            own.count == other.count
                ? "is not the entry of the expected plan"
                : "differs from the expected plan, which has \(counted(other.count, "entry", "entries")) and not "
                    + "\(own.count)")
    }
}

extension GatePlan {
    /// Returns the plan in a gate's folder; nil if it cannot be read.
    public static func played(in folder: String) -> GatePlan? {
        let path = "\(folder)/\(GateRecord.planName)"
        return (try? Files.text(of: path, atMost: PlanFile.mostBytes)).flatMap { try? PlanFile.plan(from: $0) }
    }
}
