public import Diagnosis
import Ground
public import RigKit
public import ScenarioKit
import Simulators

/// The accuracy of the diagnosis for accessories with known defects, under noise that it did not learn from.
public struct DiagnosisTrial: Sendable {
    /// One accessory that plays the whole suite.
    struct Patient: Sendable {
        let accessory: ZooAccessory
        let rig: Rig
        let seed: UInt64

        /// The accessory's defect, or the air in which it is healthy.
        var name: String {
            let air = rig.world
            guard accessory.defect == nil, !DiagnosisTrial.isOrdinary(air) else { return accessory.name }
            return "healthy, \(air.lossPermille) of 1000 rounds lost, noise \(air.noise), bias \(air.bias)"
        }
    }

    let scenarios: [Scenario]
    let lessons: KnowledgePlan
    let patients: [Patient]
    let rigs: [Rig]
    let firstSeed: UInt64
    private let benches: [ZooBench]

    /// Rooms and kits that are worse than the noisy rig's, up to what no accessory can compensate; none was learnt.
    private static let badAir =
        [50, 100, 200, 400, 600].map { WorldModel(lossPermille: $0) }
        + [100, 200, 400].map { WorldModel(noise: .millimetres($0)) }
        // The limits of the scenarios are 150 and 300: errors beside them are the hardest to attribute.
        + [100, 140, 160, 200, 290, 310, 400].map { WorldModel(bias: .millimetres($0)) }
        + [(400, 200, 0), (200, 100, 200), (100, 40, -200)].map { lost, noise, bias in
            WorldModel(noise: .millimetres(noise), lossPermille: lost, bias: .millimetres(bias))
        }

    static func isOrdinary(_ air: WorldModel) -> Bool { !badAir.contains(air) }

    /// The first seed, from which on no seed was in a lesson.
    public static let firstSeed: UInt64 = 1_000

    /// Creates a trial with every sound accessory on each rig, every defect in each firmware too, `pairs` accessories
    /// with two defects, and healthy ones in bad air.
    public init(scenarios: [Scenario], on rigs: [Rig], seed: UInt64, pairs: Int) {
        self.scenarios = KnowledgePlan.suite(of: scenarios)
        self.rigs = rigs
        firstSeed = Self.firstSeed + seed
        lessons = KnowledgePlan(scenarios: scenarios, on: rigs)
        var patients: [Patient] = []
        let variants = AccessoryVariant.allCases
        for accessory in ZooAccessory.sound {
            for rig in rigs {
                patients.append(
                    Patient(accessory: accessory, rig: rig, seed: firstSeed + UInt64(patients.count)))
            }
        }
        for defect in Defect.allCases {
            for variant in variants {
                for rig in rigs {
                    patients.append(
                        Patient(
                            accessory: ZooAccessory(variant, defect), rig: rig,
                            seed: firstSeed + UInt64(patients.count)))
                }
            }
        }
        var chance = SeededGenerator(seed: seed)
        for number in 0..<pairs {
            let two = Defect.allCases.shuffled(using: &chance).prefix(2)
            patients.append(
                Patient(
                    accessory: ZooAccessory(variants[number % variants.count], two.first, and: two.last),
                    rig: rigs[number / variants.count % rigs.count], seed: firstSeed + UInt64(patients.count)))
        }
        for variant in variants {
            for air in Self.badAir {
                patients.append(
                    Patient(
                        accessory: ZooAccessory(variant), rig: rigs[0].filled(with: air),
                        seed: firstSeed + UInt64(patients.count)))
            }
        }
        self.patients = patients
        benches = patients.map { ZooBench($0.accessory, on: $0.rig) }
    }

    /// The number of runs, with the lessons first.
    public var count: Int { lessons.count + patients.count * scenarios.count }

    /// Plays the run with this index, counted from 0.
    public func play(at index: Int) -> Observation {
        guard index >= lessons.count else { return lessons.play(at: index) }
        let (patient, scenario) = (index - lessons.count).quotientAndRemainder(dividingBy: scenarios.count)
        return Observation(benches[patient].play(scenarios[scenario], seed: patients[patient].seed).summary)
    }
}

extension Rig {
    /// Returns the bench in other air.
    func filled(with air: WorldModel) -> Rig {
        Rig(
            name: name, summary: summary, kind: kind, bluetooth: bluetooth, uwb: uwb, nfc: nfc,
            accessories: accessories, tags: tags, motion: motion, world: air, phones: phones)
    }
}
