internal import Crypto
import Glibc
internal import Ground
internal import NIOCore
internal import NIOSSL
public import OperatingSystem

/// The identity of the certificate that a peer must present: the SHA-256 of its DER form, or the first half of that.
public struct CertificatePin: Hashable, Codable, Sendable {
    /// 64 hexadecimal digits, or the 32 of an agent's TXT record.
    public let digest: String

    public init(digest: String) { self.digest = digest.lowercased() }

    /// The reason why it is not a valid pin, with the byte; nil if it is valid.
    var trouble: String? {
        let digits = Array(digest.utf8)
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
        if let place = digits.firstIndex(where: { !isDigit($0) }) { return "byte \(place) is no hexadecimal digit" }
        let isPin = [32, 64].contains(digits.count)
        return isPin ? nil : "it has \(digits.count) digits, and 64 are a SHA-256, 32 the first half of one"
    }

    init(der: [UInt8]) {
        digest = SHA256.hash(data: der).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// Returns whether a complete pin matches this one.
    func fits(_ whole: CertificatePin) -> Bool { whole.digest.hasPrefix(digest) }

    /// The first 32 digits, as in an agent's TXT record.
    public var short: String { String(digest.prefix(32)) }
}

/// The credentials of one side of TLS: a self-signed certificate of a P-256 key, and the key.
///
/// No description, trace or request contains the key.
public struct TLSIdentity: Sendable {
    /// The certificate in DER form, which is public.
    public let certificate: [UInt8]
    /// The key as PKCS #8 in PEM form.
    let key: String

    /// The maximum size of either file in bytes.
    static let longest = 65_535

    public var pin: CertificatePin { CertificatePin(der: certificate) }

    /// Returns the paths of the certificate and the key in a folder.
    private static func paths(_ name: String, in folder: String) -> (certificate: String, key: String) {
        ("\(folder)/\(name).der", "\(folder)/\(name).key")
    }

    /// Writes `NAME.der`, and `NAME.key` readable by its owner only (0600); neither may exist already.
    public func write(_ name: String, to folder: String) throws(SystemError) {
        let paths = Self.paths(name, in: folder)
        try Self.write(Array(key.utf8), to: paths.key, mode: 0o600)
        try Self.write(certificate, to: paths.certificate, mode: 0o644)
    }

    /// Reads the files written by `write`. Throws EPERM for a key that others may read, EFBIG for an oversized file,
    /// and EBADMSG for an invalid one; the error names the file.
    public static func read(_ name: String, from folder: String) throws(SystemError) -> TLSIdentity {
        let paths = Self.paths(name, in: folder)
        let status = try FileStatus(of: paths.key)
        guard status.rights & 0o077 == 0 else { throw SystemError("read \(paths.key)", code: EPERM) }
        let key = try contents(of: paths.key)
        let certificate = try contents(of: paths.certificate)
        guard (try? check(certificate: certificate)) != nil else {
            throw SystemError("read the certificate in \(paths.certificate)", code: EBADMSG)
        }
        let identity = TLSIdentity(certificate: certificate, key: String(decoding: key, as: UTF8.self))
        guard (try? identity.check()) != nil else {
            throw SystemError("read the key in \(paths.key)", code: EBADMSG)
        }
        return identity
    }

    static func check(certificate bytes: [UInt8]) throws { _ = try certificate(bytes) }

    /// Throws for an invalid certificate or key.
    func check() throws {
        try Self.check(certificate: certificate)
        _ = try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)
    }

    /// Decodes a certificate in DER form with nothing after it: the pin covers all bytes, but a peer sees only the
    /// certificate.
    static func certificate(_ bytes: [UInt8]) throws -> NIOSSLCertificate {
        let certificate = try NIOSSLCertificate(bytes: bytes, format: .der)
        let own = try certificate.toDERBytes()
        guard own == bytes else {
            let offset = zip(own, bytes).prefix { $0 == $1 }.count
            throw Malformed(at: offset, "\(bytes.count - offset) bytes do not belong to the certificate")
        }
        return certificate
    }

    static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(SystemError) {
        let file = try FileDescriptor("open \(path)") {
            unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        }
        defer { file.close() }
        var place = 0
        while place < bytes.count { place += try file.write(bytes, from: place) ?? 0 }
    }

    private static func contents(of path: String) throws(SystemError) -> [UInt8] {
        let file = try FileDescriptor("open \(path)") { unsafe open(path, O_RDONLY | O_CLOEXEC) }
        defer { file.close() }
        // A certificate or a key is some hundred bytes long.
        let bytes = try file.read(upTo: longest + 1) ?? []
        guard bytes.count <= longest else { throw SystemError("read \(path)", code: EFBIG) }
        return bytes
    }

    /// Creates the configuration of one side for NIO's TLS; a client may present nothing. `log` receives the lines of
    /// a key log, if one was requested.
    static func configuration(
        _ identity: TLSIdentity?, isServer: Bool, protocol name: String, log: (@Sendable ([UInt8]) -> Void)?
    ) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        if let identity {
            let chain = [NIOSSLCertificateSource.certificate(try certificate(identity.certificate))]
            let key = NIOSSLPrivateKeySource.privateKey(
                try NIOSSLPrivateKey(bytes: Array(identity.key.utf8), format: .pem))
            if isServer {
                configuration = .makeServerConfiguration(certificateChain: chain, privateKey: key)
            } else {
                (configuration.certificateChain, configuration.privateKey) = (chain, key)
            }
        }
        configuration.minimumTLSVersion = .tlsv13
        // The pin replaces this check on both sides; `.none` would not request a certificate from a client.
        configuration.certificateVerification = .noHostnameVerification
        configuration.trustRoots = .certificates([])
        configuration.applicationProtocols = [name]
        if let log { configuration.keyLogCallback = { line in log(Array(line.readableBytesView)) } }
        return configuration
    }
}
