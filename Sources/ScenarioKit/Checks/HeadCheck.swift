import Ground

// The head of the scenario: its name, purpose and tags.
extension ScenarioCheck {
    mutating func head(of scenario: Scenario) {
        let spot = scenario.spot
        if !Self.isIdentifier(scenario.base) {
            report(
                "\"\(scenario.base.escapedForDisplay)\" cannot be typed on a command line: "
                    + "use letters and digits, such as walkUp",
                at: spot)
        }
        if let argument = scenario.argument, !Self.isArgument(argument) {
            report(
                "the argument \"\(argument.escapedForDisplay)\" cannot be in a name: use letters, digits, '.', '_' "
                    + "and '-' between a first and a last letter or digit, up to \(Self.longestArgument)",
                at: spot)
        }
        if scenario.summary.allSatisfy(\.isWhitespace) {
            report("the scenario does not say what it shows: write one sentence after its name", at: spot)
        }
        coverage(of: scenario)
        tags(of: scenario)
        phone(spot)
    }

    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.first, first.isASCII, first.isLetter else { return false }
        return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private static let longestArgument = 60

    /// Names become folders of runs and names in reports.
    private static func isArgument(_ text: String) -> Bool {
        func isPlain(_ letter: Character) -> Bool { letter.isASCII && (letter.isLetter || letter.isNumber) }
        guard let first = text.first, let last = text.last, isPlain(first), isPlain(last) else { return false }
        return text.count <= longestArgument && text.allSatisfy { isPlain($0) || "._-".contains($0) }
    }

    private mutating func coverage(of scenario: Scenario) {
        if let suite = scenario.suite, scenario.covers.isEmpty {
            report(
                "a scenario of the suite \(suite) must say what it covers: covers: [.complaint(.f8)]", at: scenario.spot
            )
        }
        for (index, reference) in scenario.covers.enumerated() {
            if scenario.covers[..<index].contains(reference) {
                report("\(reference) is covered twice", at: scenario.spot)
            }
            guard case .unknown(let text) = reference else { continue }
            let near = suggestion(for: text, in: Reference.all.map(\.description))
            report("the fact sheets have no complaint and no rule \(text.escapedForDisplay)\(near)", at: scenario.spot)
        }
    }

    private mutating func tags(of scenario: Scenario) {
        let (tags, spot) = (scenario.tags, scenario.spot)
        for (index, tag) in tags.enumerated() where tags[..<index].contains(tag) {
            report("the scenario is tagged \(tag) twice", at: spot)
        }
        if tags.contains(.quick), tags.contains(.long) { report("a scenario is quick or long, not both", at: spot) }
        var moves = false
        var switches = false
        var (blocks, simulates) = (false, false)
        for need in outline.needs {
            switch need {
            case .motion: moves = true
            case .power: switches = true
            case .air: blocks = true
            case .simulated, .simulatedReader: simulates = true
            case .bluetooth, .uwb, .nfc, .angles, .accessory, .phone, .tag, .gatt, .console, .readerCable, .screen,
                .screenConsole, .simulatedScreens, .game, .troubledNetwork, .part:
                break
            }
        }
        let claims = [
            (ScenarioTag.needsMotion, moves), (.needsPowerSwitch, switches), (.needsAir, blocks),
            (.simulatorOnly, simulates),
        ]
        for (tag, isSo) in claims {
            if tags.contains(tag), !isSo { report("no step makes the scenario \(tag): omit the tag", at: spot) }
            if isSo, !tags.contains(tag), scenario.suite != nil {
                report("a step makes the scenario \(tag): add the tag, so that it can be selected", at: spot)
            }
        }
    }
}
