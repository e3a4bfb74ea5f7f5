extension GatePlan {
    /// The plan that holds where nobody wrote any: every scenario clean, at less than 5 % with 95 % confidence.
    ///
    /// That is 59 clean runs of each. What no phone does fails no release, and what plays on simulators alone shows
    /// nothing of a firmware: both are left out.
    public static let standard = GatePlan("standard", "Every scenario fails in less than 5 % of its runs") {
        Prove(
            .everything.except(.suite(name: "robustness"), .tagged(tag: "robustness"), .tagged(tag: "simulatorOnly")),
            .clean(below: .percent(5)))
    }
}
