import Benches
import Testing

/// The kernels that the rig accepts. Source of the cases: facts sheet on BlueZ, section 0.
@Suite struct KernelVersionTests {
    @Test(
        "Linux 6.1.192 is refused, by its package's name and by its source version",
        arguments: [
            ("6.1.0-55-amd64", ""), ("6.1.0-56-amd64", ""), ("6.1.0-56-cloud-amd64", ""), ("6.1.0-55", ""),
            ("6.1.0-99-amd64", "#1 SMP PREEMPT_DYNAMIC Debian 6.1.192-1 (2026-09-01)"), ("6.1.192", "#1 SMP"),
            ("6.1.192-local", ""),
        ])
    func refused(release: String, build: String) {
        guard case .refused(let reason) = KernelVersion(release: release, build: build).standing else {
            Issue.record("\(release) \(build) was not refused")
            return
        }
        #expect(reason.contains("6.1.192"))
    }

    @Test(
        "kernels that were tried are known",
        arguments: [
            ("6.1.0-50-amd64", "#1 SMP PREEMPT_DYNAMIC Debian 6.1.176-1 (2026-07-02)"), ("6.1.0-54-amd64", ""),
            ("6.1.0-47-cloud-amd64", ""), ("6.1.190-mine", "#3 SMP"),
        ])
    func known(release: String, build: String) {
        #expect(KernelVersion(release: release, build: build).standing == .known)
    }

    @Test(
        "others are unknown and named in the warning",
        arguments: [
            "6.12.9-amd64", "6.1.0-5-amd64", "6.1.0-550-amd64", "6.1.1920", "5.10.0-56-amd64", "", "x",
            "6.1.0-48-amd64",
        ])
    func unknown(release: String) {
        guard case .unknown(let warning) = KernelVersion(release: release).standing else {
            Issue.record("\(release) is not unknown")
            return
        }
        #expect(warning.contains(release))
    }

    @Test("the running kernel has a release and a build")
    func running() {
        #expect(KernelVersion.running.release.contains("."))
        #expect(KernelVersion.running.build.hasPrefix("#"))
    }
}
