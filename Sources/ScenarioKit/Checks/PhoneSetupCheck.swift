import Ground

// The phone's setup.
extension ScenarioCheck {
    mutating func phone(_ spot: SourceSpot) {
        zones(spot)
        features(spot)
        patience(spot)
        limits(spot)
        link(spot)
        shareable(spot)
        apps(spot)
        tagSetup(spot)
    }

    private mutating func zones(_ spot: SourceSpot) {
        for zone in phone.zones {
            if let accessory = zone.accessory { known(accessory, spot) }
            if zone.radius <= .zero { report("the zone \(zone.name) has a radius of \(zone.radius)", at: spot) }
            if zone.hysteresis < .zero {
                report("the zone \(zone.name) has a negative hysteresis: it would jitter forever", at: spot)
            } else if zone.hysteresis == .zero {
                report(
                    "the zone \(zone.name) has no hysteresis: noise on its boundary will show as jitter",
                    weight: .warning, at: spot)
            }
        }
        // Checks the zones of accessories without specific ones, then those of each accessory that has some.
        nesting(of: phone.zones.filter { $0.accessory == nil }, spot)
        for name in phone.zones.compactMap(\.accessory) { nesting(of: phone.zones.filter { $0.isAround(name) }, spot) }
    }

    private mutating func nesting(of zones: [Zone], _ spot: SourceSpot) {
        for (index, zone) in zones.enumerated() where zones[..<index].contains(where: { $0.name == zone.name }) {
            report("two zones are called \(zone.name)", at: spot)
        }
        let nested = zones.sorted { $0.radius < $1.radius }
        for (inner, outer) in zip(nested, nested.dropFirst()) {
            if inner.radius == outer.radius {
                report("the zones \(inner.name) and \(outer.name) have the same radius", at: spot)
            } else if inner.leavingRadius >= outer.radius {
                report(
                    "\(inner.name) is only left at \(inner.leavingRadius), beyond the boundary of \(outer.name) at "
                        + "\(outer.radius): a smaller hysteresis keeps them apart",
                    weight: .warning, at: spot)
            }
        }
    }

    private mutating func features(_ spot: SourceSpot) {
        var earlier: [Feature] = []
        for feature in phone.features {
            if let accessory = feature.accessory { known(accessory, spot) }
            if earlier.contains(where: { $0.name == feature.name && $0.accessory == feature.accessory }) {
                report("two features are called \(feature.name)", at: spot)
            }
            earlier.append(feature)
            if knownZone(feature.zone, of: feature.accessory, spot) == nil {
                report("the feature \(feature.name) depends on a zone that does not exist", at: spot)
            }
            for bytes in [feature.onEntering, feature.onLeaving].compactMap(\.self) {
                if bytes.isEmpty {
                    report("the feature \(feature.name) writes an empty message: omit it", at: spot)
                } else if bytes.count > RawMessage.longest {
                    report(
                        "a write has at most \(RawMessage.longest) bytes, but the feature \(feature.name) has "
                            + "\(bytes.count)", at: spot)
                }
            }
        }
    }

    private mutating func patience(_ spot: SourceSpot) {
        if phone.smoothing.window < 1 { report("a median needs a window of at least one measurement", at: spot) }
        if phone.smoothing.window > 1000 { report("a median of more than 1000 measurements never changes", at: spot) }
        if phone.smoothing.confirmations < 1 { report("a zone changes after at least one confirmation", at: spot) }
        if phone.smoothing.confirmations > 1000 {
            report("a zone that needs more than 1000 confirmations never changes", at: spot)
        }
        if let attempts = phone.retry.attempts, attempts < 0 {
            report("the phone cannot retry \(attempts) times", at: spot)
        }
        if phone.retry.backOff < .zero { report("the phone cannot wait \(phone.retry.backOff) for a retry", at: spot) }
        if phone.rangingTimeout <= .zero {
            report("with a ranging timeout of \(phone.rangingTimeout) every accessory is removed immediately", at: spot)
        }
    }

    private mutating func limits(_ spot: SourceSpot) {
        if let limit = phone.activeSessionsLimit, limit < 1 {
            report("a phone that runs \(limit) sessions at most runs none: write a limit of 1 or more", at: spot)
        }
        if let limit = phone.extendedDistanceSessionsLimit {
            if limit < 1 {
                report("a phone that runs \(limit) sessions at most runs none: write a limit of 1 or more", at: spot)
            }
            if !phone.extendedDistance {
                report("no session is for extended distance: write extendedDistance: true as well", at: spot)
            }
        }
        if phone.extendedDistance, phones.isEmpty {
            report("only sessions with other phones are for extended distance: write Exchange(.tokens)", at: spot)
        }
        if let limit = phone.runningLimit, limit <= .zero {
            report("with a running limit of \(limit) every session ends immediately", at: spot)
        }
        if let limit = phone.suspensionLimit, limit <= .zero {
            report("with a suspension limit of \(limit) every suspension ends its session", at: spot)
        }
        if phone.backgroundModes, !phone.system.hasBackgroundSessions {
            report(
                "\(phone.system) has no background modes for Nearby Interaction: they need \(SystemVersion.iOS16)",
                at: spot)
        }
        answer(phone.permission, spot)
    }

