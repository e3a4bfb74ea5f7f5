import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// A notification that its user opens late belongs to its tag, and not to a tap in progress meanwhile.
struct DeliveryTests {
    /// The user opens each notification three seconds after it appeared.
    private static let slow = PhoneSetup(
        apps: PhoneSetup.withDoorApp.apps, tags: TagSetup(answer: .opens(after: .seconds(3))))

    private static func play(@StepBuilder _ steps: () -> [Step]) -> Played {
        EngineTests.play(Scenario("late", "Opens notifications late", phone: slow, steps))
    }

    @Test("A tap is not met by what an earlier tag's notification opened")
    func notMet() {
        let played = Self.play {
            Present(.doorTag, within: .seconds(5))
            Expect(.notified(.doorApp), within: .seconds(1))
            Remove(.doorTag, within: .seconds(2))
            Tap(.posterTag) { Expect(.opened(.doorApp), count: 1) }
        }
        #expect(played.kinds.filter { $0 == "delivered" }.count == 2)
        #expect(played.summary.verdict == .failed, "\(played.summary.reason ?? "")")
        #expect(played.failure?.seen.contains("browser") == true, "\(played.failure?.seen ?? "")")
    }

    @Test("A tap waits for its own notification, and an earlier tag's does not count against it")
    func ownAlone() {
        let played = Self.play {
            Present(.doorTag, within: .seconds(5))
            Expect(.notified(.doorApp), within: .seconds(1))
            Remove(.doorTag, within: .seconds(2))
            Tap(.posterTag) {
                Expect(.opened(.browser), count: 1)
                Expect(.opened(.doorApp), count: 0)
            }
            Expect(.opened(.doorApp), count: 1)
        }
        #expect(played.kinds.filter { $0 == "delivered" }.count == 2)
        #expect(played.summary.verdict == .passed, "\(played.account)")
    }

    @Test("A tag that is held there is not charged with an earlier one's notification either")
    func held() {
        let played = Self.play {
            Present(.doorTag, within: .seconds(5))
            Expect(.notified(.doorApp), within: .seconds(1))
            Remove(.doorTag, within: .seconds(2))
            Hold(.posterTag, for: .seconds(3)) {
                Expect(.opened(.doorApp), count: 0)
                Expect(.notified(.browser), count: 1)
            }
            Expect(.opened(.doorApp), count: 1)
        }
        #expect(played.summary.verdict == .passed, "\(played.account)")
    }

    @Test("A block counts what came in it, whichever tag brought it about")
    func blocks() {
        let played = Self.play {
            Present(.doorTag, within: .seconds(5))
            Expect(.notified(.doorApp), within: .seconds(1))
            Remove(.doorTag, within: .seconds(2))
            Stay(.seconds(4)) { Expect(.opened(.doorApp), count: 1) }
        }
        #expect(played.summary.verdict == .passed, "\(played.account)")
    }

    @Test("A link that is followed beside a tap is not what the tap opened")
    func followed() {
        let played = EngineTests.play(
            Scenario("beside", "Follows a link beside a tap", phone: Self.slow) {
                Together {
                    Lane { Tap(.posterTag) { Expect(.opened(.doorApp), count: 0) } }
                    Lane {
                        Stay(.seconds(1))
                        FollowLink("https://example.com/door/open")
                    }
                }
                Expect(.opened(.doorApp), count: 1)
            })
        #expect(played.summary.verdict == .passed, "\(played.account)")
    }
}

extension Played {
    /// The reason and the observation, for messages.
    fileprivate var account: String { [summary.reason, failure?.seen].compactMap { $0 }.joined(separator: "; ") }
}
