import Ground

/// One block of PEM (RFC 7468): a label and bytes in base64.
struct PEM: Hashable {
    /// The labels of keys (RFC 7468, sections 10 and 13).
    enum Kind: String {
        case privateKey = "PRIVATE KEY"
        case publicKey = "PUBLIC KEY"
    }

    let label: String
    let content: [UInt8]

    /// The kind of key that the label names; nil if it names no key.
    var kind: Kind? { Kind(rawValue: label) }

    init(_ kind: Kind, _ content: [UInt8]) { (label, self.content) = (kind.rawValue, content) }

    /// Returns whether the bytes begin like a block.
    static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "-----BEGIN ".utf8) }

    /// Reads a file that contains one block and nothing else.
    init(_ bytes: [UInt8]) throws(DocumentError) {
        guard let text = String(strictUTF8: bytes) else { throw DocumentError("PEM is text, and this is not UTF-8") }
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        while lines.last?.isEmpty == true { lines.removeLast() }
        guard let first = lines.first, first.hasPrefix("-----BEGIN "), first.hasSuffix("-----"), first.utf8.count > 16
        else { throw DocumentError("it does not begin as a block of PEM", line: 1) }
        label = String(first.dropFirst(11).dropLast(5))
        guard lines.count > 1, lines.last == "-----END \(label)-----" else {
            throw DocumentError(
                "the block '\(label.shown())' has no end, or something is behind it", line: lines.count)
        }
        do throws(DocumentError) {
            content = try Base64.bytes(of: lines.dropFirst().dropLast().joined())
        } catch {
            throw DocumentError("the block '\(label.shown())' holds no base64: \(error.what)")
        }
    }

    /// The text, with lines of 64 digits.
    var text: String {
        var rest = Base64.text(of: content)[...]
        var lines = ["-----BEGIN \(label)-----"]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        return (lines + ["-----END \(label)-----"]).map { $0 + "\n" }.joined()
    }
}
