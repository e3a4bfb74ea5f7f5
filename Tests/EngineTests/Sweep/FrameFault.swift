import Ground
import Links

/// A fault of a single frame in a run.
struct FrameFault: Hashable, Sendable {
    /// The links whose frames are affected: all data channels together, or the line to the kit.
    enum Line: String, CaseIterable, Sendable {
        case bluetooth
        case kit
    }

    enum Direction: String, CaseIterable, Sendable {
        case fromPhone
        case toPhone
    }

    enum Kind: String, CaseIterable, Sendable {
        /// It never arrives.
        case lost
        /// It arrives twice in immediate succession.
        case doubled
        /// It arrives 10 s late, and later frames on its link wait for it, which preserves the order.
        case stalled
        /// It arrives 10 s late, and later frames overtake it, which changes the order.
        case overtaken
        /// Its last byte is missing.
        case shortened
        /// Its second half is missing.
        case halved
    }

    let line: Line
    let direction: Direction
    let kind: Kind
    /// The index of the frame on its line and in its direction.
    let place: Int
}

extension FrameFault: CustomStringConvertible {
    var description: String { "\(line.rawValue) \(direction.rawValue) \(kind.rawValue) \(place)" }
}

extension FrameFault.Line {
    /// Returns the bytes of a frame on this line; nil for anything else.
    func bytes(of outbound: Outbound) -> [UInt8]? {
        switch (self, outbound) {
        case (.bluetooth, .bluetooth(_, .frame(let bytes))), (.kit, .kit(.bytes(let bytes))): bytes
        case (.bluetooth, _), (.kit, _): nil
        }
    }

    func bytes(of inbound: Inbound) -> [UInt8]? {
        switch (self, inbound) {
        case (.bluetooth, .bluetooth(_, .frame(let bytes))), (.kit, .kit(.bytes(let bytes))): bytes
        case (.bluetooth, _), (.kit, _): nil
        }
    }
}

extension Outbound {
    /// Returns the same frame with other bytes.
    func replacing(_ bytes: [UInt8]) -> Outbound {
        switch self {
        case .bluetooth(let name, .frame): .bluetooth(name, .frame(bytes))
        case .kit(.bytes): .kit(.bytes(bytes))
        default: self
        }
    }
}

extension Inbound {
    func replacing(_ bytes: [UInt8]) -> Inbound {
        switch self {
        case .bluetooth(let name, .frame): .bluetooth(name, .frame(bytes))
        case .kit(.bytes): .kit(.bytes(bytes))
        default: self
        }
    }
}
