import Ground
import JSON
import Journal

/// The encoding of a gate's document as `gate.json`.
///
/// Only this program writes the file, with sorted keys, and the reader accepts only what the writer produces. A
/// document is evidence, so a single changed letter is reported.
public enum GateFile {
    /// The maximum length of a document in bytes.
    public static let mostBytes = 256_000_000

    /// Returns the document with sorted keys and a final line feed: the same bytes for the same gate.
    public static func bytes(of document: GateDocument) -> [UInt8] { JSON.document(document) }

    /// Parses a document. Throws at the first line that the writer would not have written; whether its statements
    /// follow from the runs is for `gate verify` to say.
    public static func document(from bytes: [UInt8]) throws(GateFileError) -> GateDocument {
        guard bytes.count <= mostBytes else { throw .tooLong(bytes: bytes.count) }
        let document: GateDocument
        do {
            try UnknownFormat.check(json: bytes, of: "gate", known: GateDocument.formatVersion)
            document = try JSON.value(from: bytes)
        } catch let error as UnknownFormat {
            throw .unknownFormat(error.format)
        } catch {
            throw .unreadable("\(JSONFileError(error))")
        }
        guard document.isFinite else { throw .unreadable("a number is too large") }
        let written = self.bytes(of: document)
        guard written == bytes else {
            let same = zip(written, bytes).prefix { $0 == $1 }.map(\.1)
            throw .notAsWritten(line: 1 + same.count { $0 == 0x0A })
        }
        return document
    }
}

/// The reason why a file is not a gate's document.
public enum GateFileError: Error, Hashable, Sendable {
    case tooLong(bytes: Int)
    /// The file is not JSON, or a field is missing or has another type; with the decoder's message.
    case unreadable(String)
    case unknownFormat(Int)
    /// The first line that the writer would have written differently: an unknown field, another order, a changed
    /// letter.
    case notAsWritten(line: Int)
}

extension GateFileError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLong(let bytes): "a gate's document has \(GateFile.mostBytes) bytes at most, not \(bytes)"
        case .unreadable(let why): "this is no gate's document: \(why.shown(300))"
        case .unknownFormat(let format):
            "the document's format is \(format), and this program reads \(GateDocument.formatVersion)"
        case .notAsWritten(let line): "line \(line) is not as the gate wrote it"
        }
    }
}

extension GateDocument {
    /// Whether all numbers are finite and can be written.
    var isFinite: Bool {
        (scenarios + (baseline?.scenarios ?? [])).allSatisfy {
            $0.upperLimit.isFinite && $0.upperLimitWorstCase.isFinite && $0.llr?.isFinite ?? true
                && $0.proofs.allSatisfy(\.isFinite)
        }
    }
}

extension GateDocument.ProofOutcome {
    fileprivate var isFinite: Bool {
        limit.below.isFinite && limit.belowInWorstCase.isFinite && llr?.isFinite ?? true
    }
}
