extension GatePlan {
    /// The default plan: every scenario clean, at less than 5 % with 95 % confidence.
    ///
    /// That takes 59 clean runs of each. Behaviour that no phone shows must not fail a release, and scenarios for
    /// simulators alone prove nothing about a firmware: both are left out.
    public static let standard = GatePlan("standard", "Every scenario fails in less than 5 % of its runs") {
        Prove(
            .everything.except(.suite(name: "robustness"), .tagged(tag: "robustness"), .tagged(tag: "simulatorOnly")),
            .clean(below: .percent(5)))
    }
}
