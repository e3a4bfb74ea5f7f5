internal import Crypto
internal import FoundationEssentials
internal import SwiftASN1
internal import X509

extension TLSIdentity {
    /// Creates a new key, and a certificate that is valid for ten years starting a day ago; only the pin matters.
    public static func make(named name: String) throws -> TLSIdentity {
        let key = P256.Signing.PrivateKey()
        let subject = try DistinguishedName { CommonName(name) }
        let now = Date()
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
            notValidBefore: now - 86_400, notValidAfter: now + 3_650 * 86_400, issuer: subject, subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256, extensions: Certificate.Extensions(), issuerPrivateKey: .init(key))
        let pem = try certificate.serializeAsPEM()
        return TLSIdentity(certificate: pem.derBytes, key: key.pemRepresentation)
    }
}
