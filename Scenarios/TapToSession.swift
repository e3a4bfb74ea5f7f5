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
            Expect(.received(.didStop, from: .door), within: .seconds(3))
            Stay(.seconds(1))
            Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
            Expect(.suspensionEnded(.door), count: 1)
            Stay(.seconds(2)) { Expect(.ranging(.door), count: .atLeast(3)) }
        }

        Scenario(
            "tapLaunchesTheApp", "The app does not run: the tag's notification launches it, and it ranges anew",
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
            "otherAppInFront", "A tag that opens the browser sends the app to the background: it ranges no more",
            covers: [.tagRule(.b12), .rule(.suspension)]
        ) {
            Tap(.posterTag) { Expect(.opened(.browser), count: 1) }
            Expect(.suspended(.door), count: 1, within: .seconds(2))
            Expect(.received(.didStop, from: .door), within: .seconds(3))
            Stay(.seconds(1))
            EnterForeground()
            Await(.ranging(.door), within: .seconds(8))
        }
    }
}
