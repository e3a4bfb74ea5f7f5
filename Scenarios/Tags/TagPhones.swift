import ScenarioKit

extension PhoneSetup {
    /// The door's app with links in short form, and tag settings.
    static func tapping(_ tags: TagSetup) -> PhoneSetup { PhoneSetup(apps: withDoorApp.apps, tags: tags) }

    /// The door's app as installed on real phones: an entitlement, and a site with an association file.
    static func associated(
        domains: [String] = ["applinks:example.com"], team: String = "ABCDE12345", others: [App] = [],
        sites: [Site] = [.example], tags: TagSetup = .standard
    ) -> PhoneSetup {
        let door = App(identifier: "com.example.door", associatedDomains: domains, teamIdentifier: team)
        return PhoneSetup(apps: others + [door], sites: sites, tags: tags)
    }
}

extension Destination {
    /// The shop's app, which its site lists after the door's.
    static let shopApp = Destination.app("com.example.shop")
    /// The system's maps app.
    static let maps = Destination.app("com.apple.Maps")
}

extension App {
    static let shop = App(identifier: "com.example.shop", associatedDomains: ["applinks:example.com"])
}

extension Site {
    static let example = Site(host: "example.com", association: .text(.exampleAssociation))
    static let shop = Site(host: "shop.example.com", association: .text(.shopAssociation))
}
