import Testing

@testable import Benches

/// The choice of a port on the kernel's USB/IP host for the virtual kit.
@Suite struct GadgetControllerTests {
    @Test(
        arguments: [
            ("hs  0000 004 000 00000000 000000 0-0", 0), ("hs  0003 004 000 00000000 000000 0-0", 3),
            // A port in use, one of the other speed, the heading, and truncated lines.
            ("hs  0000 006 003 00010002 000007 1-2", nil), ("ss  0008 004 000 00000000 000000 0-0", nil),
            ("hub port sta spd dev      sockfd local_busid", nil), ("hs  0000", nil), ("hs  00x0 004", nil), ("", nil),
        ] as [(Substring, Int?)])
    func aFreePortIsOneForHighSpeedWithoutADevice(line: Substring, port: Int?) {
        #expect(GadgetController.freePort(inLine: line) == port)
    }
}
