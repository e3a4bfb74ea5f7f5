import Foundation
import Ground
import OperatingSystem
import Testing

@Suite struct WallClockTests {
    @Test("on a computer the wall's clock is the kernel's")
    func now() {
        #expect(!WallClock.isMachinesOwn)
        let before = Date().timeIntervalSince1970
        let now = WallClock.now.seconds
        let after = Date().timeIntervalSince1970
        #expect(before - 0.001 <= now && now <= after + 0.001)
        #expect(Interruption.slice == .milliseconds(50))
    }
}
