import Links
import Phone
import ScenarioKit

/// The companions that should be discoverable on the network, and those that are published.
struct KnownCompanions: Sendable {
    private var wanted: Set<CompanionName>
    private var published: Set<CompanionName> = []

    init(_ setups: [CompanionSetup]) { wanted = Set(setups.filter(\.isOffered).map(\.name)) }

    mutating func note(_ act: CompanionAct, with name: CompanionName) {
        switch act {
        case .offer where !wanted.contains(name):
            wanted.insert(name)
            published.remove(name)
        case .rename where wanted.contains(name): published.remove(name)
        case .leave: wanted.remove(name)
        case .offer, .install, .uninstall, .launch, .showView, .background, .resume, .kill, .quit, .impersonate,
            .beItself, .losePath, .regainPath, .play, .send, .announce, .begin, .rename:
            break
        }
    }

    mutating func note(_ event: CompanionEvent, of name: CompanionName) {
        if case .published = event { published.insert(name) }
        if case .withdrawn = event { published.remove(name) }
    }

    /// Whether a companion that should be discoverable is not published, in which case a screen's behaviour is no
    /// evidence.
    func isMissing(_ name: CompanionName) -> Bool { wanted.contains(name) && !published.contains(name) }
}
