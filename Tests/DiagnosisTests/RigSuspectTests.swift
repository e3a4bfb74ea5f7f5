import Ground
import Simulators
import Testing

@testable import Diagnosis

/// A rig that measures badly is a suspect in addition to the accessory's defects.
@Suite struct RigSuspectTests {
    private static let scenarios = ["connects", "ranges", "walks", "tells"]

    /// A noisy rig fails two scenarios; an accessory with noisy distances also fails a third one.
    private static let failures: [Subject: [String: FailureSign]] = [
        .rig(.noisy300): ["ranges": "ranging.noise", "walks": "zones.flapping"],
        .rig(.losing300): ["walks": "ranging.rate"],
        .defect(.noisyDistance): ["ranges": "ranging.noise", "walks": "zones.flapping", "tells": "told.distance"],
        .defect(.neverStarts): ["ranges": "session.neverStarted", "walks": "session.neverStarted"],
    ]

    private static func suite(_ subject: Subject, of scenarios: [String] = scenarios) -> [Observation] {
        scenarios.map { Observation($0, failures[subject]?[$0].map { .failed($0) } ?? .passed) }
    }

    private static let knowledge: Knowledge = {
        var learning = KnowledgeLearning(
            scenarios: scenarios, defects: [.noisyDistance, .neverStarts], rigs: [.losing300, .noisy300])
        for firmware in ["a", "b", "c"] {
            for subject in [.healthy] + failures.keys.sorted(by: { "\($0)" < "\($1)" }) {
                for one in suite(subject) { learning.learn(one, of: subject, firmware: firmware) }
            }
        }
        return learning.knowledge()
    }()

    private static func diagnosis(_ suite: [Observation]) -> Diagnosis {
        Diagnosis(of: SuitePattern(suite), by: knowledge)
    }

    @Test("a bad rig's failures are blamed on the rig first, and the defect that resembles them comes next")
    func rigFirst() throws {
        let diagnosis = Self.diagnosis(Self.suite(.rig(.noisy300)))
        let first = try #require(diagnosis.candidates.first)
        #expect(first.defect == nil && first.place == 1)
        #expect(first.evidence.explained.count == 2 && first.evidence.missed.isEmpty)
        #expect(diagnosis.candidates.dropFirst().first?.defect == .noisyDistance)
    }

    @Test("failures that only an accessory's defect causes name the defect first")
    func defectFirst() {
        let diagnosis = Self.diagnosis(Self.suite(.defect(.noisyDistance)))
        #expect(diagnosis.candidates.first?.defect == .noisyDistance)
        #expect(Self.diagnosis(Self.suite(.defect(.neverStarts))).candidates.first?.defect == .neverStarts)
    }

    @Test("if no scenario played distinguishes the defect from the rig, no defect is the only first")
    func alike() {
        let diagnosis = Self.diagnosis(Self.suite(.defect(.noisyDistance), of: ["connects", "ranges", "walks"]))
        #expect(diagnosis.candidates.filter { $0.place == 1 }.map(\.defect).contains(nil))
        // The same scenario on the same bench would meet the same rig again.
        #expect(diagnosis.tellingApart.isEmpty)
    }

    @Test("the document says who is the suspect")
    func document() throws {
        let bytes = DiagnosisDocument(Self.diagnosis(Self.suite(.rig(.noisy300)))).json()
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("\"format\" : 2") && text.contains("\"suspect\" : \"rig\""))
    }

    @Test("the table with rigs is read back as it was written; a rig among accessories is refused")
    func table() throws {
        let text = Self.knowledge.text
        let read = try #require(Knowledge(text: text))
        #expect(read.text == text && read.rigPlaces.count == 2 && read.defects == [.noisyDistance, .neverStarts])
        let head = "trammel-knowledge 1\nsmoothing 1 1\nscenarios a\naccessory healthy 1\n"
        #expect(Knowledge(text: head + "rig losing300 1\n") != nil)
        #expect(Knowledge(text: head + "rig losing300 1\naccessory neverStarts 1\n") == nil)
        #expect(Knowledge(text: head + "rig nobody 1\n") == nil)
        #expect(Knowledge(text: head + "rig healthy 1\n") == nil)
    }

    @Test("no line with the rig is longer than 80 columns")
    func columns() {
        for subject in Self.failures.keys {
            let text = DiagnosisText(Self.diagnosis(Self.suite(subject)), options: ["--rig simulated"])
            #expect(text.lines.allSatisfy { $0.count <= 80 })
        }
    }

    @Test("the program knows every rig that measures badly")
    func shipped() {
        let rigs = Knowledge.shipped.rigPlaces.map { Knowledge.shipped.profiles[$0].subject }
        #expect(rigs == BadRanging.allCases.map { .rig($0) })
    }
}
