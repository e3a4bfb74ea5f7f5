import Ground

extension Scenario {
    /// A scenario in words: its name, one sentence on what it shows, and its steps.
    ///
    /// The labels differ from those of the initialiser for data from the first one on: with a shared label the
    /// compiler would blame the wrong initialiser for a mistake in the body.
    public init(
        _ name: String, _ summary: String, suite: ScenarioSuite? = nil, tags: [ScenarioTag] = [],
        covers: [Reference] = [], phone: PhoneSetup = .standard, file: StaticString = #filePath, line: UInt = #line,
        @StepBuilder _ steps: () -> [Step]
    ) {
        self.init(
            name: name, summary: summary, suite: suite, tags: tags, covers: covers, phone: phone, steps: steps(),
            spot: SourceSpot(file, line))
    }

    /// The same with checks that hold from the first step to the last: `Scenario("...", "...") { } always: { }`.
    public init(
        _ name: String, _ summary: String, suite: ScenarioSuite? = nil, tags: [ScenarioTag] = [],
        covers: [Reference] = [], phone: PhoneSetup = .standard, file: StaticString = #filePath, line: UInt = #line,
        @StepBuilder _ steps: () -> [Step], @CheckBuilder always checks: () -> [Check]
    ) {
        self.init(
            name: name, summary: summary, suite: suite, tags: tags, covers: covers, phone: phone, always: checks(),
            steps: steps(), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "say in one sentence what it shows: Scenario(\"walkUp\", \"...\") { }")
    public init(_ name: String, @StepBuilder _ steps: () -> [Step]) { fatalError() }
}
