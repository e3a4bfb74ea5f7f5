import Ground

/// Decides which of several apps receives a link of a site: tries all components of its file in order, each once.
///
/// A component is tried once for all apps, however many the file lists: its decision applies to every app of its
/// entry that is still undecided.
struct SiteMatcher: Sendable {
    /// The owner of a link according to one file.
    struct Decision {
        /// The app of the first matching entry, the component that gives it the link, and whether that entry lists
        /// other installed apps too.
        var winner: (app: Int, component: LinkComponent, isShared: Bool)?
        /// The number of apps that may have the link.
        var matches = 0
        /// The first component that keeps the link from an app.
        var excluding: LinkComponent?
        /// Whether the decision exceeded the work limit.
        var isUndecided = false
        /// Doubts that may have led to another decision.
        var doubts = LinkAmbiguities()
    }

    private let file: AssociationFile
    /// The components of entries that list one of the apps, and the index of each one's entry in the file.
    private let components: [LinkComponent]
    private let places: [Int32]
    /// The numbers of components with doubts, for all or some links.
    private let doubtful: [Int]
    /// For every entry, the apps that it lists, in order, and the number at which its components start.
    private let apps: [[Int]]
    private let fronts: [Int]
    /// For every listed app, the entries that list it.
    private let listings: [Int: [Int]]

    /// Creates a matcher for these apps, some of which may not be listed.
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
        doubtful = components.indices.filter { !components[$0].doubts.isEmpty || components[$0].isConditional }
    }

    /// Returns whether the file lists the app.
    func lists(_ app: Int) -> Bool { listings[app] != nil }

    /// Decides about a link for some of the apps.
    func decide(_ url: LinkURL, for wanted: [Int], _ work: inout MatchingWork) -> Decision {
        var texts = LinkTexts(url)
        var decision = Decision()
        /// For every app, the number of the deciding component.
        var deciding: [Int: Int] = [:]
        var open = [Int](repeating: 0, count: apps.count)
        let listed = wanted.filter(lists)
        let isWanted = Set(listed)
        for app in listed { for place in listings[app] ?? [] { open[place] += 1 } }
        for number in components.indices where deciding.count < isWanted.count {
            work.spend()
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

    /// Returns, for each entry, the number up to which components were examined for any of the apps.
    private func reach(of listed: [Int], _ deciding: [Int: Int]) -> [Int] {
        var reach = [Int](repeating: -1, count: apps.count)
        for app in listed {
            for place in listings[app] ?? [] { reach[place] = max(reach[place], deciding[app] ?? .max) }
        }
        return reach
    }

    /// Adds the doubts about the file, and about the entries and components that were examined.
    private func addDoubts(
        to doubts: inout LinkAmbiguities, _ deciding: Set<Int>, _ reach: [Int], _ texts: inout LinkTexts,
        _ work: inout MatchingWork
    ) {
        doubts = LinkAmbiguities(about: file)
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
    /// Takes a matching component and the apps about which it decides.
    ///
    /// Components arrive in the file's order, so the first one that passes a link determines the winner.
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

/// The doubts on the way to a decision: all of them weaken it, and the first few are reported.
struct LinkAmbiguities {
    private static let told = 9

    private(set) var evidence = Evidence.documented
    private(set) var findings: [Finding] = []

    /// Creates an empty set of doubts.
    init() {}

    /// Creates the doubts about a file as a whole.
    init(about file: AssociationFile) {
        for doubt in file.doubts { add(doubt, at: "the file") }
    }

    mutating func add(_ doubt: LinkComponent.Ambiguity, at place: @autoclosure () -> String) {
        evidence = evidence.weaker(doubt.rule.evidence)
        guard findings.count < Self.told else { return }
        findings.append(
            Finding("association.pattern", .warning, "\(place()): \(doubt.meaning) (\(doubt.rule.rawValue))"))
    }
}
