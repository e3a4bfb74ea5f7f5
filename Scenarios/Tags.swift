import ScenarioKit

extension ScenarioGroup {
    static let tags = ScenarioGroup(phone: .withDoorApp) {
        // A tag whose address belongs to an app must open the app, at the right place, once.
        //
        // Failures in the field are due to the address on the tag (a redirecting host, a path that the app did not
        // claim), and then the browser opens; so the browser is ruled out by name.
        Scenario("tagOpensApp", "A tap on the door's tag opens the door's app and not the browser") {
            Tap(.doorTag) {
                Expect(.opened(.doorApp, path: "/door/open"), count: 1)
                Expect(.opened(.browser), count: 0)
            }
        }

        // A tag whose address belongs to no app must open the browser, although an app is on the phone.
        Scenario("tagOpensBrowser", "A tap on the poster's tag opens the browser and not the door's app") {
            Tap(.posterTag) {
                Expect(.opened(.browser), count: 1)
                Expect(.opened(.doorApp), count: 0)
            }
        }
    }
}
