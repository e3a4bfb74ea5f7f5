public import Ground

/// Puts the phone down at a distance from the accessory: `Place(.door, at: .metres(2))`.
///
/// With an azimuth, the phone is oriented to see the accessory at that angle, to the right, and at the elevation, up:
/// `Place(.door, at: .metres(2), azimuth: .degrees(-30))`.
public struct Place: Word {
    /// The `Action.place` step.
    public let step: Step

    /// Places the phone without turning it.
    public init(
        _ accessory: AccessoryName, at distance: Distance, file: StaticString = #filePath, line: UInt = #line
    ) {
        step = Step(.place(accessory: accessory, at: distance), spot: SourceSpot(file, line))
    }

    /// Places the phone, and turns it so that it sees the accessory at `azimuth` to the right and `elevation` up.
    ///
    /// Negative angles are to the left, and down.
    public init(
        _ accessory: AccessoryName, at distance: Distance, azimuth: Angle, elevation: Angle = .zero,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        let seen = SeenDirection(azimuth: azimuth, elevation: elevation)
        step = Step(.place(accessory: accessory, at: distance, seen: seen), spot: SourceSpot(file, line))
    }
}

/// Switches the accessory off and on, and waits until its power is back: `PowerCycle(.door, within: .seconds(10))`.
public struct PowerCycle: Word {
    /// The `Action.power` step with `PowerAct.cycle`.
    public let step: Step

    /// Waits up to `limit`. If the power is not back by then, the run is an error, not a failure.
    public init(_ accessory: AccessoryName, within limit: Lapse, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.power(change: .cycle, accessory: accessory, within: limit), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension PowerCycle {
    @available(*, unavailable, message: "PowerCycle needs a limit: PowerCycle(.door, within: .seconds(10))")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// Makes the accessory forget everything it keeps, including bonds, and waits until its power is back.
public struct FactoryReset: Word {
    /// The `Action.power` step with `PowerAct.factoryReset`.
    public let step: Step

    /// Waits up to `limit`. If the reset is not done by then, the run is an error, not a failure.
    public init(_ accessory: AccessoryName, within limit: Lapse, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.power(change: .factoryReset, accessory: accessory, within: limit), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension FactoryReset {
    @available(*, unavailable, message: "FactoryReset needs a limit: FactoryReset(.door, within: .seconds(10))")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// Causes a momentary fault of the air: `Simulate(.linkLoss, of: .door)`.
///
/// On a real bench, a program blocks the radio, and the step waits until the link is lost and the radio is unblocked.
/// Without a simulator or a program the scenario is skipped.
public struct Simulate: Word {
    /// The `Action.simulate` step.
    public let step: Step

    /// Causes the fault once; one that lasts needs `Simulating`.
    public init(
        _ trouble: InjectedFault, of accessory: AccessoryName, file: StaticString = #filePath, line: UInt = #line
    ) {
        step = Step(.simulate(trouble: trouble, accessory: accessory), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Simulate {
    @available(*, unavailable, message: "with a block it is Simulating(.uwbSilence, of: .door) { }")
    public init(_ trouble: InjectedFault, of accessory: AccessoryName, @StepBuilder _ steps: () -> [Step]) {
        fatalError()
    }
}
