import Benches
import Ground
import TestSupport
import Testing

/// Runs recorded over the kernel's stacks, with their phones played against them again.
extension MachineTests {
    @Suite(.timeLimit(.minutes(20)), .onASteadyMachine) struct LiveReplayTests {
        private static let defects = [
            ("configurationExchange", "door=simulated:variant=appleSample,defect=shortConfiguration,name=Door"),
            ("fullFlow", "door=simulated:variant=appleSample,defect=ignoresStop,name=Door"),
        ]

        /// In the machine's own time no run is late, so each is played once.
        private static let text: String = {
            func play(_ words: String, _ port: String?) -> String {
                "\"$program\" \(words) --rig virtual --no-vm" + (port.map { " --port '\($0)'" } ?? "")
            }
            func record(_ name: String, _ folder: String, _ port: String?) -> String {
                play("run \(name) --output \"$folder/\(folder)\"", port)
            }
            func replay(_ name: String, _ folder: String, _ port: String?, says: String) -> String {
                play("replay \"$folder/\(folder)/001-\(name)-seed1\" --as phone", port) + "; echo \(says) ended with $?"
            }
            var lines = ["program=$1 folder=$2", record("exactMTU", "healthy", nil)]
            lines.append(replay("exactMTU", "healthy", nil, says: "healthy"))
            for (number, (name, port)) in defects.enumerated() {
                lines.append(record(name, "broken\(number)", port))
                lines.append(replay(name, "broken\(number)", port, says: "broken\(number)"))
            }
            lines.append(replay(defects[0].0, "broken0", nil, says: "healed"))
            return lines.joined(separator: "\n")
        }()

        @Test("a recorded phone meets the same accessory again: a healthy run stays the same, and a failure recurs")
        func asPhone() throws {
            let scratch = try Scratch()
            let exit = try MachineScript.play(Self.text, in: scratch, within: .seconds(300))
            let output = String(decoding: exit.output + exit.error, as: UTF8.self)
            #expect(exit.status == 0, "\(output)")
            #expect(output.contains("the same by meaning; the verdict is passed, as recorded"), "\(output)")
            #expect(output.contains("healthy ended with 0"), "\(output)")
            #expect(!output.contains("does not replay as it was recorded"), "\(output)")
            for number in Self.defects.indices {
                #expect(output.contains("broken\(number) ended with 0"), "\(output)")
            }
            let again = output.split(separator: "\n").filter {
                $0.contains("the recorded failure happened again: failed: ")
            }
            #expect(again.count == Self.defects.count, "\(output)")
            #expect(output.contains("healed ended with 1"), "\(output)")
            #expect(output.contains("differs from the recording at frame "), "\(output)")
            #expect(output.contains("the recorded failure did not happen again"), "\(output)")
            try inItsOwnMachine(scratch, folder: "broken0", Self.defects[0].0, Self.defects[0].1)
        }

        /// Runs the same command on the host, which starts a separate machine and leaves its evidence outside it.
        private func inItsOwnMachine(_ scratch: Scratch, folder: String, _ name: String, _ port: String) throws {
            let trace = scratch("\(folder)/001-\(name)-seed1")
            let program = try Program([
                "replay", trace, "--as", "phone", "--rig", "virtual", "--port", port, "--output", scratch("again"),
            ])
            let status = try program.end(within: .seconds(120))
            #expect(status == 0, "\(program.output)")
            #expect(program.output.contains("virtual machine: started in "), "\(program.output)")
            #expect(program.output.contains("the recorded failure happened again"), "\(program.output)")
            let evidence = try scratch.evidence(of: "001-\(name)-seed1", in: "again")
            #expect(evidence.verdict.verdict == "failed" && evidence.journal.count > 10)
        }
    }
}
