import Benches
import Evidence
import Foundation
import Ground
import RigKit
import Rigs
import TestSupport
import Testing

@testable import Runs

/// The kit's bias and spread, as measured on a reference.
@Suite struct KitCalibrationTests {
    private static func rig(_ kind: Rig.Kind, at distance: Distance, defects: [String] = []) -> Rig {
        let isReal = kind == .hardware
        let model = AccessoryModel(advertisedName: "Beacon", defects: defects)
        return Rig(
            name: "desk", summary: "a desk", kind: kind, bluetooth: isReal ? .adapter(0) : .simulated,
            uwb: isReal ? .serial(path: "/dev/ttyACM0") : .simulated, nfc: .none,
            accessories: [
                AccessoryEntry("beacon", isReal ? .le(.name("Beacon")) : .simulated(model), reference: distance)
            ], tags: [], motion: .none)
    }

    @Test("a sound kit has nearly no bias on a simulated bench")
    func measured() throws {
        let calibration = try KitCalibration.measured(on: Self.rig(.simulated, at: .metres(3)), warn: { _ in })
        #expect(calibration.bias.magnitude <= .millimetres(100) && calibration.rounds >= 50, "\(calibration)")
        #expect(calibration.spread > .zero && calibration.spread < .millimetres(300))
    }

    @Test("a reference that does not range gives no calibration, and a rig without one cannot be calibrated")
    func unmeasured() {
        let silent = Self.rig(.simulated, at: .metres(3), defects: ["bigEndianSessionID"])
        for rig in [silent, .simulated] {
            #expect(throws: CommandError.self) { try KitCalibration.measured(on: rig, warn: { _ in }) }
        }
    }

    @Test("bias is the median's error, and spread half of the middle 90 %")
    func figures() {
        let distances = (0...20).map { Distance.millimetres(1000 + $0 * 10) }
        let calibration = KitCalibration(on: Self.rig(.hardware, at: .metres(1)), ("beacon", .metres(1)), of: distances)
        #expect(calibration.bias == .millimetres(100) && calibration.spread == .millimetres(90))
    }

    /// The states of the doctor's item with a file of these calibrations of one kit.
    private static func state(_ texts: [String], at distance: Distance = .metres(1)) throws -> BenchDoctor.Item? {
        let scratch = try Scratch()
        try Scratch.write("[\(texts.joined(separator: ","))]", to: scratch("kept.json"))
        return KitCalibration.item(for: rig(.hardware, at: distance), in: scratch("kept.json"))
    }

    private static func text(_ date: String, bias: Int = 20) -> String {
        """
        {"date": "\(date)", "rig": "desk", "kit": "serial:/dev/ttyACM0", "reference": "beacon",
         "known": {"millimetres": 1000}, "bias": {"millimetres": \(bias)}, "spread": {"millimetres": 30}, "rounds": 50}
        """
    }

    @Test("the doctor asks for a calibration that is missing, old, of another distance or far off")
    func doctor() throws {
        let today = Program.date
        #expect(try Self.state([])?.state == .warning)
        #expect(try Self.state([Self.text(today)])?.state == .ok)
        #expect(try Self.state([Self.text("2026-01-01T00:00:00Z")])?.state == .warning)
        #expect(try Self.state([Self.text("yesterday")])?.state == .warning)
        #expect(try Self.state([Self.text(today)], at: .metres(2))?.state == .warning)
        #expect(try Self.state([Self.text(today, bias: -501)])?.state == .warning)
        #expect(try Self.state(["7"])?.state == .warning)
        #expect(KitCalibration.item(for: .simulated, in: nil) == nil)
    }

    @Test("a new calibration replaces the kit's last one and no other")
    func kept() throws {
        let scratch = try Scratch()
        let file = scratch("state/kept.json")
        func keep(_ rig: Rig, _ distance: Distance) throws {
            try KitCalibration(on: rig, ("beacon", .metres(1)), of: [distance]).keep(in: file)
        }
        let (desk, other) = (Self.rig(.hardware, at: .metres(1)), try Rig.deskBench.replacing("uwb=serial:/dev/x"))
        try keep(desk, .metres(9))
        try keep(other, .metres(1))
        try keep(desk, .metres(1))
        #expect(KitCalibration.item(for: desk, in: file)?.state == .ok)
        let text = try #require(Scratch.text(of: file))
        #expect(text.components(separatedBy: "\"rounds\"").count == 3)
    }
}
