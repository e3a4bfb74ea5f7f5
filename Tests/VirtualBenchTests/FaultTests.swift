import Ground
import TestSupport
import Testing

/// The rig's reports when its devices disappear, and their delay; one virtual machine for all of them.
///
/// If `ci/setup` was never run, these fail with instructions.
extension MachineTests {
    @Suite(.timeLimit(.minutes(20)), .onASteadyMachine) struct FaultTests {
        /// The limit for reporting a fault; then the accessory is stopped and the link ended, which has its own
        /// limits.
        private let toldLimit = Lapse.seconds(5)
        private let endedLimit = Lapse.seconds(12)

        /// The time for which the phone tries to reopen a lost reader.
        private let reopening = Lapse.seconds(20)

        private func expectRigError(
            _ name: String, _ scenario: String, naming words: String, reopening: Lapse = .zero
        ) throws {
            let script = try FaultScript.shared(for: name)
            let result = try script.result(of: name)
            let output = script.output(of: name)
            #expect(result.status == 3, "\(output)\(script.error)")
            #expect(try #require(result.told, "\(output)") < toldLimit, "\(output)")
            #expect(result.ended < endedLimit + reopening, "\(output)")
            let evidence = try script.verdict(of: name, scenario)
            #expect(evidence.verdict.verdict == "error")
            #expect(evidence.verdict.reason?.contains(words) == true, "\(evidence.verdict.reason ?? "")")
            print("\(name) gone: told after \(result.told ?? Lapse.zero), ended after \(result.ended)")
        }

        @Test("a kit that is unplugged during a walk is an error of the rig within five seconds")
        func kit() throws { try expectRigError("kit", "zoneWalk", naming: "uwb kit") }

        @Test("an unplugged reader is reported within five seconds, and is an error of the rig if it stays away")
        func reader() throws {
            try expectRigError("reader", "fullFlow", naming: "nfc reader", reopening: reopening)
        }

        @Test("Bluetooth adapters that are unplugged are an error of the rig within five seconds")
        func adapter() throws { try expectRigError("adapter", "zoneWalk", naming: "adapter") }

        @Test("controllers that get stuck in the middle of hundredRounds are an error of the rig")
        func stuck() throws {
            let script = try FaultScript.shared(for: #function)
            let result = try script.result(of: "stuck")
            let output = script.output(of: "stuck")
            #expect(result.status == 3, "\(output)\(script.error)")
            let evidence = try script.verdict(of: "stuck", "hundredRounds")
            #expect(evidence.verdict.verdict == "error", "\(output)")
            #expect(evidence.verdict.reason?.contains("bluetooth door") == true, "\(evidence.verdict.reason ?? "")")
            print("controllers stuck: told after \(result.told ?? Lapse.zero), ended after \(result.ended)")
        }

        @Test(
            "an accessory played by another program is found by name and by address, and answers"
        )
        func external() throws {
            let script = try FaultScript.shared(for: #function)
            for name in ["name", "address"] {
                let output = script.output(of: name)
                let evidence = try script.verdict(of: name, "answersAtOnce")
                #expect(try script.result(of: name).status == 0, "\(output)\(script.error)")
                #expect(evidence.verdict.verdict == "passed", "\(evidence.verdict.reason ?? "")")
            }
        }

        @Test("an accessory that is not there is not found, which is not the rig's fault")
        func stranger() throws {
            let script = try FaultScript.shared(for: #function)
            let evidence = try script.verdict(of: "stranger", "answersAtOnce")
            #expect(try script.result(of: "stranger").status == 1, "\(script.output(of: "stranger"))")
            // The repeating block counts when it begins; nothing inside it passed.
            #expect(evidence.verdict.verdict == "failed" && evidence.verdict.stepsPassed == 1, "\(evidence.verdict)")
        }

        @Test("an accessory that disappears is the accessory's failure, reported in bounded time")
        func loss() throws {
            let script = try FaultScript.shared(for: #function)
            let result = try script.result(of: "loss")
            let evidence = try script.verdict(of: "loss", "longWrite")
            #expect(result.status == 1 && evidence.verdict.verdict == "failed", "\(script.output(of: "loss"))")
            #expect(result.ended < endedLimit)
            #expect(evidence.place(of: "\"disconnected\"", "inbound") != nil)
            print("accessory gone: ended after \(result.ended): \(evidence.verdict.reason ?? "")")
        }
    }
}
