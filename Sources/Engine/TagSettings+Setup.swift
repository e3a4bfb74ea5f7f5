import Ground
import NDEF
import Phone
import ScenarioKit
import TagRouting

extension TagSettings {
    /// What the phone that a scenario asks for makes of tags.
    init(_ setup: PhoneSetup) {
        let tags = setup.tags
        var conditions = PhoneConditions()
        conditions.model = PhoneModel(tags.model)
        conditions.systemVersion = setup.system.majorVersion
        conditions.display = tags.startsWithDisplayOff ? .off : .on
        conditions.lock = tags.startsLocked ? .locked : .unlocked
        conditions.everUnlocked = !tags.neverUnlocked
        conditions.browserDomains = tags.browserChosenFor
        self.init(
            router: TagRouter(setup), conditions: conditions,
            smartPosters: tags.looksInsideSmartPosters ? .lookInside : .ignore,
            showsUnusableBanner: tags.showsUnusableBanner, answer: Answer(tags.answer), unlock: Unlock(tags.unlock))
    }
}

extension TagRouter {
    /// The installed apps, and the association files of their sites.
    init(_ setup: PhoneSetup) {
        self.init(
            apps: setup.apps.map { RegisteredApp($0) }, sites: setup.allSites.map { TagRouting.Site($0) },
            allowsCustomSchemes: setup.tags.allowsCustomSchemes)
    }
}

extension RegisteredApp {
    init(_ app: App) {
        self.init(app.identifier, prefix: app.teamIdentifier, associatedDomains: app.allAssociatedDomains)
    }
}

extension TagRouting.Site {
    init(_ site: ScenarioKit.Site) {
        switch site.association {
        case .text(let text): self.init(host: site.host, bytes: Array(text.utf8))
        case .none(let reason): self.init(host: site.host, missing: reason)
        case .file(let path): self.init(host: site.host, missing: "the file \(path) was not read")
        }
    }
}

extension PhoneModel {
    init(_ name: PhoneModelName) {
        self =
            switch name {
            case .iPhone7: .iPhone7
            case .iPhone8: .iPhone8
            case .iPhoneX: .iPhoneX
            case .iPhoneXS: .iPhoneXS
            case .iPhoneXR: .iPhoneXR
            case .iPhoneSE2: .iPhoneSE2
            case .iPhone15: .iPhone15
            }
    }
}

extension PhoneSystem {
    fileprivate var majorVersion: Int {
        switch self {
        case .iOS14: 14
        case .iOS15: 15
        case .iOS16: 16
        case .iOS17: 17
        }
    }
}

extension TagSettings.Answer {
    fileprivate init(_ answer: NotificationAnswer) {
        switch answer {
        case .opens(let span): self = .opens(after: span)
        case .ignores: self = .ignores
        }
    }
}

extension TagSettings.Unlock {
    fileprivate init(_ answer: UnlockAnswer) {
        switch answer {
        case .succeeds(let span): self = .succeeds(after: span)
        case .fails: self = .fails
        }
    }
}
