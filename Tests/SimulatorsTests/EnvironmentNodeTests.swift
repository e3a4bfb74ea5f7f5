import Ground
import Links
import NearbyInteraction
import Simulators
import Testing
import UWB

/// Several accessories around one phone, and the kit's reports about each.
@Suite struct NeighbourTests {
    /// Connects and exchanges with both, and with the gate only on request; returns the kit's measurements of the
    /// door.
    private func door(
        besideGate isWanted: Bool, _ ranging: WorldModel = .realistic, defects: Set<Defect> = [], seed: UInt64 = 1,
        angles: AngleModel? = AngleModel(), _ change: (inout EnvironmentBench) -> Void = { _ in }
    ) throws -> [RangingMeasurement] {
        let model = EnvironmentModel(
            accessories: [("door", AccessoryBuild()), ("gate", AccessoryBuild(variant: .nxp, defects: defects))],
            ranging: ranging, angles: angles)
        var bench = EnvironmentBench(model, seed: seed)
        change(&bench)
        for name in ["door", "gate"] as [AccessoryName] { bench.connect(name) }
        let first = try bench.exchange(with: "door", seed: 3)
        if isWanted {
            let other = try bench.exchange(with: "gate", seed: 4)
            let parameters = EnvironmentBench.parameters(other.accessory, other.shareable)
            bench.carryOut(bench.host.startSession(parameters, at: bench.now))
        } else {
            // The same instants as with the gate.
            bench.pass(.milliseconds(200))
        }
        let parameters = EnvironmentBench.parameters(first.accessory, first.shareable)
        bench.carryOut(bench.host.startSession(parameters, at: bench.now))
        return bench.measurements(of: first.shareable.sessionID, for: .seconds(20))
    }

    @Test func whatOneAccessoryDoesNeverChangesWhatAnotherMeasures() throws {
        let alone = try door(besideGate: false)
        #expect(alone.count > 90 && alone.contains { $0.distance == nil })
        for defects in [[], [.losesRounds], [.noisyDistance]] as [Set<Defect>] {
            #expect(try door(besideGate: true, defects: defects) == alone)
        }
        #expect(try door(besideGate: false, seed: 2) != alone)
    }

    @Test func theConstantErrorDiffersFromOneAccessoryToTheNextWithinItsSpread() throws {
        let ranging = WorldModel(noise: .zero, biasSpread: .millimetres(300))
        let biases = try (0..<30).map { seed in
            try door(besideGate: false, ranging, seed: seed).first?.distance?.millimetres ?? 0
        }
        #expect(biases.allSatisfy { (1_700...2_300).contains($0) } && Set(biases).count > 10)
        #expect(biases.contains { $0 < 1_850 } && biases.contains { $0 > 2_150 })
    }

    @Test func aKitWithSeveralAntennasTellsTheDirection() throws {
        let seen = try door(besideGate: true, WorldModel()) { bench in
            bench.face("door", SeenDirection(azimuth: .degrees(30), elevation: .degrees(-20)))
            bench.face("gate", SeenDirection(azimuth: .degrees(-45)))
        }
        let azimuths = seen.compactMap { $0.azimuth.degrees() }
        #expect(azimuths.count == seen.count && azimuths.allSatisfy { (10...50).contains($0) })
        #expect(seen.allSatisfy { $0.azimuth.merit == 75 && $0.elevation.merit == 75 })
        let elevations = seen.compactMap { $0.elevation.degrees() }
        #expect(elevations.allSatisfy { (-40...0).contains($0) })
    }

    @Test func aKitWithOneAntennaTellsNone() throws {
        let seen = try door(besideGate: false, WorldModel(), angles: nil)
        #expect(!seen.isEmpty && seen.allSatisfy { $0.azimuth.merit == 0 && $0.azimuth.raw == 0 })
        let turned = try door(besideGate: false, WorldModel()) { bench in
            bench.face("door", SeenDirection(azimuth: .degrees(120)))
        }
        #expect(turned.allSatisfy { $0.azimuth.degrees() == nil })
        #expect(turned.map(\.distance) == (try door(besideGate: false, WorldModel())).map(\.distance))
    }

    @Test func aRoundThatFailedHasNoDirection() throws {
        let seen = try door(besideGate: false, WorldModel(lossPermille: 500))
        #expect(seen.contains { $0.distance == nil })
        for measurement in seen where measurement.distance == nil {
            #expect(measurement.azimuth.merit == 0 && measurement.distance == nil)
        }
    }

    @Test func aSilencedAccessoryIsHeardNoMoreUntilItIsBack() throws {
        let seen = try door(besideGate: true) { bench in bench.surroundings.silenceUWB(of: "door", true) }
        #expect(seen.allSatisfy { $0.distance == nil })
        let back = try door(besideGate: true) { bench in
            bench.surroundings.silenceUWB(of: "door", true)
            bench.surroundings.silenceUWB(of: "nobody", true)
            bench.surroundings.silenceUWB(of: "door", false)
        }
        #expect(back.contains { $0.distance != nil })
    }
}

extension EnvironmentBench {
    fileprivate mutating func face(_ name: AccessoryName, _ seen: SeenDirection) {
        _ = surroundings.stage(.face(name, seen), at: now)
    }
}
