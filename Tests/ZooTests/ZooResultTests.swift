import Ground
import Journal
import Simulators
import Testing
import Zoo

@Suite("Marks for runs") struct SightingTests {
    private let pairing = ZooAccessory(.appleSample, .cannotPair)

    @Test("A failure that names the defect is a catch, by the scenario's code or by that of the observation")
    func naming() {
        let sentence = "it cannot be paired with"
        #expect(Sample.result("a", pairing, .failed, cause: sentence, code: "pairing.impossible").mark == .caught)
        let seen = Sample.result(
            "a", pairing, .failed, cause: "something else", code: "pairing.forgotten", seen: "link: \(sentence) (3)",
            seenCode: "pairing.impossible")
        #expect(seen.mark == .caught)
        #expect(seen.words == "link: \(sentence) (3)", "the words are those that name it")
    }

    @Test("A failure that does not name the defect is none, whatever else it says")
    func notNaming() {
        let result = Sample.result("a", pairing, .failed, cause: "it is late", seen: "nothing came")
        #expect(result.mark == .failed && result.words == "it is late")
        let words = Sample.result("a", pairing, .failed, cause: "it cannot be paired with")
        #expect(words.mark == .failed, "no sentence names a defect")
        #expect(Sample.result("a", ZooAccessory(.qorvo), .failed, code: "pairing.impossible").mark == .failed)
    }

    @Test("Only a failed run can be a catch")
    func otherVerdicts() {
        for verdict in [Verdict.error, .timedOut, .aborted] {
            #expect(Sample.result("a", pairing, verdict, seen: "it cannot be paired with").mark == .error)
        }
        #expect(Sample.result("a", pairing, .skipped(reason: "it cannot be paired with")).mark == .skipped)
        #expect(Sample.result("a", pairing, .passed).reason == nil)
    }
}
