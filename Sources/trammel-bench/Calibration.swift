import Gate
import Statistics

/// The error rates of gates with firmware whose true rates are known: N gates of each kind.
enum Calibration {
    static let benchmark = Benchmark(name: "calibration", arguments: ["[N]"]) { arguments in
        let gates = arguments.first ?? "10000"
        guard let count = Int(gates), (1...1_000_000).contains(count) else {
            throw CalibrationError.count(gates)
        }
        let rows = GateCalibration.rows(gates: count)
        guard !rows.contains(where: \.isBroken) else { throw CalibrationError.broken(rows.map(line)) }
        return rows.map(line)
    }

    /// Returns the promised risk, the count, and the 99 % confidence interval of the true rate.
    static func line(_ row: GateCalibration.Row) -> String {
        let interval = row.interval
        let share = Double(row.wrong) / Double(row.gates)
        return "\(row.isBroken ? "BROKEN" : "kept") \(row.name): \(row.wrong) of \(row.gates), \(percent(share)) "
            + "(\(percent(interval.lower)) to \(percent(interval.upper))), at most \(percent(row.risk)) promised"
    }

    private static func percent(_ value: Double) -> String {
        let hundredths = Int((value * 10_000).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
    }
}

enum CalibrationError: Error, CustomStringConvertible {
    case count(String)
    case broken([String])
    /// A healthy accessory failed, or one with the defect passed, so the true rate is not the one that was set.
    case otherRate(seed: UInt64, isDefect: Bool)

    var description: String {
        switch self {
        case .count(let text): "'\(text)' is no number of gates: 1 to 1000000"
        case .otherRate(let seed, let isDefect):
            "the run with the seed \(seed) \(isDefect ? "passes with" : "fails without") the defect"
        case .broken(let lines): "a risk is not kept:\n\(lines.joined(separator: "\n"))"
        }
    }
}
