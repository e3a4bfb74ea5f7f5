import Ground

extension Scenario {
    /// Creates a scenario in words: its name, one sentence on its purpose, and its steps.
    ///
    /// Several may share a name if each has a different argument: `Scenario("uses", "...", argument: "sessionID")`.
    /// Suite, tags, phone, opening and closing default to those of the enclosing group.
    ///
    /// From the first label on, the labels differ from those of the initializer for data: with a shared label the
    /// compiler would blame the wrong initializer for a mistake in the body.
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
            closing: closing == nil, openingSteps: opening?.count ?? 0, closingSteps: closing?.count ?? 0)
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Scenario {
    @available(*, unavailable, message: "say in one sentence what it shows: Scenario(\"walkUp\", \"...\") { }")
    public init(_ name: String, @StepBuilder _ steps: () -> [Step]) { fatalError() }
}
