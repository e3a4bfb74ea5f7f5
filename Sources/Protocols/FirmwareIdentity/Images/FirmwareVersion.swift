import Ground

/// The version in an image's header, for example `1.2.3+4`, which MCUmgr shows as `1.2.3.4`.
public struct FirmwareVersion: Hashable, Sendable {
    public let major: UInt32
    public let minor: UInt32
    public let revision: UInt32
    public let build: UInt32

    public init(major: UInt32, minor: UInt32, revision: UInt32, build: UInt32 = 0) {
        (self.major, self.minor, self.revision, self.build) = (major, minor, revision, build)
    }

    /// Parses three numbers separated by dots, with an optional build after `+` or a dot and an optional leading `v`.
    ///
    /// Returns nil for anything else, including words after the numbers, whose meaning is the vendor's.
    public init?(_ text: some StringProtocol) {
        var rest = text[...]
        if rest.first == "v" || rest.first == "V" { rest = rest.dropFirst() }
        let parts = rest.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "+" }
        let marks = String(rest.filter { $0 == "." || $0 == "+" })
        guard marks == ".." || marks == "..." || marks == "..+" else { return nil }
        var numbers: [UInt32] = []
        for part in parts {
            guard !part.isEmpty, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt32(part) else {
                return nil
            }
            numbers.append(number)
        }
        guard numbers.count >= 3 else { return nil }
        self.init(
            major: numbers[0], minor: numbers[1], revision: numbers[2], build: numbers.count > 3 ? numbers[3] : 0)
    }
}

extension FirmwareVersion: CustomStringConvertible {
    public var description: String { "\(major).\(minor).\(revision)" + (build == 0 ? "" : "+\(build)") }
}

/// Encoded as text.
extension FirmwareVersion: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let version = FirmwareVersion(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no version: \(text.shown())")
        }
        self = version
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
