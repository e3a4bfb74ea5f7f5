public import Ground
public import Links
public import UCI

/// What stands around a simulated phone: accessories, a kit, tags, and how well ranging works there.
public struct SurroundingsModel: Sendable {
    /// What the kit speaks.
    public enum Kit: Hashable, Sendable {
        case uci
        /// The text of Qorvo's CLI firmware; such a kit tells no angles.
        case cli
    }

    public var accessories: [(name: AccessoryName, model: AccessoryBuild)]
    /// The other phones.
    public var phones: [(name: AccessoryName, model: PeerBuild)] = []
    /// The screens, which only a bench in memory plays.
    public var screens: [(name: ScreenName, build: ScreenBuild)] = []
    /// Those of them whose consoles are read.
    public var screenConsoles: [ScreenName] = []
    public var kit = Kit.uci
    public var generation: FiRaGeneration
    public var ranging: WorldModel
    /// How the kit measures angles of arrival; nil for one with a single antenna, as the DWM3001CDK is.
    public var angles: AngleModel?
    public var tags: [(name: TagName, tag: SimulatedTag)]
    /// Where an accessory stands that was never moved.
    public var restingDistance: Distance
    /// Where an accessory is seen that was never turned.
    public var restingDirection: SeenDirection
    /// Accessories that are played as they were recorded, in the places of those with their names; nil for none.
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

extension SurroundingsModel {
    /// The same with simulated accessories that do what is needed of them: one that does not lack a part has it then.
    public func serving(_ needs: [(part: AccessoryPart, name: AccessoryName)]) -> SurroundingsModel {
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
    /// What a round gives.
    public enum Outcome: Hashable, Sendable {
        /// Nothing was received.
        case lost
        /// A distance in whole centimetres as the kit reports it; may be negative at close range.
        case measured(centimetres: Int, lineOfSight: Bool)
    }

    /// The constant error of one accessory's antennas beside the common one.
    func drawBias(using generator: inout SeededGenerator) -> Distance {
        .metres((generator.unit() * 2 - 1) * biasSpread.metres)
    }

    /// What one two-way ranging round gives for a true distance.
    public func measure(_ truth: Distance, using generator: inout SeededGenerator) -> Outcome {
        if generator.chance(Double(lossPermille) / 1000) { return .lost }
        // Near by no chance is drawn for the way, so that older runs stay as they were.
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
    /// Azimuth and elevation as the kit reports them; without merit where the accessory is out of view.
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
