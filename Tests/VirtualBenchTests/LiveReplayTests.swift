import Ground
import Testing

/// Runs recorded over the kernel's stacks, and their phones played against them again.
extension MachineTests {
    @Suite(.timeLimit(.minutes(4))) struct LiveReplayTests {
        private static let defects = [
            ("configurationExchange", "door=simulated:variant=appleSample,defect=shortConfiguration,name=Door"),
            ("fullFlow", "door=simulated:variant=appleSample,defect=ignoresStop,name=Door"),
        ]

        @Test("a recorded phone meets the same accessory again: what was healthy is the same, what failed fails again")
        func asPhone() throws {
            let scratch = try Scratch()
            let trammel = Program.path
            var script: [String] = []
            let record = { (name: String, folder: String, port: String?) in
                let words = [trammel, "run", name, "--rig", "virtual", "--no-vm", "--output", scratch(folder)]
                return (words + (port.map { ["--port", $0] } ?? [])).joined(separator: " ")
            }
            let replay = { (name: String, folder: String, port: String?) in
                let trace = scratch("\(folder)/001-\(name)-seed1")
                let words = [trammel, "replay", trace, "--as", "phone", "--rig", "virtual", "--no-vm"]
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
            let status = try program.end(within: .seconds(200))
            let output = program.output
            #expect(status == 0, "\(output)")
            #expect(output.contains("the same by meaning; the verdict is passed, as recorded"), "\(output)")
            #expect(output.contains("healthy ended with 0"), "\(output)")
            for number in Self.defects.indices {
                #expect(output.contains("broken\(number) ended with 0"), "\(output)")
            }
            let again = output.split(separator: "\n").filter {
                $0.contains("the recorded failure came again: failed: ")
            }
            #expect(again.count == Self.defects.count, "\(output)")
            #expect(output.contains("healed ended with 1"), "\(output)")
            #expect(output.contains("differs from the recording at frame "), "\(output)")
            #expect(output.contains("the recorded failure did not come again"), "\(output)")
            try inItsOwnMachine(scratch, folder: "broken0", Self.defects[0].0, Self.defects[0].1)
        }

        /// The same command on the host, which starts a machine of its own and leaves its evidence outside of it.
        private func inItsOwnMachine(_ scratch: Scratch, folder: String, _ name: String, _ port: String) throws {
            let trace = scratch("\(folder)/001-\(name)-seed1")
            let program = try Program([
                "replay", trace, "--as", "phone", "--rig", "virtual", "--port", port, "--output", scratch("again"),
            ])
            let status = try program.end(within: .seconds(60))
            #expect(status == 0, "\(program.output)")
            #expect(program.output.contains("virtual machine: started in "), "\(program.output)")
            #expect(program.output.contains("the recorded failure came again"), "\(program.output)")
            let evidence = try scratch.evidence(of: "001-\(name)-seed1", in: "again")
            #expect(evidence.verdict.verdict == "failed" && evidence.journal.count > 10)
        }
    }
}
