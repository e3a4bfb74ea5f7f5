import Ground

/// Decides which of several apps gets a link of a site: all components of its file in order, each tried once.
///
/// However many apps a file lists, a component is tried once for all of them: what it decides holds for every app of
/// its entry about which nothing was decided before.
struct SiteMatcher: Sendable {
    /// Whose a link is, by one file.
    struct Decision {
        /// The app of the first matching entry, the component that gives it the link, and whether that entry names
        /// other installed apps too.
        var winner: (app: Int, component: LinkComponent, isShared: Bool)?
        /// How many apps may have the link.
        var matches = 0
        /// The first component that keeps the link from an app.
        var excluding: LinkComponent?
        /// Whether it took too much work to find out.
        var isUndecided = false
        /// What is not known, and may have led elsewhere.
        var doubts = LinkDoubts()
    }

    private let file: AssociationFile
    /// Those of entries that list one of the apps, and where in the file's entries each stands.
    private let components: [LinkComponent]
    private let places: [Int32]
    private let index: CandidateIndex
    /// The numbers of components of which something is not known, whatever the link or for some links.
    private let doubtful: [Int]
    /// Of every entry the apps that it lists, in its order, and the number of the first component behind its front.
    private let apps: [[Int]]
    private let fronts: [Int]
    /// Of every app that is listed, the entries that list it.
    private let listings: [Int: [Int]]

    /// A matcher for these apps, of which some may not be listed.
    init(_ file: AssociationFile, apps candidates: [(number: Int, name: String)]) {
        var apps = [[Int]](repeating: [], count: file.entries.count)
        var listings: [Int: [Int]] = [:]
        var numbers: [[UInt8]: [Int]] = [:]
        for (number, name) in candidates {
            let places = file.places(of: name)
            guard !places.isEmpty else { continue }
            listings[number] = places
            numbers[Array(name.utf8), default: []].append(number)
        }
        var components: [LinkComponent] = []
        var places: [Int32] = []
        var fronts: [Int] = []
        for (place, entry) in file.entries.enumerated() {
            var named: [Int: Bool] = [:]
            for application in entry.applications {
                for number in numbers[Array(application.utf8)] ?? []
                where named.updateValue(true, forKey: number) == nil { apps[place].append(number) }
            }
            fronts.append(components.count)
            guard !apps[place].isEmpty else { continue }
            components += entry.components
            places += [Int32](repeating: Int32(place), count: entry.components.count)
        }
        (self.file, self.components, self.places) = (file, components, places)
        (self.apps, self.fronts, self.listings) = (apps, fronts, listings)
        index = CandidateIndex(components)
        doubtful = components.indices.filter { !components[$0].doubts.isEmpty || components[$0].isConditional }
    }

    /// Whether the file lists the app.
    func lists(_ app: Int) -> Bool { listings[app] != nil }

    /// Decides about a link for some of the apps.
    func decide(_ url: LinkURL, for wanted: [Int], _ work: inout MatchingWork) -> Decision {
        var texts = LinkTexts(url)
        var decision = Decision()
        /// Of every app the number of the component that decides.
        var deciding: [Int: Int] = [:]
        var open = [Int](repeating: 0, count: apps.count)
        let listed = wanted.filter(lists)
        let isWanted = Set(listed)
        for app in listed { for place in listings[app] ?? [] { open[place] += 1 } }
        var candidates = index.candidates(for: &texts, &work)
        while deciding.count < isWanted.count, let number = candidates.popFirst(&work) {
            let place = Int(places[number])
            guard open[place] > 0 else { continue }
            let isMatch = components[number].matches(&texts, &work)
            if work.isExhausted { break }
            guard isMatch else { continue }
            let decided = apps[place].filter { isWanted.contains($0) && deciding[$0] == nil }
            for app in decided {
                deciding[app] = number
                for place in listings[app] ?? [] { open[place] -= 1 }
            }
            decision.take(components[number], for: decided)
        }
        decision.isUndecided = work.isExhausted
        if work.isExhausted { return decision }
        let reach = reach(of: listed, deciding)
        addDoubts(to: &decision.doubts, Set(deciding.values), reach, &texts, &work)
        if let last = decision.winner?.component ?? decision.excluding {
            for doubt in last.doubts(deciding: &texts, &work) { decision.doubts.add(doubt, at: "\(last.place)") }
        }
        if work.isExhausted { decision.doubts.add(.notKnown("not all doubts could be looked for"), at: "the file") }
        return decision
    }

    /// Up to which component each entry was looked through, for any of the apps.
    private func reach(of listed: [Int], _ deciding: [Int: Int]) -> [Int] {
        var reach = [Int](repeating: -1, count: apps.count)
        for app in listed {
            for place in listings[app] ?? [] { reach[place] = max(reach[place], deciding[app] ?? .max) }
        }
        return reach
    }

    /// What is not known of the file, of entries and of components that were looked at.
    private func addDoubts(
        to doubts: inout LinkDoubts, _ deciding: Set<Int>, _ reach: [Int], _ texts: inout LinkTexts,
        _ work: inout MatchingWork
    ) {
        doubts = LinkDoubts(about: file)
        for (place, entry) in file.entries.enumerated() where !entry.doubts.isEmpty && reach[place] >= fronts[place] {
            for doubt in entry.doubts { doubts.add(doubt, at: "details[\(entry.index)]") }
        }
        for number in doubtful where reach[Int(places[number])] >= number {
            let component = components[number]
            for doubt in component.doubts { doubts.add(doubt, at: "\(component.place)") }
            guard component.isConditional, !deciding.contains(number), !work.isExhausted else { continue }
            for doubt in component.doubts(passing: &texts, &work) { doubts.add(doubt, at: "\(component.place)") }
        }
    }
}

extension SiteMatcher.Decision {
    /// Takes a component that matches, with the apps about which it decides.
    ///
    /// Candidates come in the file's order, so the first that lets a link through is the winner's.
    fileprivate mutating func take(_ component: LinkComponent, for decided: [Int]) {
        guard let first = decided.first else { return }
        if component.excludes {
            excluding = excluding ?? component
            return
        }
        matches += decided.count
        if winner == nil { winner = (first, component, decided.count > 1) }
    }
}

/// What is not known about the way to a decision: all of it weakens, and the first few are told.
struct LinkDoubts {
    private static let told = 9

    private(set) var evidence = Evidence.documented
    private(set) var findings: [Finding] = []

    /// Nothing is in doubt.
    init() {}

    /// The doubts about a file as a whole.
    init(about file: AssociationFile) {
        for doubt in file.doubts { add(doubt, at: "the file") }
    }

    mutating func add(_ doubt: LinkComponent.Doubt, at place: @autoclosure () -> String) {
        evidence = evidence.weaker(doubt.rule.evidence)
        guard findings.count < Self.told else { return }
        findings.append(
            Finding("association.pattern", .warning, "\(place()): \(doubt.meaning) (\(doubt.rule.rawValue))"))
    }
}
