import ScenarioKit

// Links that are no web addresses.

extension Scenario {
    public static let systemSchemes = Scenario(
        "systemSchemes", "A phone number, a mail address and a message each open what handles them", suite: .tags,
        tags: [.quick], covers: [.tagRule(.b13), .tagRule(.b10)], phone: .withDoorApp
    ) {
        Tap(.phoneNumberTag) {
            Expect(.opened(.handler("tel")), count: 1)
            Expect(.decided(by: "B13"), count: 1)
            Expect(.notified(), count: 1)
        }
        Tap(.mailTag) { Expect(.opened(.handler("mailto")), count: 1) }
        Tap(.messageTag) { Expect(.opened(.handler("sms")), count: 1) }
    }

    public static let homeKitSetup = Scenario(
        "homeKitSetup", "A HomeKit accessory's setup address opens Home", suite: .tags, tags: [.quick],
        covers: [.tagRule(.s2), .tagRule(.b13)], phone: .withDoorApp
    ) {
        Tap(.homeTag) { Expect(.opened(.handler("x-hm")), count: 1) }
    }

    public static let mapsLink = Scenario(
        "mapsLink", "A web address of Apple's maps opens Maps and not the browser", suite: .tags, tags: [.quick],
        covers: [.tagRule(.s1)], phone: .withDoorApp
    ) {
        Tap(.mapsTag) {
            Expect(.opened(.maps), count: 1)
            Expect(.opened(.browser), count: 0)
        }
    }

    public static let customScheme = Scenario(
        "customScheme", "A scheme that an app made up opens nothing: that is why links on tags are universal links",
        suite: .tags, tags: [.quick], covers: [.tagRule(.b14), .tagComplaint(.n18)], phone: .withDoorApp
    ) {
        Tap(.customSchemeTag) {
            Expect(.opened(.nothing), count: 1)
            Expect(.decided(by: "B14"), count: 1)
            Expect(.notified(), count: 0)
        }
    }

    public static let customSchemeBySetting = Scenario(
        "customSchemeBySetting", "On a phone that follows schemes of apps after all the app's scheme is handled",
        suite: .tags, tags: [.quick], covers: [.tagRule(.s4)], phone: .tapping(TagSetup(allowsCustomSchemes: true))
    ) {
        Tap(.customSchemeTag) { Expect(.opened(.handler("exampledoor")), count: 1) }
    }
}
