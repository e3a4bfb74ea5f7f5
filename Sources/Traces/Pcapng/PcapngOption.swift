/// A number with a value that stands behind the fixed part of a pcapng block.
public struct PcapngOption: Hashable, Sendable {
    /// What an option means; numbers other than the comment's mean something else in each kind of block.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        static let end = Code(rawValue: 0)
        /// A comment, in any block.
        public static let comment = Code(rawValue: 1)
        /// Somebody's own bytes behind their number, which may be copied into another file; in any block.
        public static let custom = Code(rawValue: 2989)
        /// Section header: the machine.
        public static let hardware = Code(rawValue: 2)
        /// Section header: the operating system.
        public static let operatingSystem = Code(rawValue: 3)
        /// Section header: the program that wrote the file.
        public static let application = Code(rawValue: 4)
        /// Interface description: its name.
        public static let interfaceName = Code(rawValue: 2)
        /// Interface description: what it is.
        public static let interfaceDescription = Code(rawValue: 3)
        /// Interface description: the unit of its time stamps.
        public static let timeResolution = Code(rawValue: 9)
        /// Interface description: seconds to add to its time stamps.
        public static let timeOffset = Code(rawValue: 14)
        /// Packet blocks: direction and link errors.
        public static let packetFlags = Code(rawValue: 2)
    }

    public let code: Code
    /// The value without its padding; numbers are in the byte order of the section.
    public let value: [UInt8]

    public init(_ code: Code, _ value: [UInt8]) {
        self.code = code
        self.value = value
    }

    /// An option whose value is text.
    public init(_ code: Code, text: String) { self.init(code, Array(text.utf8)) }

    /// The value as text; what is not UTF-8 in it is replaced.
    public var text: String { String(decoding: value, as: UTF8.self) }
}

extension [PcapngOption] {
    /// The texts of all options with one code, in the file's order.
    public func texts(_ code: PcapngOption.Code) -> [String] {
        isEmpty ? [] : filter { $0.code == code }.map(\.text)
    }
}
