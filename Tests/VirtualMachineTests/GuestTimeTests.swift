import Testing

@testable import Benches

@Suite struct GuestTimeTests {
    private static func line(_ acceleration: Acceleration, _ wanted: GuestTime) -> MachineLine {
        MachineLine(
            kernelImage: "/k", acceleration: acceleration, processors: 1, megabytes: 512, sharedFolders: [],
            counterRate: 2_899_998, wantedTime: wanted)
    }

    @Test("a guest keeps its own time only where it is emulated and that is wanted", arguments: Acceleration.allCases)
    func time(acceleration: Acceleration) {
        for wanted in GuestTime.allCases {
            let line = Self.line(acceleration, wanted)
            let isOwn = acceleration == .emulation && wanted == .own
            #expect((line.time == .own) == isOwn)
            #expect(line.arguments.contains("-icount") == isOwn)
            #expect(line.arguments.contains { $0.hasSuffix(" tsc_early_khz=1000000 trammel.time=own") } == isOwn)
            let counts = line.arguments.contains { $0.contains("tsc_early_khz=2899998") }
            #expect(counts == (acceleration == .emulation && wanted == .host))
        }
    }
}
