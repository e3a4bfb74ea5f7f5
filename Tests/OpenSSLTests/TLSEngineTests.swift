import Ground
import OpenSSL
import TestSupport
import Testing

/// Two sides of TLS without a network between them.
@Suite struct TLSEngineTests {
    private static let own = makeIdentity("own")
    private static let peer = makeIdentity("peer")

    private static func makeIdentity(_ name: String) -> SelfSignedCertificate {
        guard let made = SelfSignedCertificate(named: name) else { preconditionFailure("no certificate") }
        return made
    }

    /// The kinds of TLS, with the version and type of the first record that carries data.
    enum Kind: CaseIterable {
        case certified
        case preShared
    }

    private static func context(_ kind: Kind, isServer: Bool, isLogged: Bool = false) throws -> TLSContext {
        switch kind {
        case .certified:
            let identity = isServer ? peer : own
            return try TLSContext(
                certificate: (identity.der, identity.key), isServer: isServer, protocol: "test/1", isLogged: isLogged)
        case .preShared: return try TLSContext(identity: "me", key: [1, 2, 3], isServer: isServer)
        }
    }

    /// Both sides; what each wants to send is carried by the test.
    private struct Pair {
        let client: TLSEngine
        let server: TLSEngine

        init(_ kind: Kind = .certified, clientPin: [UInt8]? = nil, client: TLSContext? = nil) throws {
            let pin = clientPin ?? (kind == .certified ? Pair.pin(peer) : [])
            let client = try client ?? context(kind, isServer: false)
            self.client = try #require(TLSEngine(client, pin: pin))
            let server = try context(kind, isServer: true)
            self.server = try #require(TLSEngine(server, pin: kind == .certified ? Pair.pin(own) : []))
        }

        static func pin(_ identity: SelfSignedCertificate) -> [UInt8] { ContentHash.of(identity.der[...]).bytes }

        /// Carries everything until both handshakes are complete, in pieces of at most this many bytes.
        func shakeHands(piece: Int = .max) throws {
            var (clientIsDone, serverIsDone) = (false, false)
            for _ in 0..<10 where !clientIsDone || !serverIsDone {
                clientIsDone = try Pair.advance(client, with: server.takeAll(), piece: piece) || clientIsDone
                serverIsDone = try Pair.advance(server, with: client.takeAll(), piece: piece) || serverIsDone
            }
            try #require(clientIsDone && serverIsDone)
        }

        /// Feeds one side, and returns whether its handshake is complete.
        static func advance(_ side: TLSEngine, with bytes: [UInt8], piece: Int) throws -> Bool {
            var isDone = try side.shakeHands() == .done
            for start in stride(from: 0, to: bytes.count, by: piece) {
                try side.feed(Array(bytes[start...].prefix(piece)))
                isDone = try side.shakeHands() == .done
            }
            return isDone
        }
    }

    private static func read(_ side: TLSEngine) throws -> (data: [UInt8], step: TLSEngine.Step) {
        var data: [UInt8] = []
        let step = try side.read(into: &data)
        return (data, step)
    }

    @Test(arguments: Kind.allCases) func bytesGoBothWaysAndTheEndIsClean(kind: Kind) throws {
        let pair = try Pair(kind)
        try pair.shakeHands()
        let many = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try pair.client.write(many)
        try pair.server.feed(pair.client.takeAll())
        var (data, step) = try Self.read(pair.server)
        #expect(data == many && step == .waits)
        try pair.server.write([1, 2, 3])
        pair.server.sayGoodbye()
        try pair.client.feed(pair.server.takeAll())
        (data, step) = try Self.read(pair.client)
        #expect(data == [1, 2, 3] && step == .ended)
    }

    /// Whatever pieces the wire delivers, cut at every place.
    @Test(arguments: Kind.allCases) func everyCutOfTheHandshakeGivesTheSame(kind: Kind) throws {
        try Pair(kind).shakeHands(piece: 1)
        let first = try Pair(kind)
        _ = try first.client.shakeHands()
        let hello = first.client.takeAll()
        #expect(hello.count > 40)
        for place in 0...hello.count {
            let pair = try Pair(kind)
            try pair.server.feed(Array(hello[..<place]))
            #expect(try pair.server.shakeHands() == .waits && (place == hello.count || pair.server.takeAll().isEmpty))
            try pair.server.feed(Array(hello[place...]))
            #expect(try pair.server.shakeHands() == .waits)
            #expect(place == hello.count || !pair.server.takeAll().isEmpty, "cut at \(place)")
        }
    }

    @Test(arguments: Kind.allCases) func aRecordIsReadOnceAllOfItIsThere(kind: Kind) throws {
        let pair = try Pair(kind)
        try pair.shakeHands()
        try pair.client.write([7, 8, 9])
        let record = pair.client.takeAll()
        for (place, byte) in record.enumerated() {
            try pair.server.feed([byte])
            let (data, step) = try Self.read(pair.server)
            #expect(step == .waits && data == (place == record.count - 1 ? [7, 8, 9] : []))
        }
    }

