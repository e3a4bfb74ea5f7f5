extension GatePlan {
    /// The default plan: every scenario clean, at less than 5 % with 95 % confidence.
    ///
    /// That takes 59 clean runs of each. Behaviour that no phone shows must not fail a release, scenarios for
    /// simulators alone prove nothing about a firmware, and few benches can block a radio: all three are left out.
    public static let standard = GatePlan("standard", "Every scenario fails in less than 5 % of its runs") {
        Prove(
            .everything.except(
                .suite(name: "robustness"), .tagged(tag: "robustness"), .tagged(tag: "simulatorOnly"),
                .tagged(tag: "needsAir")),
            .clean(below: .percent(5)))
    }
}
