import Ground
import NDEF
import Phone
import ScenarioKit
import TagRouting
import Wording

extension TagSettings {
    /// What the phone that a scenario asks for makes of tags.
    init(_ setup: PhoneSetup) {
        let tags = setup.tags
        var conditions = PhoneConditions()
        conditions.model = tags.model
        conditions.systemVersion = setup.system.major
        conditions.display = tags.startsWithDisplayOff ? .off : .on
        conditions.lock = tags.startsLocked ? .locked : .unlocked
        conditions.everUnlocked = !tags.neverUnlocked
        conditions.browserDomains = tags.browserChosenFor
        self.init(
            router: TagRouter(setup), conditions: conditions,
            smartPosters: tags.looksInsideSmartPosters ? .lookInside : .ignore,
            showsUnusableBanner: tags.showsUnusableBanner, answer: tags.answer, unlock: tags.unlock,
            appsWithoutHandler: Set(setup.apps.filter { !$0.handlesLinks }.map(\.identifier)),
            sessionLinks: (setup.apps.first?.sessions ?? []).map {
                SessionLink(LinkPattern(host: $0.link.host, pathPrefix: $0.link.pathPrefix), starts: $0.accessory)
            })
    }
}

extension TagRouter {
    /// The installed apps, and the association files of their sites.
    init(_ setup: PhoneSetup) {
        self.init(
            apps: setup.apps.map { RegisteredApp($0) }, sites: setup.allSites.map { AssociatedSite($0) },
            allowsCustomSchemes: setup.tags.allowsCustomSchemes)
    }
}

extension RegisteredApp {
    init(_ app: App) {
        self.init(app.identifier, prefix: app.teamIdentifier, associatedDomains: app.allAssociatedDomains)
    }
}

extension AssociatedSite {
    init(_ site: Site) {
        switch site.association {
        case .text(let text): self.init(host: site.host, bytes: Array(text.utf8))
        case .none(let reason): self.init(host: site.host, missing: reason)
        case .file(let path): self.init(host: site.host, missing: Sentence.notRead(path).description)
        }
    }
}