    @Test func anotherCertificateIsRefusedAndItsFingerprintKnown() throws {
        var wrong = Pair.pin(Self.peer)
        wrong[31] ^= 1
        let pair = try Pair(clientPin: wrong)
        #expect(throws: TLSFailure.untrusted) { try pair.shakeHands() }
        #expect(pair.client.fingerprint?.bytes == Pair.pin(Self.peer))
        #expect(pair.server.fingerprint == nil)
        try pair.server.feed(pair.client.takeAll())
        #expect(throws: TLSFailure.alert(46)) { try pair.server.shakeHands() }
    }

    @Test(arguments: [0, 16, 32]) func aPinMayBeTheBeginningOfTheHash(count: Int) throws {
        try Pair(clientPin: Array(Pair.pin(Self.peer).prefix(count))).shakeHands()
    }

    @Test func aClientWithoutACertificateIsRefused() throws {
        let client = try TLSContext(certificate: nil, isServer: false, protocol: "test/1", isLogged: false)
        let pair = try Pair(client: client)
        #expect(throws: TLSFailure.noCertificate) { try pair.shakeHands() }
    }

    @Test func twoProtocolsAreNoneInCommon() throws {
        let identity = (Self.own.der, Self.own.key)
        let client = try TLSContext(certificate: identity, isServer: false, protocol: "test/2", isLogged: false)
        let pair = try Pair(client: client)
        #expect(throws: TLSFailure.noCommonProtocol) { try pair.shakeHands() }
    }

    @Test func aRecordThatIsTooLongIsRefused() throws {
        for kind in Kind.allCases {
            let pair = try Pair(kind)
            try pair.shakeHands()
            // The length of its payload may be 2^14 + 256 octets in TLS 1.3, and 2^14 + 2048 in 1.2.
            try pair.server.feed([23, 3, 3, 0xFF, 0xFF])
            #expect(throws: TLSFailure.reason(Self.packetTooLong)) { try Self.read(pair.server) }
            #expect(throws: TLSFailure.alert(22)) {
                try pair.client.feed(pair.server.takeAll())
                _ = try Self.read(pair.client)
            }
        }
    }

    /// OpenSSL's number for a record that is too long.
    private static let packetTooLong: UInt16 = 198

    @Test(arguments: Kind.allCases) func aChangedRecordIsRefused(kind: Kind) throws {
        let pair = try Pair(kind)
        try pair.shakeHands()
        try pair.client.write([1, 2, 3])
        var record = pair.client.takeAll()
        record[record.count - 1] ^= 1
        try pair.server.feed(record)
        #expect(throws: TLSFailure.self) { try Self.read(pair.server) }
        try pair.client.feed(pair.server.takeAll())
        #expect(throws: TLSFailure.alert(20)) { try Self.read(pair.client) }
    }

    @Test func aKeyLogIsKeptOnRequestAlone() throws {
        let client = try Self.context(.certified, isServer: false, isLogged: true)
        let pair = try Pair(client: client)
        try pair.shakeHands()
        let lines = String(decoding: pair.client.takeLog(), as: UTF8.self).split(separator: "\n")
        let names = Set(lines.compactMap { $0.split(separator: " ").first })
        #expect(names.isSuperset(of: ["CLIENT_TRAFFIC_SECRET_0", "SERVER_HANDSHAKE_TRAFFIC_SECRET"]))
        #expect(pair.client.takeLog().isEmpty && pair.server.takeLog().isEmpty)
    }

    @Test func whatCannotBeUsedIsRefusedWithAReason() throws {
        for identity in [
            (Self.own.der, Self.peer.key), (Self.own.der, ""), ([1, 2, 3], Self.own.key),
        ] as [([UInt8], String)] {
            let error = #expect(throws: TLSContext.Unusable.self) {
                try TLSContext(certificate: identity, isServer: true, protocol: "test/1", isLogged: false)
            }
            #expect(error?.description.isEmpty == false)
        }
        for name in ["", String(repeating: "a", count: 256)] {
            #expect(throws: TLSContext.Unusable.self) {
                try TLSContext(certificate: nil, isServer: false, protocol: name, isLogged: false)
            }
        }
        for key in [[], [UInt8](repeating: 1, count: 65)] as [[UInt8]] {
            #expect(throws: TLSContext.Unusable.self) { try TLSContext(identity: "me", key: key, isServer: true) }
        }
    }

    @Test("5,000 hostile handshakes are an error, or wait for more")
    func hostile() throws {
        let first = try Pair()
        _ = try first.client.shakeHands()
        var mutator = Mutator(seeds: [first.client.takeAll()], number: 31)
        let context = try Self.context(.certified, isServer: true)
        for _ in 0..<5_000 {
            let server = try #require(TLSEngine(context, pin: Pair.pin(Self.own)))
            do throws(TLSFailure) {
                try server.feed(mutator.next())
                if try server.shakeHands() == .done { Issue.record("a handshake cannot be complete") }
            } catch {}
        }
    }

    @Test(arguments: ["", "a", String(repeating: "ä", count: 500)]) func anyNameMakesACertificate(name: String) throws {
        let made = try #require(SelfSignedCertificate(named: name))
        #expect(SelfSignedCertificate.encoding(made.der) == made.der && SelfSignedCertificate.isKey(made.key))
        #expect(SelfSignedCertificate.encoding(made.der + [0]) == made.der)
        #expect(SelfSignedCertificate.encoding([]) == nil && !SelfSignedCertificate.isKey(""))
    }
}
