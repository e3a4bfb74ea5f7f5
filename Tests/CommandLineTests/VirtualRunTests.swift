import Glibc
import Testing

@Suite struct VirtualRunTests {
    /// Where `ci/setup` puts the kernel; nil where it has not run, or where QEMU is missing.
    static let cache: String? = {
        func named(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        let folder =
            named("TRAMMEL_CACHE") ?? named("XDG_CACHE_HOME").map { $0 + "/trammel" }
            ?? named("HOME").map { $0 + "/.cache/trammel" }
        guard let folder, access("/usr/bin/qemu-system-x86_64", X_OK) == 0 else { return nil }
        return Scratch.names(in: folder + "/kernels")?.isEmpty == false ? folder : nil
    }()

    @Test func aMachineThatCannotBeMadeIsAnErrorOfTheRigThatSaysWhatIsMissing() throws {
        let ended = try Program.run(
            "run", "fullFlow", "--rig", "virtual", environment: ["TRAMMEL_CACHE": "/nonexistent"])
        #expect(ended.status == 3)
        #expect(ended.error.contains("missing") && ended.error.contains("ci/setup"), "\(ended.error)")
    }

    @Test func mistakesInTheArgumentsAreToldBeforeAMachineStarts() throws {
        let ended = try Program.run(
            "run", "fulFlow", "--rig", "virtual", environment: ["TRAMMEL_CACHE": "/nonexistent"])
        #expect(ended.status == 64 && ended.error.contains("did you mean fullFlow?"))
    }

    @Test(.enabled(if: cache != nil, "ci/setup has not provided QEMU and a kernel here"))
    func theGuestsStatusVerdictsAndReportReachTheHost() throws {
        let scratch = try Scratch()
        let ended = try Program.run(
            "run", "zoneWalk", "fullFlow", "--skip-tag", "long", "--seed", "4", "--seeds", "2", "--rig", "virtual",
            "--port", "motion=none", "--output", scratch("results"), "--junit", scratch("junit.xml"),
            environment: ["TRAMMEL_CACHE": try #require(Self.cache)])
        #expect(ended.status == 4, "\(ended.output)\(ended.error)")
        #expect(ended.output.contains("skipped   zoneWalk on virtual, seed 4"))
        let folders = ["001-zoneWalk-seed4", "002-fullFlow-seed4", "003-zoneWalk-seed5", "004-fullFlow-seed5"]
        #expect(Scratch.names(in: scratch("results")) == folders + ["report.xml"])
        #expect(Scratch.bytes(of: scratch("results/003-zoneWalk-seed5/verdict.json")) != nil)
        #expect(Scratch.text(of: scratch("junit.xml"))?.contains("skipped=\"4\"") == true)
    }
}
