import Ground

// The scenario's head: its name, and the phone that it wants.
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
        zones(spot)
        patience(spot)
        apps(spot)
    }

    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.first, first.isASCII, first.isLetter else { return false }
        return name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private mutating func zones(_ spot: SourceSpot) {
        var names: [ZoneName] = []
        for zone in phone.zones {
            if names.contains(zone.name) { report("two zones are called \(zone.name)", at: spot) }
            names.append(zone.name)
            if zone.radius <= .zero { report("the zone \(zone.name) has a radius of \(zone.radius)", at: spot) }
            if zone.hysteresis < .zero {
                report("the zone \(zone.name) has a negative hysteresis: it would jitter for ever", at: spot)
            } else if zone.hysteresis == .zero {
                report(
                    "the zone \(zone.name) has no hysteresis: noise on its boundary will show as jitter",
                    weight: .warning, at: spot)
            }
        }
        let nested = phone.zones.sorted { $0.radius < $1.radius }
        for (inner, outer) in zip(nested, nested.dropFirst()) {
            if inner.radius == outer.radius {
                report("the zones \(inner.name) and \(outer.name) have the same radius", at: spot)
            } else if inner.leavingRadius >= outer.radius {
                report(
                    "\(inner.name) is left at \(inner.leavingRadius) only, beyond the boundary of \(outer.name) at "
                        + "\(outer.radius): a smaller hysteresis keeps them apart",
                    weight: .warning, at: spot)
            }
        }
    }

    private mutating func patience(_ spot: SourceSpot) {
        if phone.smoothing.window < 1 { report("a median needs a window of at least one measurement", at: spot) }
        if phone.smoothing.window > 1000 { report("a median of more than 1000 measurements never turns", at: spot) }
        if phone.smoothing.confirmations < 1 { report("a zone changes after at least one confirmation", at: spot) }
        if phone.smoothing.confirmations > 1000 {
            report("a zone that needs more than 1000 confirmations never changes", at: spot)
        }
        if phone.retry.attempts < 0 { report("the phone cannot retry \(phone.retry.attempts) times", at: spot) }
        if phone.retry.backOff < .zero { report("the phone cannot wait \(phone.retry.backOff) for a retry", at: spot) }
        if phone.rangingTimeout <= .zero {
            report("with a ranging timeout of \(phone.rangingTimeout) every accessory is removed at once", at: spot)
        }
    }

    private mutating func apps(_ spot: SourceSpot) {
        var identifiers: [String] = []
        for app in phone.apps {
            let name = app.identifier.escapedForDisplay
            if app.identifier.isEmpty { report("an app needs an identifier, as com.example.door", at: spot) }
            if identifiers.contains(app.identifier) { report("the app \(name) is on the phone twice", at: spot) }
            identifiers.append(app.identifier)
            for link in app.links {
                if link.host.isEmpty || link.host.contains(where: { $0 == "/" || $0 == ":" }) {
                    report(
                        "\(name) needs a bare host, as example.com, not \"\(link.host.escapedForDisplay)\"", at: spot)
                }
                if !link.pathPrefix.hasPrefix("/") {
                    report("a path of \(name) begins with a slash: /\(link.pathPrefix.escapedForDisplay)", at: spot)
                }
            }
        }
    }
}
