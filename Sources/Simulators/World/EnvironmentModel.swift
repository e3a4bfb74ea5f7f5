public import Ground
public import Links
public import UWB

/// The surroundings of a simulated phone: accessories, a kit, tags, and the quality of ranging.
public struct EnvironmentModel: Sendable {
    /// The protocol of the kit.
    public enum Kit: Hashable, Sendable {
        case uci
        /// The text of Qorvo's CLI firmware; such a kit reports no angles.
        case cli
    }

    public var accessories: [(name: AccessoryName, model: AccessoryBuild)]
    /// The other phones.
    public var phones: [(name: AccessoryName, model: PeerBuild)] = []
    /// The screens, which only a bench in memory plays.
    public var screens: [(name: ScreenName, build: ScreenBuild)] = []
    /// The screens whose consoles are read.
    public var screenConsoles: [ScreenName] = []
    public var kit = Kit.uci
    public var generation: FiRaGeneration
    public var ranging: WorldModel
    /// The kit's measurement of angles of arrival; nil for one with a single antenna, such as the DWM3001CDK.
    public var angles: AngleModel?
    public var tags: [(name: TagName, tag: SimulatedTag)]
    /// The distance of an accessory that was never moved.
    public var restingDistance: Distance
    /// The same for accessories that are elsewhere.
    public var restingDistances: [AccessoryName: Distance] = [:]
    /// The direction of an accessory that was never turned.
    public var restingDirection: SeenDirection
    /// Accessories that are played as recorded, replacing those with the same names; nil for none.
    public var recording: BenchRecording?

    public init(
        accessories: [(name: AccessoryName, model: AccessoryBuild)], generation: FiRaGeneration = .fira2,
        ranging: WorldModel = WorldModel(), angles: AngleModel? = .standard,
        tags: [(name: TagName, tag: SimulatedTag)] = [], restingDistance: Distance = .metres(2),
        restingDirection: SeenDirection = SeenDirection(azimuth: .degrees(10), elevation: .degrees(-5)),
        recording: BenchRecording? = nil
    ) {
        self.accessories = accessories
        self.generation = generation
        self.ranging = ranging
        self.angles = angles
        self.tags = tags
        self.restingDistance = restingDistance
        self.restingDirection = restingDirection
        self.recording = recording
    }
}

extension EnvironmentModel {
    func restingDistance(of name: AccessoryName) -> Distance { restingDistances[name] ?? restingDistance }

    /// Returns a copy whose simulated accessories meet the needs; each gains any needed part unless it explicitly
    /// lacks it.
    public func serving(_ needs: [(part: AccessoryPart, name: AccessoryName)]) -> EnvironmentModel {
        var model = self
        for (part, name) in needs {
            guard let habit = part.habit, let place = model.accessories.firstIndex(where: { $0.name == name }),
                !model.accessories[place].model.lacks.contains(part)
            else { continue }
            model.accessories[place].model.habits.insert(habit)
        }
        return model
    }
}

extension WorldModel {
    /// The result of a round.
    public enum Outcome: Hashable, Sendable {
        /// Nothing was received.
        case lost
        /// A distance in whole centimetres as the kit reports it; may be negative at close range.
        case measured(centimetres: Int, lineOfSight: Bool)
    }

    /// Returns the constant error of one accessory's antennas, in addition to the common one.
    func drawBias(using generator: inout SeededGenerator) -> Distance {
        .metres((generator.unit() * 2 - 1) * biasSpread.metres)
    }

    /// Returns the result of one two-way ranging round for a true distance.
    public func measure(_ truth: Distance, using generator: inout SeededGenerator) -> Outcome {
        if generator.chance(Double(lossPermille) / 1000) { return .lost }
        // At close range nothing is drawn for the path, so that older runs are unchanged.
        let lostOnTheWay = lossPermille(at: truth)
        if lostOnTheWay > 0, generator.chance(Double(lostOnTheWay) / 1000) { return .lost }
        let obstacle = generator.chance(Double(nonLineOfSightPermille) / 1000)
        if obstacle, generator.chance(Double(nonLineOfSightLossPermille) / 1000) { return .lost }
        var millimetres = Double(truth.millimetres) + Double((bias + wallBias(at: truth)).millimetres)
        millimetres += generator.gaussian() * Double(noise.millimetres)
        // A sum of four uniform draws has a long enough tail and, unlike a logarithm, is exact on every machine.
        if obstacle {
            millimetres +=
                (0..<4).reduce(0) { sum, _ in sum + generator.unit() } / 2 * Double(nonLineOfSightBias.millimetres)
        }
        return .measured(centimetres: Int((millimetres / 10).rounded()), lineOfSight: !obstacle)
    }
}

extension AngleModel {
    /// Returns azimuth and elevation as the kit reports them; without merit if the accessory is out of view.
    ///
    /// The merit falls towards the edge of the field of view, and around an obstacle.
    public func measure(
        _ truth: SeenDirection, isFree: Bool, using generator: inout SeededGenerator
    ) -> (azimuth: AngleOfArrival, elevation: AngleOfArrival) {
        // Both draws are made in any case, so that a turn changes no later distance.
        let (sideways, upwards) = (generator.gaussian(), generator.gaussian())
        let offset = max(truth.azimuth.magnitude, truth.elevation.magnitude).degrees
        guard offset <= fieldOfView.degrees else { return (AngleOfArrival(), AngleOfArrival()) }
        let noise = noise.degrees * (isFree ? 1 : 3)
        let merit = (100 - 50 * offset / max(fieldOfView.degrees, 1)) * (isFree ? 1 : 0.4)
        func angle(_ degrees: Double) -> AngleOfArrival {
            AngleOfArrival(raw: Int16(clamping: Int((degrees * 128).rounded())), merit: UInt8(max(1, merit)))
        }
        let seen = (truth.azimuth.degrees + bias.azimuth.degrees, truth.elevation.degrees + bias.elevation.degrees)
        return (angle(seen.0 + sideways * noise), angle(seen.1 + upwards * noise))
    }
}
