import ScenarioKit

// Links other than web addresses.

extension ScenarioGroup {
    static let handlers = ScenarioGroup(suite: .tags, tags: [.quick], phone: .withDoorApp) {
        Scenario(
            "systemSchemes", "A phone number, a mail address and a message each open their handler",
            covers: [.tagRule(.b13), .tagRule(.b10)]
        ) {
            Tap(.phoneNumberTag) {
                Expect(.opened(.handler("tel")), count: 1)
                Expect(.decided(by: .b13), count: 1)
                Expect(.notified(), count: 1)
            }
            Tap(.mailTag) { Expect(.opened(.handler("mailto")), count: 1) }
            Tap(.messageTag) { Expect(.opened(.handler("sms")), count: 1) }
        }

        Scenario(
            "faceTimeCalls", "A FaceTime address opens FaceTime, for a call with and without video",
            covers: [.tagRule(.b13)]
        ) {
            Tap(.videoCallTag) { Expect(.opened(.handler("facetime")), count: 1) }
            Tap(.audioCallTag) { Expect(.opened(.handler("facetime-audio")), count: 1) }
        }

        Scenario(
            "positionOpensMaps", "A position opens Maps", tags: [.quick, .robustness],
            covers: [.tagRule(.b13), .tagRule(.s5), .tagRule(.s6)]
        ) {
            Tap(.positionTag) {
                Expect(.opened(.maps), count: 1)
                Expect(.decided(by: .b13), count: 1)
            }
        }

        Scenario(
            "homeKitSetup", "A HomeKit accessory's setup address opens Home", covers: [.tagRule(.s2), .tagRule(.b13)]
        ) {
            Tap(.homeTag) { Expect(.opened(.handler("x-hm")), count: 1) }
        }

        Scenario("mapsLink", "A web address of Apple's maps opens Maps and not the browser", covers: [.tagRule(.s1)]) {
            Tap(.mapsTag) {
                Expect(.opened(.maps), count: 1)
                Expect(.opened(.browser), count: 0)
            }
        }

        Scenario(
            "customScheme", "A custom scheme opens nothing: that is why links on tags are universal links",
            covers: [.tagRule(.b14), .tagComplaint(.n18)]
        ) {
            Tap(.customSchemeTag) {
                Expect(.opened(.nothing), count: 1)
                Expect(.decided(by: .b14), count: 1)
                Expect(.notified(), count: 0)
            }
        }

        Scenario(
            "customSchemeBySetting", "On a phone that does follow custom schemes, the app's scheme is handled",
            tags: [.quick, .robustness], covers: [.tagRule(.s4)], phone: .tapping(TagSetup(allowsCustomSchemes: true))
        ) {
            Tap(.customSchemeTag) { Expect(.opened(.handler("exampledoor")), count: 1) }
        }
    }
}
