import Testing

@testable import Benches

/// Which port of the kernel's USB/IP host the virtual kit is plugged into.
@Suite struct GadgetControllerTests {
    @Test(
        arguments: [
            ("hs  0000 004 000 00000000 000000 0-0", 0), ("hs  0003 004 000 00000000 000000 0-0", 3),
            // In use, of the other speed, the heading, and what is cut.
            ("hs  0000 006 003 00010002 000007 1-2", nil), ("ss  0008 004 000 00000000 000000 0-0", nil),
            ("hub port sta spd dev      sockfd local_busid", nil), ("hs  0000", nil), ("hs  00x0 004", nil), ("", nil),
        ] as [(Substring, Int?)])
    func aFreePortIsOneForHighSpeedWithoutADevice(line: Substring, port: Int?) {
        #expect(GadgetController.freePort(inLine: line) == port)
    }
}
