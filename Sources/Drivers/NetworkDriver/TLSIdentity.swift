import Glibc
internal import Ground
internal import OpenSSL
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

    /// Creates the pin of a certificate with this SHA-256.
    init(_ hash: ContentHash) { digest = hash.hex }

    /// The first bytes of the SHA-256, 16 or 32; none if the pin is not valid.
    var bytes: [UInt8] { [UInt8](hex: digest) ?? [] }

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

    public var pin: CertificatePin { CertificatePin(ContentHash.of(certificate[...])) }

    /// Creates a new key, and a certificate that is valid for ten years starting a day ago; only the pin matters.
    public static func make(named name: String) throws -> TLSIdentity {
        guard let made = SelfSignedCertificate(named: name) else {
            throw SystemError("create a certificate", code: ENOMEM)
        }
        return TLSIdentity(certificate: made.der, key: made.key)
    }

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

    /// Throws for an invalid certificate or key.
    func check() throws(Malformed) {
        try Self.check(certificate: certificate)
        guard SelfSignedCertificate.isKey(key) else { throw Malformed(at: 0, "this is no private key") }
    }

    /// Throws unless the bytes are a certificate in DER form with nothing after it: the pin covers all bytes, but a
    /// peer sees only the certificate.
    static func check(certificate bytes: [UInt8]) throws(Malformed) {
        guard let own = SelfSignedCertificate.encoding(bytes) else { throw Malformed(at: 0, "this is no certificate") }
        guard own == bytes else {
            let offset = zip(own, bytes).prefix { $0 == $1 }.count
            throw Malformed(at: offset, "\(bytes.count - offset) bytes do not belong to the certificate")
        }
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
}
