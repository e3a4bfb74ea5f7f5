import ScenarioKit

extension ScenarioGroup {
    /// A tag on the door, and the session with the door: the tap decides whether the app can range.
    static let tapToSession = ScenarioGroup(
        suite: .tags, tags: [.quick], phone: .withDoorApp, opening: .ranging(.door), closing: .parting(.door)
    ) {
        Scenario(
            "tapBringsTheAppBack", "The app is in the background: the tag's notification brings it back, and it ranges",
            covers: [.tagRule(.b11), .rule(.suspension)]
        ) {
            EnterBackground()
            Expect(.suspended(.door), count: 1)
            Expect(.received(.didStop, from: .door), within: .seconds(10))
            Stay(.seconds(1))
            Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
            Expect(.suspensionEnded(.door), count: 1)
            Stay(.seconds(5)) { Expect(.ranging(.door), count: .atLeast(3)) }
        }

        Scenario(
            "tapLaunchesTheApp", "The app is not running: the tag's notification launches it, and it ranges again",
            covers: [.tagRule(.b11), .complaint(.f17)]
        ) {
            QuitApp()
            Expect(.disconnected(.door), within: .seconds(2))
            Stay(.seconds(1))
            Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Await(.ranging(.door), within: .seconds(5))
        }

        Scenario(
            "otherAppInFront", "A tag that opens the browser sends the app to the background, so it stops ranging",
            covers: [.tagRule(.b12), .rule(.suspension)]
        ) {
            Tap(.posterTag) { Expect(.opened(.browser), count: 1) }
            Expect(.suspended(.door), count: 1, within: .seconds(2))
            Expect(.received(.didStop, from: .door), within: .seconds(10))
            Stay(.seconds(1))
            EnterForeground()
            Await(.ranging(.door), within: .seconds(8))
        }
    }
}

extension PhoneSetup {
    /// The door's app, which ranges with the accessory named by a tag's link.
    static func startingByTag(
        permission: NearbyPermission = .allowed, tags: TagSetup = .standard, handlesLinks: Bool = true,
        _ more: App.SessionLink...
    ) -> PhoneSetup {
        let door = App.Link(host: "example.com", pathPrefix: "/door")
        let app = App(
            identifier: "com.example.door", links: [door], handlesLinks: handlesLinks,
            sessions: handlesLinks ? more + [.init(door, starts: .door)] : [])
        return PhoneSetup(permission: permission, apps: [app], tags: tags)
    }
}

extension ScenarioGroup {
    /// Nothing is connected: the tag's link names the accessory, and the app does the rest by itself.
    static let tagStartsTheSession = ScenarioGroup(suite: .tags, tags: [.quick], phone: .startingByTag()) {
        Scenario(
            "tagStartsTheSession",
            "The app is not running: a tap launches it, and it connects to the door that the tag names, and ranges",
            covers: [.tagRule(.b11), .tagSection(.delivery)], closing: .parting(.door)
        ) {
            QuitApp()
            Tap(.doorTag) {
                Expect(
                    .delivered(
                        to: .doorApp, records: [.uri("https://example.com/door/open?door=1")], as: .browsingWeb),
                    count: 1)
            }
            Expect(.connected(.door), count: 1, within: .seconds(5))
            Expect(.received(.didStart, from: .door), within: .seconds(5))
            Expect(.ranging(.door), count: .atLeast(3), within: .seconds(5))
        }

        Scenario(
            "tagNamesTheTrunk", "A tag that names the trunk starts the session with the trunk, and not with the door",
            covers: [.tagSection(.delivery)],
            phone: .startingByTag(.init(.init(host: "example.com", pathPrefix: "/door/trunk"), starts: .trunk)),
            closing: .parting(.trunk)
        ) {
            Tap(.trunkTag) { Expect(.opened(.doorApp, path: "/door/trunk/1"), count: 1) }
            Expect(.ranging(.trunk), count: .atLeast(3), within: .seconds(8))
            Expect(.connected(.door), count: 0)
        }

        Scenario(
            "tagOnALockedPhone", "Unlocking fails: the app gets nothing, and no session starts",
            covers: [.tagRule(.b5)], phone: .startingByTag(tags: TagSetup(unlock: .fails, startsLocked: true))
        ) {
            Tap(.doorTag) {
                Expect(.notified(.doorApp), count: 1)
                Expect(.delivered(to: .doorApp), count: 0)
            }
            Find(.door, within: .seconds(5))
            Stay(.seconds(3)) { Expect(.connected(.door), count: 0) }
        }

        Scenario(
            "tagForAnAppWithoutHandler", "The app opens without a link handler: it does not know which door, and waits",
            covers: [.tagSection(.delivery)], phone: .startingByTag(handlesLinks: false)
        ) {
            Tap(.doorTag) { Expect(.delivered(to: .doorApp, as: .nothing), count: 1) }
            Find(.door, within: .seconds(5))
            Stay(.seconds(3)) { Expect(.connected(.door), count: 0) }
        }

        Scenario(
            "tagWithoutPermission",
            "The app may not range: the tap connects it, and the door waits for an answer that does not come",
            covers: [.complaint(.f26), .rule(.permission)], phone: .startingByTag(permission: .denied),
            closing: .disconnecting(.door)
        ) {
            Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
            Expect(.connected(.door), count: 1, within: .seconds(5))
            Expect(.invalidated(.door, code: .userDidNotAllow), count: 1, within: .seconds(5))
            Stay(.seconds(2)) { Expect(.received(.didStart, from: .door), count: 0) }
        }

        Scenario(
            "tagWhileItRanges", "A second tap on a ranging door's tag leaves its session unchanged",
            covers: [.tagRule(.b7)], opening: .ranging(.door), closing: .parting(.door)
        ) {
            Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
            Stay(.seconds(5)) {
                Expect(.ranging(.door), count: .atLeast(3))
                Expect(.received(.configuration, from: .door), count: 0)
            }
        }
    }
}
