import Ground

/// The handle of an attribute within its server; 0 is invalid.
public struct AttributeHandle: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }
    public init(_ value: UInt16) { rawValue = value }

    public static let first = AttributeHandle(0x0001)
    public static let last = AttributeHandle(0xFFFF)

    /// The handle after this one; nil after 0xFFFF.
    public var next: AttributeHandle? { rawValue == .max ? nil : AttributeHandle(rawValue + 1) }
}

extension AttributeHandle: Comparable {
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension AttributeHandle: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: UInt16) { rawValue = value }
}

extension AttributeHandle: CustomStringConvertible {
    public var description: String { rawValue.hexadecimal }
}

/// A range of handles as the peer sent it; the start may be greater than the end.
public struct HandleRange: Hashable, Codable, Sendable {
    public let start: AttributeHandle
    public let end: AttributeHandle

    public init(_ start: AttributeHandle, _ end: AttributeHandle) {
        self.start = start
        self.end = end
    }

    public static let all = HandleRange(.first, .last)

    /// Whether a server may search the range: it does not start at 0, and its end is not before its start.
    public var isValid: Bool { start.rawValue > 0 && start <= end }

    public func contains(_ handle: AttributeHandle) -> Bool { start <= handle && handle <= end }
}

extension HandleRange: CustomStringConvertible {
    public var description: String { "\(start)...\(end)" }
}

/// A handle and its attribute's type, from Find Information.
public struct HandleType: Hashable, Sendable {
    public let handle: AttributeHandle
    public let type: AttributeUUID

    public init(_ handle: AttributeHandle, _ type: AttributeUUID) {
        self.handle = handle
        self.type = type
    }
}

/// A handle and its attribute's value or part of it, from Read By Type and Multiple Handle Value Notification.
public struct HandleValue: Hashable, Sendable {
    public let handle: AttributeHandle
    public let value: [UInt8]

    public init(_ handle: AttributeHandle, _ value: [UInt8]) {
        self.handle = handle
        self.value = value
    }
}

/// A group's handles and the value of its declaration, from Read By Group Type.
public struct GroupValue: Hashable, Sendable {
    public let range: HandleRange
    public let value: [UInt8]

    public init(_ range: HandleRange, _ value: [UInt8]) {
        self.range = range
        self.value = value
    }
}

/// A value with its full length, from Read Multiple Variable; the MTU may truncate the last one of a response.
public struct LengthValue: Hashable, Sendable {
    public let length: UInt16
    public let value: [UInt8]

    public init(length: UInt16, _ value: [UInt8]) {
        self.length = length
        self.value = value
    }
}