    private mutating func link(_ spot: SourceSpot) {
        let link = phone.link
        if let mtu = link.mtu, !LinkSetup.mtus.contains(mtu) {
            let (least, most) = (LinkSetup.mtus.lowerBound, LinkSetup.mtus.upperBound)
            report("an MTU of \(mtu) cannot be offered: the range is \(least) to \(most)", at: spot)
        }
        if link.profiles.isEmpty { report("a phone without profiles finds no data channel", at: spot) }
        for (index, profile) in link.profiles.enumerated() where link.profiles[..<index].contains(profile) {
            report("the profile \(profile.text) is looked for twice", at: spot)
        }
        if link.reconnectAttempts < 0 {
            report("the phone cannot reconnect \(link.reconnectAttempts) times", at: spot)
        }
    }

    private mutating func shareable(_ spot: SourceSpot) {
        let shareable = phone.shareable
        if let vector = shareable.vector, vector.count != 6 {
            report("the static STS vector has six bytes, not \(vector.count)", at: spot)
        }
        if let interval = shareable.interval {
            let milliseconds = interval.nanoseconds / 1_000_000
            let fits = (1...Int64(UInt16.max)).contains(milliseconds)
            if !fits || interval != .milliseconds(Int(milliseconds)) {
                report(
                    "an interval of \(interval) cannot be encoded: write whole milliseconds, at most 65535", at: spot)
            }
        }
        if let code = shareable.countryCode, code.utf8.count != 2 || !code.allSatisfy({ $0.isASCII && $0.isLetter }) {
            report("\"\(code.escapedForDisplay)\" is no country code: write two letters, such as EU", at: spot)
        }
        if let fault = shareable.faultOfProbe { report(fault, at: spot) }
    }

    private mutating func apps(_ spot: SourceSpot) {
        var identifiers: [String] = []
        for app in phone.apps {
            let name = app.identifier.escapedForDisplay
            if app.identifier.isEmpty { report("an app needs an identifier, such as com.example.door", at: spot) }
            if identifiers.contains(app.identifier) { report("the app \(name) is on the phone twice", at: spot) }
            identifiers.append(app.identifier)
            for link in app.links {
                if link.host.isEmpty || link.host.contains(where: { $0 == "/" || $0 == ":" }) {
                    report(
                        "\(name) needs a bare host such as example.com, not \"\(link.host.escapedForDisplay)\"",
                        at: spot)
                }
                if !link.pathPrefix.hasPrefix("/") {
                    report("a path of \(name) begins with a slash: /\(link.pathPrefix.escapedForDisplay)", at: spot)
                }
                if (link.host + link.pathPrefix).contains(where: { $0 == "*" || $0 == "?" || $0 == "$" }) {
                    report(
                        "a link of \(name) has only host and path: for wildcards write associatedDomains and a site",
                        at: spot)
                }
            }
            domains(of: app, spot)
            sessions(of: app, spot)
        }
    }

    /// Checks the sessions that links start in an app: the app must own the sessions, receive the links and handle
    /// them.
    private mutating func sessions(of app: App, _ spot: SourceSpot) {
        guard let first = app.sessions.first else { return }
        let name = app.identifier.escapedForDisplay
        known(first.accessory, spot)
        for session in app.sessions.dropFirst() { known(session.accessory, spot) }
        if app.identifier != phone.apps.first?.identifier {
            report("\(name) starts no sessions: the phone's first app runs them", at: spot)
        }
        if !app.handlesLinks { report("\(name) has no handler for links, so none of them starts a session", at: spot) }
        for (index, session) in app.sessions.enumerated() {
            if !app.mayGet(session.link) {
                report(
                    "\(name) does not claim \(session.link.host.escapedForDisplay), so no link to it starts a session",
                    at: spot)
            }
            if app.sessions[..<index].contains(where: { $0.link.covers(session.link) }) {
                report(
                    "links below \(session.link.pathPrefix.escapedForDisplay) of \(name) already start a session: "
                        + "write the longer path first", at: spot)
            }
        }
    }
}

extension App {
    /// Whether the app can receive a link of this host.
    fileprivate func mayGet(_ link: Link) -> Bool {
        allAssociatedDomains.contains { domain in
            let host = domain.drop { $0 != ":" }.dropFirst().prefix { $0 != "?" }.lowercased()
            return host.hasPrefix("*.")
                ? link.host.lowercased().hasSuffix(host.dropFirst()) : host == link.host.lowercased()
        }
    }
}

extension App.Link {
    /// Whether every link that matches the other also matches this one.
    fileprivate func covers(_ other: App.Link) -> Bool {
        let prefix = pathPrefix.hasSuffix("/") ? pathPrefix : pathPrefix + "/"
        return host.lowercased() == other.host.lowercased()
            && (other.pathPrefix == pathPrefix || other.pathPrefix.hasPrefix(prefix))
    }
}
