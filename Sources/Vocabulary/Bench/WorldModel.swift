public import Ground

/// How the simulated air behaves; shares are in thousandths, so that two runs compare exactly.
///
/// The figures are an engineering proposal, not measured on hardware (uwb.md, section 7, marked as such there).
public struct WorldModel: Codable, Hashable, Sendable {
    /// The standard deviation of a measured distance.
    public var noise: Distance
    /// How many ranging rounds of a thousand give no measurement.
    public var lossPermille: Int
    /// How many measurements of a thousand are taken around an obstacle.
    public var nonLineOfSightPermille: Int
    /// The mean by which an obstacle lengthens the way.
    public var nonLineOfSightBias: Distance
    /// A constant error of the two antennas.
    public var bias: Distance
    /// How far, either way, that error differs from one accessory to the next.
    public var biasSpread: Distance
    /// How many ranging rounds of a thousand around an obstacle give no measurement.
    public var nonLineOfSightLossPermille: Int
    /// How the kit measures directions; nil for one without the antennas for it, as a DWM3001CDK is.
    public var angles: AngleModel?
    /// How far ultra-wideband goes; nil for as far as anybody walks.
    public var reach: UWBReach?
    /// What stands between phone and accessories, at these distances from the accessory.
    public var walls: [Wall]

    public init(
        noise: Distance = .millimetres(40), lossPermille: Int = 0, nonLineOfSightPermille: Int = 0,
        nonLineOfSightBias: Distance = .millimetres(200), bias: Distance = .zero, biasSpread: Distance = .zero,
        nonLineOfSightLossPermille: Int = 0, angles: AngleModel? = .standard, reach: UWBReach? = .standard,
        walls: [Wall] = []
    ) {
        self.noise = noise
        self.lossPermille = lossPermille
        self.nonLineOfSightPermille = nonLineOfSightPermille
        self.nonLineOfSightBias = nonLineOfSightBias
        self.bias = bias
        self.biasSpread = biasSpread
        self.nonLineOfSightLossPermille = nonLineOfSightLossPermille
        self.angles = angles
        self.reach = reach
        self.walls = walls
    }

    /// Reads what older files wrote as well: they know of no reach and no walls.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            noise: container.decode(Distance.self, forKey: .noise),
            lossPermille: container.decode(Int.self, forKey: .lossPermille),
            nonLineOfSightPermille: container.decode(Int.self, forKey: .nonLineOfSightPermille),
            nonLineOfSightBias: container.decode(Distance.self, forKey: .nonLineOfSightBias),
            bias: container.decode(Distance.self, forKey: .bias),
            biasSpread: container.decode(Distance.self, forKey: .biasSpread),
            nonLineOfSightLossPermille: container.decode(Int.self, forKey: .nonLineOfSightLossPermille),
            angles: container.decode(Bool.self, forKey: .measuresAngles)
                ? container.decodeIfPresent(AngleModel.self, forKey: .angles) ?? .standard : nil,
            reach: container.decodeIfPresent(UWBReach.self, forKey: .reach),
            walls: container.decodeIfPresent([Wall].self, forKey: .walls) ?? [])
    }

    /// Angles as they were before there were several ways to measure them, where they are measured that way.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(noise, forKey: .noise)
        try container.encode(lossPermille, forKey: .lossPermille)
        try container.encode(nonLineOfSightPermille, forKey: .nonLineOfSightPermille)
        try container.encode(nonLineOfSightBias, forKey: .nonLineOfSightBias)
        try container.encode(bias, forKey: .bias)
        try container.encode(biasSpread, forKey: .biasSpread)
        try container.encode(nonLineOfSightLossPermille, forKey: .nonLineOfSightLossPermille)
        try container.encode(angles != nil, forKey: .measuresAngles)
        if let angles, angles != .standard { try container.encode(angles, forKey: .angles) }
        try container.encodeIfPresent(reach, forKey: .reach)
        try container.encode(walls, forKey: .walls)
    }

    private enum CodingKeys: CodingKey {
        case noise, lossPermille, nonLineOfSightPermille, nonLineOfSightBias, bias, biasSpread
        case nonLineOfSightLossPermille, measuresAngles, angles, reach, walls
    }

    /// How many ranging rounds of a thousand are lost at a distance, for want of reach and for the walls on the way.
    public func lossPermille(at distance: Distance) -> Int {
        let beyond = walls.filter { distance > $0.distance }.map(\.lossPermille)
        let kept = beyond.reduce(1000 - (reach?.lossPermille(at: distance) ?? 0)) { $0 * (1000 - $1) / 1000 }
        return 1000 - kept
    }

    /// The same with these walls.
    public func behind(_ walls: [Wall]) -> WorldModel {
        var model = self
        model.walls = walls
        return model
    }

    /// By how much the walls on the way lengthen what is measured at a distance.
    public func wallBias(at distance: Distance) -> Distance {
        walls.filter { distance > $0.distance }.reduce(.zero) { $0 + $1.bias }
    }

    /// 4 cm of noise, nothing lost, nothing in the way.
    public static let standard = WorldModel()
    /// Every measurement is exact and arrives.
    public static let ideal = WorldModel(noise: .zero)
    /// 4 cm of noise, 2 rounds of 100 lost, an obstacle now and then, accessories calibrated to 3 cm.
    public static let realistic = WorldModel(
        lossPermille: 20, nonLineOfSightPermille: 50, biasSpread: .millimetres(30), nonLineOfSightLossPermille: 300)
}

