import GateKit

extension GatePlan {
    /// An example: copy it, and require of your firmware what you promise to customers.
    public static let release = GatePlan("release", "Requirements for every release of a door's firmware") {
        // 59 clean runs of each: a fault that occurs in 5 % of the runs shows with 95 % confidence.
        Prove(.suite("conformance"), .clean(below: .percent(5)))
        // 299 clean runs of the flows that every customer uses every day.
        Prove("fullFlow", .clean(below: .percent(1)))
        NeverExcuse("fullFlow")
        // Customers wait for this at the door.
        Prove("fullFlow", .limit(quantity: "door: first distance", limit: .span(.seconds(2))))

        SpreadOver(powerCycles: 5)
        RequireIdentity(.flashed)
    }

    /// An example for a firmware that is known to fail occasionally and must not get worse.
    public static let nightly = GatePlan("nightly", "Requirements for a nightly build") {
        Prove(.tagged("quick"), .sequential(good: .percent(1), bad: .percent(10)))
        RequireIdentity(.flashed)
    }
}
