import Ground

extension Scenario {
    /// A scenario in words: its name, one sentence on what it shows, and its steps.
    ///
    /// Several may share a name, each with an argument of its own: `Scenario("uses", "...", argument: "sessionID")`.
    /// What is left out of suite, tags, phone, opening and closing is that of the group in which it stands.
    ///
    /// The labels differ from those of the initialiser for data from the first one on: with a shared label the
    /// compiler would blame the wrong initialiser for a mistake in the body.
    public init(
        _ name: String, _ summary: String, argument: String? = nil, suite: ScenarioSuite? = nil,
        tags: [ScenarioTag]? = nil, covers: [Reference] = [], phone: PhoneSetup? = nil, opening: SharedSteps? = nil,
        closing: SharedSteps? = nil, file: StaticString = #filePath, line: UInt = #line,
        @StepBuilder _ steps: () -> [Step], @CheckBuilder always checks: () -> [Check] = { [] }
    ) {
        let spot = SourceSpot(file, line)
        self.init(
            name: name, argument: argument, summary: summary, suite: suite, tags: tags ?? [], covers: covers,
            phone: phone ?? .standard, always: checks(),
            steps: (opening ?? .nothing).steps(at: spot) + steps() + (closing ?? .nothing).steps(at: spot), spot: spot)
        open = OpenParts(
            suite: suite == nil, tags: tags == nil, phone: phone == nil, opening: opening == nil,
            closing: closing == nil)
    }

    @available(*, unavailable, message: "say in one sentence what it shows: Scenario(\"walkUp\", \"...\") { }")
    public init(_ name: String, @StepBuilder _ steps: () -> [Step]) { fatalError() }
}
