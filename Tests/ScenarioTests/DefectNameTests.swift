import Benches
import Ground
import Links
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing

struct DefectNameTests {
    private func open(_ door: String) throws -> String? {
        let rig = try Rig.simulated.replacing("door=" + door)
        do throws(RigFault) {
            try BenchFactory.open(rig, for: .named("fullFlow"), seed: 1).close()
            return nil
        } catch {
            return error.what
        }
    }

    @Test("A rig may name every defect that the simulators know")
    func known() throws {
        let all = Defect.allCases.map { "defect=\($0.rawValue)" }.joined(separator: ",")
        #expect(try open("simulated:" + all) == nil)
    }

    @Test("An unknown defect is refused with the nearest known ones")
    func unknown() throws {
        let refusal = try open("simulated:variant=qorvo,defect=truncateAtMTU23,name=Door")
        #expect(
            refusal == "no simulated accessory has the defect \"truncateAtMTU23\": did you mean truncatesAtMTU23?")
    }
}
