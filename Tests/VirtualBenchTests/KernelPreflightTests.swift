import Links
import Testing

@testable import Benches

@Suite struct KernelPreflightTests {
    @Test("a kernel that corrupts memory is refused, by its package and by its build")
    func broken() {
        let package = KernelVersion(release: "6.1.0-55-amd64")
        let build = KernelVersion(
            release: "6.1.0-99-amd64", build: "#1 SMP PREEMPT_DYNAMIC Debian 6.1.192-1 (2026-07-30)")
        for kernel in [package, build] {
            let fault = #expect(throws: RigFault.self) { try KernelPreflight.check(kernel) }
            #expect(fault?.what.contains("corrupts memory") == true)
            #expect(fault?.what.contains(kernel.release) == true)
        }
    }

    @Test("a kernel that was tried gives no warning, and one that was not does")
    func others() throws {
        #expect(try KernelPreflight.check(KernelVersion(release: "6.1.0-50-amd64")) == nil)
        #expect(try KernelPreflight.check(KernelVersion(release: "6.9.1"))?.contains("never tried") == true)
    }
}
