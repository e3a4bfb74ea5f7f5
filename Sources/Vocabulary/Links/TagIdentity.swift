/// What an ISO 14443 type A tag shows at anticollision.
public struct TagIdentity: Hashable, Codable, Sendable {
    /// 4, 7 or 10 bytes.
    public let uid: [UInt8]
    /// As libnfc stores it: high byte first.
    public let atqa: UInt16
    public let sak: UInt8
    /// Without its length byte; empty when the tag has none.
    public let ats: [UInt8]

    public init(uid: [UInt8], atqa: UInt16, sak: UInt8, ats: [UInt8] = []) {
        self.uid = uid
        self.atqa = atqa
        self.sak = sak
        self.ats = ats
    }
}
