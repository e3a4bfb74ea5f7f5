import Evidence
import FirmwareIdentity
import Gate
import GateKit
import Ground
import Journal
import Reports
import RigKit
import Rigs
import TestSupport
import Testing

@testable import Runs

/// A gate from its first line to later verification, on a bench that counts as hardware.
@Suite struct GateSessionTests {
    private static func key(_ byte: UInt8 = 9) throws -> SigningKey {
        try SigningKey(seed: [UInt8](repeating: byte, count: 32))
    }

    @Test("good firmware passes; both statements are signed, and verify with this key only")
    func passes() throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request(key: try Self.key())) == 0)
        let document = try shelf.document()
        #expect(document.result == .passed && !document.rehearsal && document.reasons.isEmpty)
        let scenario = try #require(document.scenarios.first)
        #expect(scenario.trials == 5 && scenario.failures == 0 && scenario.decision == .passed)
        #expect(scenario.file?.hasPrefix("Scenarios/") == true && scenario.line ?? 0 > 0)
        #expect(document.firmware.identity.level == .flashed)
        let names = try #require(Scratch.names(in: shelf.scratch("gate")))
        #expect(names.contains("gate.intoto.json") && names.contains("test-result.intoto.json"))
        #expect(!names.contains { $0.hasSuffix(".unsigned.json") })
        let checked = try shelf.verify([try Self.key().publicKey])
        #expect(checked.problems == [] && checked.status == .passed && checked.isSigned == true)
        #expect(try shelf.verify().status == .nothingShown, "no key was named")
        #expect(try shelf.verify([try Self.key(8).publicKey]).status == .rigWrong, "another key")
        let text = try #require(Scratch.text(of: shelf.scratch("gate/gate.intoto.json")))
        let forged = text.replacing("\"sig\":\"", with: "\"sig\":\"AA")
        #expect(forged != text)
        try Scratch.write(forged, to: shelf.scratch("gate/gate.intoto.json"))
        let tampered = try shelf.verify([try Self.key().publicKey])
        #expect(tampered.status == .rigWrong && tampered.problems.contains { $0.path == "gate.intoto.json" })
    }

    @Test("without a key the statements are written, and their names say that they are unsigned")
    func unsigned() throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request()) == 0)
        let checked = try shelf.verify()
        #expect(checked.problems == [] && checked.status == .passed && checked.isSigned == nil)
        #expect(checked.remarks.contains { $0.contains("are not signed") })
    }

    @Test("firmware that answers twice fails at its first run, and leaves no statement")
    func fails() throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request(candidate: "answers twice", key: try Self.key())) == 1)
        let document = try shelf.document()
        let scenario = try #require(document.scenarios.first)
        #expect(scenario.trials == 1 && scenario.failures == 1 && scenario.failureKeys.count == 1)
        #expect(try shelf.verify().problems == [] && shelf.verify().status == .failed)
        let names = try #require(Scratch.names(in: shelf.scratch("gate")))
        #expect(!names.contains { $0.contains("intoto") || $0.contains("unsigned") })
    }

    // MARK: A baseline

    private static let rate = Proof.noWorseRate(margin: .percent(50), runs: 12)

    @Test("a candidate as good as its baseline passes; both are read before, between and after their runs")
    func asGood() throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request(Shelf.plan(Self.rate), candidate: "new", baseline: "old")) == 0)
        let document = try shelf.document()
        let baseline = try #require(document.baseline)
        #expect(document.result == .passed && document.scenarios.first?.trials == 12)
        #expect(baseline.scenarios.first?.trials == 12 && baseline.scenarios.first?.failures == 0)
        #expect(document.firmware.sha256 != baseline.firmware.sha256)
        #expect(document.firmware.identity.level == .flashed && baseline.firmware.identity.level == .flashed)
        // Before the other firmware is written, the identity of the previous one is read a last time.
        let runs = Set(try #require(document.scenarios.first).runs.map(\.ordinal))
        let read = Set(document.firmware.identity.readings.map(\.afterOrdinal))
        #expect(runs.allSatisfy { read.contains($0) || runs.contains($0 + 1) }, "\(runs) \(read)")
        // Each round is played with both, and needs one write.
        #expect((12...15).contains(shelf.flashes), "\(shelf.flashes)")
        let halves = [1...12, 13...24].map { half in runs.count { half.contains($0) } }
        #expect(halves == [6, 6])
        #expect(try shelf.verify().problems == [])
    }

    @Test("a candidate worse than its baseline fails, and the sentence states both counts")
    func worse() throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request(Shelf.plan(Self.rate), candidate: "answers twice", baseline: "old")) == 1)
        let document = try shelf.document()
        let scenario = try #require(document.scenarios.first)
        #expect(scenario.decision == .failed && scenario.failures == 12)
        #expect(scenario.proofs.first?.statement.contains("12 of 12 runs failed against 0 of 12") == true)
        #expect(document.baseline?.scenarios.first?.failures == 0)
        let checked = try shelf.verify()
        #expect(checked.problems == [] && checked.status == .failed)
    }

    @Test("a baseline that is as bad does not fail the candidate, and a candidate that is better passes")
    func better() throws {
        let shelf = try Shelf()
        let plan = Shelf.plan(Self.rate)
        #expect(shelf.play(try shelf.request(plan, candidate: "mended", baseline: "answers twice")) == 0)
        #expect(try shelf.document().baseline?.scenarios.first?.failures == 12)
        let problems = try shelf.verify().problems
        #expect(problems == [])
    }

    @Test("a baseline that cannot be written is the rig's fault: an error with its reason, and nothing passes")
    func unwritable() throws {
        let shelf = try Shelf()
        let request = try shelf.request(Shelf.plan(Self.rate), candidate: "new", baseline: "unwritable")
        #expect(shelf.play(request) == 3)
        let document = try shelf.document()
        #expect(document.result == .error && document.scenarios.first?.failures == 0)
        #expect(document.reasons.contains { $0.contains("status 9") }, "\(document.reasons)")
        let checked = try shelf.verify()
        #expect(checked.problems == [] && checked.status == .rigWrong && checked.result == "error")
    }

    // MARK: Which firmware ran

    @Test("hash digits that are not the image's contradict it, if the plan says that they are hash digits")
    func digits() throws {
        let shelf = try Shelf()
        var request = try shelf.request()
        request.candidate = try shelf.image()
        #expect(shelf.play(request) == 0, "no plan says what the digits are")
        let known = try #require(try shelf.document().firmware.identity.reasons)
        #expect(known.contains("image 0 runs with the candidate's hash, and is confirmed"), "\(known)")
        #expect(try shelf.document().firmware.identity.level == .proved)
        request.plan = GatePlan("marked", "The firmware revision ends in digits of the hash") {
            Prove("answersAtOnce", .clean(below: .percent(50)))
            IdentifyBy(hashInRevision: true)
        }
        request.folder = shelf.scratch("second")
        #expect(shelf.play(request) == 3)
        let identity = try shelf.document(folder: "second").firmware.identity
        #expect(identity.level == .contradicted)
        #expect(identity.reasons?.contains { $0.contains("deadbeef") } == true)
        #expect(try shelf.verify(folder: "second").problems == [])
        // A record that states a better level than was read is contradicted by the journal.
        let forger = Forger(folder: shelf.scratch("second"))
        try forger.changeDocument("\"level\" : \"contradicted\"", "\"level\" : \"flashed\"")
        let places = try shelf.verify(folder: "second").problems.compactMap(\.place)
        #expect(places.contains("firmware.identity.level"))
    }

    @Test(
        "an accessory that tells another version than the plan contradicts the candidate, whatever the rig wrote",
        arguments: [("1.2.3", Int32(0)), ("1.2.4", 3)])
    func version(_ expected: String, status: Int32) throws {
        var shelf = try Shelf()
        shelf.fields = "firmware=1.2.3,name=Door"
        let plan = GatePlan("versioned", "The candidate tells its version") {
            Prove("answersAtOnce", .clean(below: .percent(50)))
            IdentifyBy(version: expected)
        }
        #expect(try PlanFile.plan(from: PlanFile.text(of: plan)) == plan)
        #expect(PlanFile.text(of: plan).contains("\"version\" : \"\(expected)\""))
        #expect(shelf.play(try shelf.request(plan)) == status)
        let document = try shelf.document()
        #expect(document.firmware.identity.level == (status == 0 ? .flashed : .contradicted))
        if status != 0 {
            #expect(document.scenarios.allSatisfy { $0.trials == 0 }, "nothing is played with another firmware")
            #expect(document.firmware.identity.reasons?.contains { $0.contains("1.2.3") } == true)
        }
        #expect(try shelf.verify().problems == [])
    }

    @Test("a baseline of another version than the plan names is expected, and not checked")
    func versionOfBaseline() throws {
        let candidate = try Shelf().firmware("good").candidate
        let reading = IdentityReading(.deviceInformation, .text(field: .firmwareRevision, text: "1.2.2", zeros: 0))
        for side in GateSide.allCases {
            let note = GateIdentity.note(
                [RunIdentity(accessory: "door", instant: .start, readings: [reading])], after: LastTold(), flashed: nil,
                isWritten: false, of: candidate,
                side, by: IdentitySources(version: "1.2.3"), when: "", afterOrdinal: 0, visit: 1)
            #expect((note.level == "contradicted") == (side == .candidate), "\(side)")
        }
    }

    @Test(
        "a plan's characteristic is read and judged, and verification judges it again",
        arguments: [
            (HashCharacteristic.Content.imageHash, Int32(0)), (.fileHash, 3),
        ])
    func characteristic(_ content: HashCharacteristic.Content, status: Int32) throws {
        let shelf = try Shelf()
        var request = try shelf.request()
        request.candidate = try shelf.image()
        request.plan = GatePlan("own", "The accessory shows the hash in its own characteristic") {
            Prove("answersAtOnce", .clean(below: .percent(50)))
            IdentifyBy(
                hashInCharacteristic: HashCharacteristic(service: "FFF0", characteristic: "FFF1", shows: content))
        }
        #expect(shelf.play(request) == status)
        let identity = try shelf.document().firmware.identity
        #expect(identity.level == (status == 0 ? .proved : .contradicted))
        let digits = Shelf.imageHash.lowercased()
        #expect(identity.readings.contains { $0.source == "characteristic" && $0.bytes == digits })
        #expect(identity.reasons?.contains { $0.contains("in the plan's characteristic") } == (status == 0))
        #expect(try shelf.verify().problems == [])
    }

    @Test("a plan's console is queried too, and its answers are in the gate")
    func console() throws {
        let shelf = try Shelf()
        var request = try shelf.request()
        request.candidate = try shelf.image()
        request.plan = GatePlan("own", "The management server is asked over the serial console") {
            Prove("answersAtOnce", .clean(below: .percent(50)))
            IdentifyBy(console: .smp)
        }
        #expect(shelf.play(request) == 0)
        let identity = try shelf.document().firmware.identity
        #expect(identity.level == .proved)
        #expect(identity.readings.contains { $0.source == "managementConsole" && $0.bytes.isEmpty == false })
        #expect(try shelf.verify().problems == [])
    }

    @Test("a plan that queries a console is refused on a bench without one")
    func noConsole() throws {
        let shelf = try Shelf()
        var request = try shelf.request(
            GatePlan("own", "Asks over the console") {
                Prove("answersAtOnce", .clean(below: .percent(50)))
                IdentifyBy(console: .smp)
            })
        request.rig = .simulated
        #expect(request.consoleMistake == nil)
        request.rig = try request.rig.replacing("door.console=none")
        #expect(request.consoleMistake?.contains("console of door") == true)
        request.plan = Shelf.plan()
        #expect(request.consoleMistake == nil)
    }

    // MARK: Going on

    @Test("a gate that was killed resumes with its own runs, and passes as if nothing had happened")
    func resumed() throws {
        let shelf = try Shelf()
        let request = try shelf.request()
        #expect(shelf.play(request) == 0)
        let first = try shelf.document()
        try Forger(folder: shelf.scratch("gate")).cut(afterRuns: 2, remembering: shelf.scratch("state"))
        #expect(try shelf.verify().hasEnded == false)
        var other = request
        other.options = GateOptions(acceptClaimed: true, today: request.options.today)
        other.resumes = true
        #expect(shelf.play(other) == 3, "it began without --accept-claimed")
        #expect(shelf.play(try shelf.request(resumes: true)) == 0)
        let second = try shelf.document()
        #expect(second.started == first.started && second.scenarios.first?.trials == 5)
        #expect(second.scenarios.first?.notTrials == [])
        let checked = try shelf.verify()
        #expect(checked.problems == [] && checked.status == .passed)
    }

    @Test("a run that was cut out of the record is missed: the gate does not resume, whether it had ended or not")
    func cutOut() throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request(candidate: "answers twice")) == 1)
        try Forger(folder: shelf.scratch("gate")).cut(afterRuns: 0)
        let record = Scratch.bytes(of: shelf.scratch("gate/record.jsonl"))
        #expect(try shelf.verify().problems.contains { $0.path == "record.jsonl" })
        #expect(shelf.play(try shelf.request(candidate: "answers twice", resumes: true)) == 3)
        #expect(record != nil && Scratch.bytes(of: shelf.scratch("gate/record.jsonl")) == record)
        #expect(Scratch.bytes(of: shelf.scratch("gate/gate.json")) == nil)
    }
}
