import Ground
import TestSupport
import Testing

/// Runs recorded over the kernel's stacks, and their phones played against them again.
extension MachineTests {
    @Suite(.timeLimit(.minutes(20)), .onASteadyMachine) struct LiveReplayTests {
        private static let defects = [
            ("configurationExchange", "door=simulated:variant=appleSample,defect=shortConfiguration,name=Door"),
            ("fullFlow", "door=simulated:variant=appleSample,defect=ignoresStop,name=Door"),
        ]

        /// A machine that is short of processor time makes a run an error, which is played once more, and once again.
        private static let functions = """
            judged() {
                for try in 1 2 3; do
                    "$@"; status=$?
                    [ $status -ne 3 ] && return $status
                done
                return 3
            }
            record() {
                for try in 1 2 3; do
                    rm -rf "$1"
                    (shift; "$@"); status=$?
                    [ $status -ne 3 ] && return $status
                done
                return 3
            }
            """

        @Test("a recorded phone meets the same accessory again: what was healthy is the same, what failed fails again")
        func asPhone() throws {
            let scratch = try Scratch()
            let trammel = Program.path
            var script = [Self.functions]
            let record = { (name: String, folder: String, port: String?) in
                let output = scratch(folder)
                let words = [
                    "record", output, trammel, "run", name, "--rig", "virtual", "--no-vm", "--output", output,
                ]
                return (words + (port.map { ["--port", $0] } ?? [])).joined(separator: " ")
            }
            let replay = { (name: String, folder: String, port: String?) in
                let trace = scratch("\(folder)/001-\(name)-seed1")
                let words = ["judged", trammel, "replay", trace, "--as", "phone", "--rig", "virtual", "--no-vm"]
                return (words + (port.map { ["--port", $0] } ?? [])).joined(separator: " ")
            }
            script += [record("exactMTU", "healthy", nil)]
            script += [replay("exactMTU", "healthy", nil), "echo healthy ended with $?"]
            for (number, (name, port)) in Self.defects.enumerated() {
                script += [record(name, "broken\(number)", port)]
                script += [replay(name, "broken\(number)", port), "echo broken\(number) ended with $?"]
            }
            let healed = Self.defects[0].0
            script += [replay(healed, "broken0", nil), "echo healed ended with $?"]
            let program = try Program([
                "vm", "--share", scratch.path, "--", "/bin/sh", "-c", script.joined(separator: "\n"),
            ])
            let status = try program.end(within: .seconds(300))
            let output = program.output
            #expect(status == 0, "\(output)")
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

        /// The same command on the host, which starts a machine of its own and leaves its evidence outside of it.
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
