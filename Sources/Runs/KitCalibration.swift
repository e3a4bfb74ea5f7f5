public import Benches
public import Evidence
import Foundation
public import Ground
import JSON
public import RigKit

/// A measurement of a rig's reference at its known distance, which shows the kit's bias and spread on that day.
///
/// It is part of the user's state and corrects nothing: accessories are judged by what the kit measures.
public struct KitCalibration: Codable, Hashable, Sendable {
    /// The date, in UTC: `2026-11-22T18:33:55Z`.
    public let date: String
    public let rig: String
    /// The kit's port: `usb:1915:520f`.
    public let kit: String
    public let reference: String
    public let known: Distance
    /// The median of the measured distances without the known one.
    public let bias: Distance
    /// Half the range that holds the middle 90 % of the measured distances.
    public let spread: Distance
    /// The number of distances.
    public let rounds: Int

    /// The age from which a calibration should be repeated (bench.md 9.2).
    private static let longestAge = Lapse.seconds(90 * 86_400)
    private static let rounds = 50
    /// The time by which a date may lie in the future, because the clock was set.
    private static let clockError = Lapse.seconds(86_400)

    /// Creates a calibration from distances in any order; there must be one.
    init(on rig: Rig, _ reference: (name: AccessoryName, distance: Distance), of distances: [Distance]) {
        let sorted = distances.sorted()
        func quantile(_ percent: Int) -> Distance { sorted[(sorted.count - 1) * percent / 100] }
        (self.rig, kit, self.reference) = (rig.name, rig.uwb.description, reference.name.rawValue)
        (date, known, rounds) = (Program.date, reference.distance, sorted.count)
        bias = quantile(50) - reference.distance
        spread = .millimetres((quantile(95) - quantile(5)).millimetres / 2)
    }

    /// Measures the rig's reference; doubts about the bench go to `warn`.
    public static func measured(
        on rig: Rig, warn: @escaping (String) -> Void
    ) throws(CommandError) -> KitCalibration {
        guard let reference = rig.reference else {
            throw CommandError(
                what: "the rig \(rig.name) has no reference accessory",
                remedy: "Give one accessory its known distance in the rig: \"reference\": 1.5")
        }
        let distances = try ReferenceCheck.distances(to: reference.name, on: rig, rounds: rounds, warn: warn)
        return KitCalibration(on: rig, reference, of: distances)
    }

    /// The calibration in words, without a final full stop.
    public var words: String {
        "it measured the reference \(reference) at \(known) with a bias of \(Self.centimetres(bias)) and a spread of "
            + "\(Self.centimetres(spread)) over \(counted(rounds, "round"))"
    }

    private static func centimetres(_ distance: Distance) -> String {
        "\(decimal(Double(distance.millimetres) / 10, places: 1)) cm"
    }
}

extension KitCalibration {
    private static let mostBytes = 1 << 20

    /// Returns the file that keeps the last calibration of each kit on each rig; nil if the user has no place for it.
    public static var usualFile: String? { FailuresFile.stateFolder.map { "\($0)/trammel/calibrations.json" } }

    private static func all(in file: String) -> [KitCalibration] {
        guard let text = try? Files.text(of: file, atMost: mostBytes) else { return [] }
        return (try? JSON.value([KitCalibration].self, from: Array(text.utf8))) ?? []
    }

    /// Replaces the earlier calibration of the same kit on the same rig.
    public func keep(in file: String) throws(CommandError) {
        let others = Self.all(in: file).filter { ($0.rig, $0.kit) != (rig, kit) }
        let folder = String(file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex))
        do { try Files.makeFolder(folder) } catch { throw .cannotWrite(folder, error) }
        try UnfinishedFile.write(Array(JSON.document(others + [self])), to: file, .replacing)
    }

    /// Returns the doctor's item about the calibration of a rig's kit; nil if the rig has no kit or no reference.
    public static func item(for rig: Rig, in file: String?) -> BenchDoctor.Item? {
        guard rig.uwb != .none, rig.kind == .hardware, let reference = rig.reference else { return nil }
        let remedy = "Run '\(Program.command) rig calibrate' with the same --rig and --port"
        func warning(_ found: String) -> BenchDoctor.Item {
            BenchDoctor.Item(
                "uwb.calibration", .warning, found, so: "a kit that is deaf or measures wrongly shows only in a run",
                remedy: .act(remedy))
        }
        let kept = file.map { all(in: $0) } ?? []
        let kit = rig.uwb.description
        guard
            let last = kept.first(where: {
                ($0.rig, $0.kit, $0.reference, $0.known) == (rig.name, kit, reference.name.rawValue, reference.distance)
            })
        else {
            return warning("the UWB kit was never measured against the reference \(reference.name)")
        }
        let date = ISO8601DateFormatter().date(from: last.date)
        let age = date.map { Lapse.seconds(Int(clamping: Int64(Date().timeIntervalSince($0)))) }
        guard let age, age >= .zero - clockError, age <= longestAge else {
            return warning("the UWB kit was last calibrated on \(last.date)")
        }
        guard last.bias.magnitude <= Rig.referenceTolerance, last.spread <= Rig.referenceTolerance else {
            return warning("on \(last.date) the kit was inaccurate: \(last.words)")
        }
        return BenchDoctor.Item("uwb.calibration", "on \(last.date) the kit was sound: \(last.words)")
    }
}
