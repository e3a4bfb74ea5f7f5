import Ground

// Whether an accessory's own reports can be recognized.
extension ScenarioCheck {
    mutating func report(_ told: AccessoryReport, _ spot: SourceSpot) {
        switch told {
        case .line(let pattern): usable(pattern, spot)
        case .message(let bytes):
            if bytes.isEmpty {
                report("every message begins with an empty prefix: write at least its first byte", at: spot)
            }
            if bytes.count > MessageField.longestMessage {
                report(
                    "a message has at most \(MessageField.longestMessage) bytes, but this has \(bytes.count)",
                    at: spot)
            }
        case .distance(.printed(let lines)):
            if lines.isEmpty { report("without a pattern no line is a distance: write one", at: spot) }
            if lines.count > Self.mostPatterns {
                report("a distance has at most \(Self.mostPatterns) patterns, not \(lines.count)", at: spot)
            }
            for (place, pattern) in lines.enumerated() {
                usable(pattern, spot)
                if pattern.fault == nil, !pattern.hasNumber {
                    report("the pattern \(pattern) has no number: write {m}, {cm} or {mm} in its place", at: spot)
                }
                if lines[..<place].contains(pattern) { report("the pattern \(pattern) is in the list twice", at: spot) }
            }
        case .distance(.sent(let field)):
            if let fault = field.fault { report(fault, at: spot) }
        }
    }

    /// The limit on patterns, each of which is matched against every line. Trammel's own choice.
    private static var mostPatterns: Int { 16 }

    private mutating func usable(_ pattern: LinePattern, _ spot: SourceSpot) {
        guard let fault = pattern.fault else { return }
        let text = pattern.text.utf8.count > LinePattern.longest ? String(pattern.text.prefix(40)) : pattern.text
        report("the pattern \(LinePattern(text)) cannot be used: \(fault)", at: spot)
    }

    /// Checks that the app requests something that can follow the zone change.
    mutating func reaction(to feature: FeatureName, _ isOn: Bool, of name: AccessoryName, _ spot: SourceSpot) {
        knownFeature(feature, of: name, spot)
        let own = phone.features.filter { $0.name == feature && ($0.accessory ?? name) == name }
        guard !own.isEmpty, !own.contains(where: { $0.message(on: isOn) != nil }) else { return }
        let label = isOn ? "onEntering" : "onLeaving"
        report("the app writes nothing when \(feature) goes \(isOn ? "on" : "off"): give it \(label)", at: spot)
    }
}
