import NetworkDriver
import TestSupport
import Testing

/// A host closes everything it opened; in a separate process, where nothing else opens descriptors.
@Suite struct DescriptorTests {
    private static func round() throws -> Int {
        let identity = try TLSIdentity.make(named: "both")
        let security = StreamSecurity.pinned(identity: "own", peer: identity.pin, protocol: "test/1")
        let folder = try Scratch()
        let server = try LoggedHost(identities: ["own": identity], keyLog: folder("keys.log"))
        let client = try LoggedHost(bus: "unix:path=\(folder("no-bus"))", identities: ["own": identity])
        let address = try server.listen(1, security)
        for number in 1...3 {
            client.connect(UInt32(number), to: address, security)
            try client.awaitOpened(.opened(UInt32(number)))
        }
        client.host.send(.close(.opened(2)))
        _ = try client.awaitEnd(.opened(2))
        client.host.send(.search(1, type: "_trammel-agent._tcp"))
        _ = try client.log.first("the fault") { if case .fault = $0 { true } else { nil } }
        client.host.close()
        client.host.close()
        server.host.close()
        return Scratch.names(in: "/proc/self/fd")?.count ?? -1
    }

    @Test func everyDescriptorIsGivenBack() async {
        await #expect(processExitsWith: .success) {
            // The first round opens descriptors that the process keeps, such as the source of random numbers.
            let first = try Self.round()
            for _ in 0..<5 { _ = try Self.round() }
            let last = try Self.round()
            try #require(first > 0 && last == first, "\(first) descriptors became \(last)")
        }
    }
}
