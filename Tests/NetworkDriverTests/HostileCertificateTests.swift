import Glibc
import Ground
import Links
import OperatingSystem
import TestSupport
import Testing

@testable import NetworkDriver

/// Invalid certificates, keys and pins: an error that names the file or the byte, or the rig's fault.
@Suite struct HostileCertificateTests {
    private static let identity = make("phone")

    private static func make(_ name: String) -> TLSIdentity {
        do { return try TLSIdentity.make(named: name) } catch { preconditionFailure("no certificate: \(error)") }
    }

    private func usable(_ certificate: [UInt8], key: String = identity.key) -> (any Error)? {
        let identity = TLSIdentity(certificate: certificate, key: key)
        do { try identity.check() } catch { return error }
        return nil
    }

    private func readError(certificate: [UInt8], key: [UInt8]) throws -> SystemError? {
        let folder = try Scratch()
        try Scratch.write(certificate, to: folder("phone.der"))
        try Scratch.write(key, to: folder("phone.key"))
        do throws(SystemError) { _ = try TLSIdentity.read("phone", from: folder.path) } catch { return error }
        return nil
    }

    @Test func aCertificateCutAtAnyLengthIsNone() throws {
        let whole = Self.identity.certificate
        #expect(usable(whole) == nil)
        for count in whole.indices { #expect(usable(Array(whole.prefix(count))) != nil, "\(count)") }
    }

    @Test func aKeyCutAtAnyLengthIsNone() throws {
        let whole = Self.identity.key
        let end = whole.count - (whole.hasSuffix("\n") ? 1 : 0)
        for count in 0..<end { #expect(usable(Self.identity.certificate, key: String(whole.prefix(count))) != nil) }
    }

    /// The pin covers all bytes, so a peer that sees only the certificate would compute another one.
    @Test(arguments: [[0], [0x30, 0], Array("\n".utf8), identity.certificate] as [[UInt8]])
    func bytesBehindACertificateHaveTheirPlace(more: [UInt8]) throws {
        let whole = Self.identity.certificate
        let error = try #require(usable(whole + more) as? Malformed)
        #expect(error.offset == whole.count)
        #expect(try readError(certificate: whole + more, key: Array(Self.identity.key.utf8))?.code == EBADMSG)
    }

    @Test func aFileThatIsNoneIsNamed() throws {
        let (certificate, key) = (Self.identity.certificate, Array(Self.identity.key.utf8))
        #expect(try readError(certificate: certificate, key: key) == nil)
        let long = [UInt8](repeating: 0x0A, count: 70_000)
        let cases: [([UInt8], [UInt8], Int32, String)] = [
            ([], key, EBADMSG, "phone.der"), (Array(certificate.dropLast()), key, EBADMSG, "phone.der"),
            (key, key, EBADMSG, "phone.der"), (certificate, [], EBADMSG, "phone.key"),
            (certificate, certificate, EBADMSG, "phone.key"),
            (certificate, Array(key.dropLast(40)), EBADMSG, "phone.key"),
            (certificate + long, key, EFBIG, "phone.der"), (certificate, key + long, EFBIG, "phone.key"),
        ]
        for (place, (certificate, key, code, name)) in cases.enumerated() {
            let error = try readError(certificate: certificate, key: key)
            let isNamed = error.map { "\($0)".contains(name) } == true
            #expect(error?.code == code && isNamed, "\(place): \(String(describing: error))")
        }
    }

    @Test("100,000 mutated certificates are certificates, or an error")
    func mutatedCertificates() {
        var mutator = Mutator(seeds: [Self.identity.certificate], number: 29)
        var (read, refused) = (0, 0)
        for _ in 0..<100_000 {
            let bytes = mutator.next(limit: 1_000)
            do throws(Malformed) {
                try TLSIdentity.check(certificate: bytes)
                read += 1
            } catch {
                refused += 1
                if !(0...bytes.count).contains(error.offset) { Issue.record("\(bytes.hex): \(error)") }
            }
        }
        #expect(read > 1_000 && refused > 10_000, "\(read) read, \(refused) refused")
    }

    @Test(arguments: [
        ("", "0 digits"), (String(repeating: "a", count: 63), "63 digits"), (String(repeating: "a", count: 65), "65"),
        (String(repeating: "a", count: 10) + "g", "byte 10"), ("\u{E9}", "byte 0"), ("0x00", "byte 1"),
    ]) func aPinThatIsNoneIsTheRigs(digest: String, place: String) throws {
        let pin = CertificatePin(digest: digest)
        #expect(pin.trouble?.contains(place) == true)
        let host = try LoggedHost(identities: ["own": Self.identity])
        defer { host.host.close() }
        host.connect(1, to: NetworkAddress("127.0.0.1", 9), .pinned(identity: "own", peer: pin, protocol: "a"))
        let fault = try host.log.first("the fault") { if case .fault(let fault) = $0 { fault } else { nil } }
        #expect("\(fault)".contains(place))
    }

    @Test func everyPinOfACertificateIsOne() {
        #expect(Self.identity.pin.trouble == nil)
        #expect(CertificatePin(digest: Self.identity.pin.digest.uppercased()) == Self.identity.pin)
    }
}
