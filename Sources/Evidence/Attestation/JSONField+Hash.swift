public import Ground
public import JSON

extension JSONField {
    public func hash() throws(DocumentError) -> ContentHash {
        guard case .text(let text) = value, let hash = ContentHash(hex: text) else {
            throw mistake("is no SHA-256 hash in lower case")
        }
        return hash
    }
}