/// What is done to an accessory's power.
public enum PowerAct: String, Hashable, Codable, Sendable, CaseIterable {
    /// Off and on again: what it keeps in memory is lost, what it keeps in flash stays.
    case cycle
    /// As it left the factory: keys and calibration in flash are lost as well.
    case factoryReset
}

/// A trouble of the tag reader; all but the cable take a simulated one, elsewhere the scenario is skipped.
///
/// What each does is in the fault table of the fact sheet on NFC, 3.7.
public enum ReaderTrouble: String, Codable, Hashable, Sendable, CaseIterable {
    /// Its cable is out; the end of the block puts it back.
    case unplugged
    /// The next command makes the reader's library abort its process.
    case aborts
    /// It answers nothing.
    case silent
    /// The check sums of its answers are wrong.
    case garbles
    /// It answers every command with an error.
    case refuses
    /// It does not say what it is when it is opened the next time.
    case forgetsItself
    /// It ends each exchange with an error of its own, as a chip does that is too hot.
    case overheats

    /// True for what is over in a moment; everything else lasts as long as the block that makes it.
    public var isMomentary: Bool {
        switch self {
        case .aborts, .forgetsItself: true
        case .unplugged, .silent, .garbles, .refuses, .overheats: false
        }
    }
}

/// What a bench does to a message of the phone on its way to the accessory.
public enum Tampering: Hashable, Codable, Sendable {
    /// It is never sent.
    case withhold
    /// It leaves later; what comes behind it does not wait.
    case delay(span: Span)
    /// It leaves so many times, back to back.
    case `repeat`(times: Int)
    /// Only so many of its first bytes leave, the id among them.
    case cut(to: Int)
    /// The byte at an offset is changed, the id being at 0; a message that is too short leaves as it is.
    case corrupt(byte: Int, xor: UInt8)
}

extension Tampering: CustomStringConvertible {
    public var description: String {
        switch self {
        case .withhold: "withheld"
        case .delay(let span): "delayed by \(span)"
        case .repeat(let count): "sent \(count) times"
        case .cut(let length): "cut to \(length) bytes"
        case .corrupt(let byte, let mask): "byte \(byte) changed by \(mask.hexadecimal)"
        }
    }
}

/// Whose firmware a simulated accessory behaves like: each is healthy, and they differ where the vendors do.
///
/// The differences are those of the fact sheet (nearby-interaction.md, sections 1.1, 1.4, 2.4 and 3.4), as far as a
/// phone can live with them.
public enum AccessoryVariant: String, Codable, Hashable, Sendable, CaseIterable {
    /// Qorvo's QANI from 3.0 on: its own service, and a session that initialize ends.
    case qorvo
    /// NXP's demo: Nordic UART, a UWB chip that boots with the connection, a session that initialize leaves alone.
    case nxp
    /// What most hobby and shield firmwares are: Apple's sample protocol on Nordic UART.
    case appleSample
}
