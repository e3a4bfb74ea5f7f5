import Ground

// The scenario's head: its name, what it is there for, and what it is tagged with.
extension ScenarioCheck {
    mutating func head(of scenario: Scenario) {
        let spot = scenario.spot
        if !Self.isIdentifier(scenario.name) {
            report(
                "\"\(scenario.name.escapedForDisplay)\" cannot be typed on a command line: "
                    + "use letters and digits, as walkUp",
                at: spot)
        }
        if scenario.summary.allSatisfy(\.isWhitespace) {
            report("the scenario does not say what it shows: write one sentence behind its name", at: spot)
        }
        coverage(of: scenario)
        tags(of: scenario)
        phone(spot)
    }

    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.first, first.isASCII, first.isLetter else { return false }
        return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private mutating func coverage(of scenario: Scenario) {
        if let suite = scenario.suite, scenario.covers.isEmpty {
            report("a scenario of the suite \(suite) says what it covers: covers: [.complaint(8)]", at: scenario.spot)
        }
        var earlier: [Coverage] = []
        for coverage in scenario.covers {
            if earlier.contains(coverage) { report("\(coverage) is covered twice", at: scenario.spot) }
            earlier.append(coverage)
            switch coverage {
            case .complaint(let number):
                if !(1...Coverage.lastComplaint).contains(number) {
                    report(
                        "there is no complaint \(number): they run from 1 to \(Coverage.lastComplaint)",
                        at: scenario.spot)
                }
            case .rule(let section):
                if section.allSatisfy(\.isWhitespace) {
                    report("a rule is named by its section, as .rule(\"3.3\")", at: scenario.spot)
                }
            case .tagRule(let rule):
                if rule.allSatisfy(\.isWhitespace) {
                    report("a rule for tags is named by its number, as .tagRule(\"B11\")", at: scenario.spot)
                }
            case .tagComplaint(let number):
                if !(1...Coverage.lastTagComplaint).contains(number) {
                    report(
                        "there is no complaint \(number) about tags: they run from 1 to \(Coverage.lastTagComplaint)",
                        at: scenario.spot)
                }
            }
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
        var simulates = false
        for need in outline.needs {
            switch need {
            case .motion: moves = true
            case .power: switches = true
            case .simulated, .simulatedReader: simulates = true
            case .bluetooth, .uwb, .nfc, .accessory, .tag, .console, .readerCable, .part: break
            }
        }
        let claims = [(ScenarioTag.needsMotion, moves), (.needsPowerSwitch, switches), (.simulatorOnly, simulates)]
        for (tag, isSo) in claims {
            if tags.contains(tag), !isSo { report("no step makes the scenario \(tag): leave the tag away", at: spot) }
            if isSo, !tags.contains(tag), scenario.suite != nil {
                report("a step makes the scenario \(tag): tag it so, for those who pick from the suite", at: spot)
            }
        }
    }
}
