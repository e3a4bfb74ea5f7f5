public import Ground

/// The behaviour of the simulated air; shares are in thousandths, so that two runs compare exactly.
///
/// The figures are an engineering estimate, not measured on hardware (uwb.md, section 7, marked as such there).
public struct WorldModel: Codable, Hashable, Sendable {
    /// The standard deviation of a measured distance.
    public var noise: Distance
    /// The number of ranging rounds in a thousand without a measurement.
    public var lossPermille: Int
    /// The number of measurements in a thousand that are taken around an obstacle.
    public var nonLineOfSightPermille: Int
    /// The mean by which an obstacle lengthens the path.
    public var nonLineOfSightBias: Distance
    /// A constant error of the two antennas.
    public var bias: Distance
    /// The greatest deviation, either way, of that error from one accessory to another.
    public var biasSpread: Distance
    /// The number of ranging rounds in a thousand around an obstacle without a measurement.
    public var nonLineOfSightLossPermille: Int
    /// The model of measured directions; nil for a kit without the antennas for it, such as a DWM3001CDK.
    public var angles: AngleModel?
    /// The range of ultra-wideband; nil if unlimited.
    public var reach: UWBReach?
    /// The walls between phone and accessories, by their distance from the accessory.
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

    /// Also reads older files, which have no reach and no walls.
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

    /// Encodes `angles` only if it differs from the standard model, as files did when that was the only one.
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

    /// Returns the number of ranging rounds in a thousand that are lost at a distance, due to range and to walls on
    /// the path.
    public func lossPermille(at distance: Distance) -> Int {
        let beyond = walls.filter { distance > $0.distance }.map(\.lossPermille)
        let kept = beyond.reduce(1000 - (reach?.lossPermille(at: distance) ?? 0)) { $0 * (1000 - $1) / 1000 }
        return 1000 - kept
    }

    /// Returns the same model with these walls.
    public func behind(_ walls: [Wall]) -> WorldModel {
        var model = self
        model.walls = walls
        return model
    }

    /// Returns the amount by which the walls on the path lengthen a measurement at a distance.
    public func wallBias(at distance: Distance) -> Distance {
        walls.filter { distance > $0.distance }.reduce(.zero) { $0 + $1.bias }
    }

    /// 4 cm of noise, no losses and no obstacles.
    public static let standard = WorldModel()
    /// Every measurement is exact and arrives.
    public static let ideal = WorldModel(noise: .zero)
    /// 4 cm of noise, 2 rounds in 100 lost, occasional obstacles, accessories calibrated to 3 cm.
    public static let realistic = WorldModel(
        lossPermille: 20, nonLineOfSightPermille: 50, biasSpread: .millimetres(30), nonLineOfSightLossPermille: 300)
}

/// An action on an accessory's power.
public enum PowerAct: String, Hashable, Codable, Sendable, CaseIterable {
    /// Off and on again: memory is lost, flash is kept.
    case cycle
    /// Back to the factory state: keys and calibration in flash are lost as well.
    case factoryReset
}

/// A fault of the tag reader. All but the cable fault need a simulated reader; elsewhere the scenario is skipped.
///
/// The fact sheet on NFC describes each in its fault table, 3.7.
public enum ReaderFailure: String, Codable, Hashable, Sendable, CaseIterable {
    /// Its cable is out; the end of the block puts it back.
    case unplugged
    /// The next command makes the reader's library abort its process.
    case aborts
    /// It does not answer.
    case silent
    /// The checksums of its answers are wrong.
    case garbles
    /// It answers every command with an error.
    case refuses
    /// It does not identify itself the next time it is opened.
    case forgetsItself
    /// It ends each exchange with an internal error, like an overheated chip.
    case overheats

    /// Whether the fault is momentary; any other lasts as long as the block that causes it.
    public var isMomentary: Bool {
        switch self {
        case .aborts, .forgetsItself: true
        case .unplugged, .silent, .garbles, .refuses, .overheats: false
        }
    }
}

/// An interference by the bench with a message on its way from the phone to the accessory.
public enum Tampering: Hashable, Codable, Sendable {
    /// The message is never sent.
    case withhold
    /// The message leaves later; later messages do not wait for it.
    case delay(span: Lapse)
    /// The message is sent this many times, back to back.
    case `repeat`(times: Int)
    /// Only this many of its first bytes are sent, including the id.
    case cut(to: Int)
    /// The byte at an offset is changed, counting the id as 0; a message that is too short is sent unchanged.
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

/// The vendor whose firmware a simulated accessory imitates. Each variant is healthy; they differ where the vendors
/// do.
///
/// The differences are those of the fact sheet (nearby-interaction.md, sections 1.1, 1.4, 2.4 and 3.4), as far as a
/// phone can live with them.
public enum AccessoryVariant: String, Codable, Hashable, Sendable, CaseIterable {
    /// Qorvo's QANI from 3.0 on: a proprietary service, and a session that initialize ends.
    case qorvo
    /// NXP's demo: Nordic UART, a UWB chip that boots with the connection, a session that initialize leaves running.
    case nxp
    /// Most hobby and shield firmwares: Apple's sample protocol on Nordic UART.
    case appleSample
}
