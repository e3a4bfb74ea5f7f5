public import Ground

/// A measured or required amount with its unit.
public enum Quantity: Hashable, Sendable {
    public enum Unit: String, Hashable, Sendable {
        case span
        case rate
        case share
        case distance
        case angle
        case number
    }

    case span(Lapse)
    case rate(Rate)
    case share(Share)
    case distance(Distance)
    case angle(Angle)
    case count(Int)

    public var unit: Unit {
        switch self {
        case .span: .span
        case .rate: .rate
        case .share: .share
        case .distance: .distance
        case .angle: .angle
        case .count: .number
        }
    }
}

extension Quantity: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ text: String) { stringValue = text }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }

        static let degrees = Key("degrees")
    }

    public init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Key.self)
        guard outer.allKeys.count == 1, let key = outer.allKeys.first, let unit = Unit(rawValue: key.stringValue) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: outer.codingPath, debugDescription: "a quantity has one unit that is known"))
        }
        let inner = try outer.nestedContainer(keyedBy: Key.self, forKey: key)
        self =
            switch unit {
            case .span: .span(try inner.decode(Lapse.self, forKey: key))
            case .rate: .rate(try inner.decode(Rate.self, forKey: key))
            case .share: .share(try inner.decode(Share.self, forKey: key))
            case .distance: .distance(try inner.decode(Distance.self, forKey: key))
            case .angle: .angle(try inner.angle(.degrees))
            case .number: .count(try inner.decode(Int.self, forKey: key))
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Key.self)
        let key = Key(unit.rawValue)
        var inner = outer.nestedContainer(keyedBy: Key.self, forKey: key)
        switch self {
        case .span(let span): try inner.encode(span, forKey: key)
        case .rate(let rate): try inner.encode(rate, forKey: key)
        case .share(let share): try inner.encode(share, forKey: key)
        case .distance(let distance): try inner.encode(distance, forKey: key)
        case .angle(let angle): try inner.encode(angle.degrees, forKey: .degrees)
        case .count(let count): try inner.encode(count, forKey: key)
        }
    }
}

extension Quantity: CustomStringConvertible {
    public var description: String {
        switch self {
        case .span(let span): span.description
        case .rate(let rate): rate.description
        case .share(let share): share.description
        case .distance(let distance): distance.description
        case .angle(let angle): angle.description
        case .count(let count): count.description
        }
    }
}
