import Ground
import Reports
import Simulators
import Testing

@testable import Diagnosis

/// The table built into the program.
@Suite struct ShippedKnowledgeTests {
    /// The defects that resemble a rig that measures badly, according to MEASURED.md.
    private static let looksLikeTheRig: [Defect] = [.noisyDistance, .losesRounds, .lowUpdateRate]

    /// Returns the most frequent observations of the zoo for a subject.
    private static func suite(of subject: Subject) -> [Observation] {
        let knowledge = Knowledge.shipped
        guard let profile = knowledge.profiles.first(where: { $0.subject == subject }) else { return [] }
        return zip(knowledge.scenarios, profile.cells).map { scenario, cell in
            let most = cell.failures.max { $0.count < $1.count }
            return Observation(
                scenario, most.map { 2 * $0.count > cell.runs ? .failed(knowledge.signs[$0.sign]) : .passed } ?? .passed
            )
        }
    }

    @Test("it knows every defect, and takes little room")
    func whole() {
        #expect(Knowledge.shipped.defects == Defect.allCases)
        #expect(Knowledge.shipped.text.utf8.count < 100_000)
    }

    @Test("it is read back as it was written")
    func roundTrip() throws {
        let text = Knowledge.shipped.text
        #expect(try #require(Knowledge(text: text)).text == text)
    }

    @Test(
        "a malformed table is refused",
        arguments: [
            "", "trammel-knowledge 2\n", "trammel-knowledge 1\nsmoothing 1 1\nscenarios a\n",
            "trammel-knowledge 1\nsmoothing 0 1\nscenarios a\naccessory healthy 1\n",
            "trammel-knowledge 1\nsmoothing 1 1\nscenarios a\naccessory neverStarts 1\n",
            "trammel-knowledge 1\nsmoothing 1 1\nscenarios a\naccessory healthy 1\naccessory nobody 1\n",
            "trammel-knowledge 1\nsmoothing 1 1\nscenarios a\naccessory healthy 1\n1 some.code 1\n",
            "trammel-knowledge 1\nsmoothing 1 1\nscenarios a\naccessory healthy 1\n1 some.code 0-\n",
            "trammel-knowledge 1\nsmoothing 1 1\nscenarios a\n1 some.code 0\naccessory healthy 1\n",
        ]) func refused(text: String)
    {
        #expect(Knowledge(text: text) == nil)
    }

    @Test(
        "a defect's results in the zoo lead to it, to an indistinguishable one, or to second place after the rig",
        arguments: Defect.allCases)
    func first(_ defect: Defect) {
        let diagnosis = Diagnosis(of: SuitePattern(Self.suite(of: .defect(defect))), by: .shipped)
        let first = diagnosis.candidates.filter { $0.place == 1 }.map(\.defect)
        let isBehindRig = first == [nil] && Self.looksLikeTheRig.contains(defect) && diagnosis.named.contains(defect)
        #expect(first.contains(defect) || isBehindRig, "\(diagnosis.named)")
    }

    @Test("a healthy accessory, or one that fails by chance, is not diagnosed with a known defect")
    func none() {
        let healthy = Self.suite(of: .healthy)
        #expect(Diagnosis(of: SuitePattern(healthy), by: .shipped).word == "nothingFailed")
        var chance = SeededGenerator(seed: 7)
        var fitsNone = 0
        for _ in 0..<20 {
            var suite = healthy
            for place in suite.indices.shuffled(using: &chance).prefix(5) {
                guard let sign = Knowledge.shipped.signs.randomElement(using: &chance) else { continue }
                suite[place] = Observation(suite[place].scenario, .failed(sign))
            }
            if Diagnosis(of: SuitePattern(suite), by: .shipped).word == "fitsNone" { fitsNone += 1 }
        }
        // Chance results may resemble a defect; MEASURED.md states how often.
        #expect(fitsNone >= 18)
    }

    @Test("no second defect is claimed where one explains every failure", arguments: Defect.allCases)
    func oneIsEnough(_ defect: Defect) {
        let diagnosis = Diagnosis(of: SuitePattern(Self.suite(of: .defect(defect))), by: .shipped)
        let explained = diagnosis.candidates.map(\.evidence.explained.count).max() ?? 0
        #expect(!diagnosis.isOfTwo || explained < diagnosis.knownFailed)
    }

    @Test("defects that fail alike share a rank, and the diagnosis says so")
    func equals() {
        let diagnosis = Diagnosis(of: SuitePattern(Self.suite(of: .defect(.rejectsClockDrift))), by: .shipped)
        #expect(diagnosis.candidates.prefix(2).map(\.place) == [1, 1])
        #expect(Set(diagnosis.named.prefix(2)) == [.rejectsClockDrift, .neverStarts])
        #expect(diagnosis.tellingApart == [])
    }

    @Test(
        "defects whose failures differ only in what was seen are distinguished",
        arguments: [
            Defect.invalidRole, .addressBeforeRole, .slowToAdvertise, .stopsAdvertisingAfterDisconnect,
            .staleBackgroundConfiguration, .zeroesBackgroundConfiguration,
        ]) func distinguished(_ defect: Defect)
    {
        let diagnosis = Diagnosis(of: SuitePattern(Self.suite(of: .defect(defect))), by: .shipped)
        #expect(diagnosis.candidates.filter { $0.place == 1 }.map(\.defect) == [defect])
    }

    @Test("the likely cause is what the accessory does, with its support")
    func cause() throws {
        let suite = Self.suite(of: .defect(.bigEndianSessionID))
        let diagnosis = Diagnosis(of: SuitePattern(suite), by: .shipped)
        let cause = try #require(DiagnosisText(diagnosis).cause())
        #expect(cause.what == "the accessory reads the session id big-endian (bigEndianSessionID)")
        #expect(cause.confidence.hasSuffix("; nothing contradicts it"))
    }

    @Test("scenarios are counted, not their failures, and a failure of another kind contradicts")
    func support() throws {
        let suite = Self.suite(of: .defect(.bigEndianSessionID))
        let pattern = SuitePattern(suite)
        let failed = pattern.failed.count
        let whole = try #require(DiagnosisText(Diagnosis(of: pattern, by: .shipped)).cause())
        #expect(whole.confidence == "it explains \(failed) of \(failed) failed scenarios; nothing contradicts it")
        let other = Observation(try #require(pattern.failed.first?.scenario), .failed(FailureSign("test.unknown")))
        let mixed = try #require(DiagnosisText(Diagnosis(of: SuitePattern(suite + [other]), by: .shipped)).cause())
        #expect(mixed.confidence == "it explains \(failed) of \(failed) failed scenarios; 1 scenario contradicts it")
    }

    @Test("no line of a diagnosis is longer than 80 columns", arguments: Defect.allCases)
    func text(_ defect: Defect) {
        for suite in [
            Self.suite(of: .defect(defect)), Self.suite(of: .defect(defect)).filter { $0.scenario.count % 2 == 0 },
        ] {
            let text = DiagnosisText(Diagnosis(of: SuitePattern(suite), by: .shipped), options: ["--rig simulated"])
            #expect(text.lines.allSatisfy { $0.count <= 80 })
            guard let cause = text.cause() else { continue }
            #expect(cause.experiment.allSatisfy { $0.count <= 80 })
            #expect(!cause.what.contains("It ") && !cause.what.contains(". "), "\(cause.what)")
        }
    }
}
