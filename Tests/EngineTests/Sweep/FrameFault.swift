import Ground
import Links

/// What goes wrong with one single frame of a run.
struct FrameFault: Hashable, Sendable {
    /// The links on which frames are spoilt: all data channels together, or the line to the kit.
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
        /// It arrives twice, once right behind the other.
        case doubled
        /// It arrives 10 s late, and all that is behind it on its link waits for it: the order is kept.
        case stalled
        /// It arrives 10 s late, and all that is behind it overtakes it: the order is not kept.
        case overtaken
        /// Its last byte is missing.
        case shortened
        /// Its second half is missing.
        case halved
    }

    let line: Line
    let direction: Direction
    let kind: Kind
    /// Which frame of the line and direction, counted from 0.
    let place: Int
}

extension FrameFault: CustomStringConvertible {
    var description: String { "\(line.rawValue) \(direction.rawValue) \(kind.rawValue) \(place)" }
}

extension FrameFault.Line {
    /// The bytes of a frame that is on this line; nil for everything that is not a frame.
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
    /// The same frame with other bytes.
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
