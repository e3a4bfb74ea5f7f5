import ScenarioKit
import Scenarios

/// The examples of the documentation, which `LanguageExampleTests` compares with it: each compiles as shown there.
enum LanguageExamples {
    static let scenario =
        Scenario("answersTwice", "Answers two exchanges in a row", tags: [.quick], covers: [.complaint(.f1)]) {
            Exchange(.configuration, with: .door, within: .seconds(5))
            Stop(.door, within: .seconds(10))
            Exchange(.configuration, with: .door, within: .seconds(5))
        } always: {
            Expect(.disconnected(.door), count: 0)
        }

    static let scenarioGroup =
        ScenarioGroup(tags: [.quick], opening: .connected(.door), closing: .parting(.door)) {
            Scenario("ranges", "Ranges for five seconds") {
                Exchange(.configuration, with: .door, within: .seconds(5))
                Stay(.seconds(5)) { Expect(.ranging(.door), count: .atLeast(4)) }
            }
        }

    static let sharedSteps =
        SharedSteps {
            Stop(.door, within: .seconds(10))
            Disconnect(.door, within: .seconds(2))
        }

    static let steps: [SharedSteps] = [
        SharedSteps {
            Play(.ranging(.door))
        },
        SharedSteps {
            Find(.door, within: .seconds(3))
        },
        SharedSteps {
            Connect(.door, upTo: .discovered, within: .seconds(5))
        },
        SharedSteps {
            Subscribe(.door, within: .seconds(2))
        },
        SharedSteps {
            Pair(.door, within: .seconds(10))
        },
        SharedSteps {
            Forget(.door)
        },
        SharedSteps {
            Read(.backgroundConfiguration, of: .door, expecting: .lastConfiguration, within: .seconds(2))
        },
        SharedSteps {
            Identify(.door, within: .seconds(10))
        },
        SharedSteps {
            Disconnect(.door, within: .seconds(2))
        },
        SharedSteps {
            Send([.stop, .initialize], to: .door, apart: .milliseconds(5))
            Await(.received(.configuration, from: .door), within: .seconds(2))
        },
        SharedSteps {
            Exchange(.configuration, with: .door, within: .seconds(5))
        },
        SharedSteps {
            Begin(.configuration, with: .door)
            Await(.invalidated(.door, code: .userDidNotAllow), within: .seconds(2))
        },
        SharedSteps {
            Stop(.door, within: .seconds(10))
        },
        SharedSteps {
            Run(.door)
        },
        SharedSteps {
            Pause(.door)
        },
        SharedSteps {
            Invalidate(.door, because: .sessionFailed)
        },
        SharedSteps {
            Suspend(.door)
        },
        SharedSteps {
            Resume(.door)
        },
        SharedSteps {
            Let(.peer, .endSession)
        },
        SharedSteps {
            EnterBackground()
        },
        SharedSteps {
            EnterForeground()
        },
        SharedSteps {
            Lock()
        },
        SharedSteps {
            Unlock()
        },
        SharedSteps {
            Relaunch()
        },
        SharedSteps {
            QuitApp()
        },
        SharedSteps {
            LaunchApp()
        },
        SharedSteps {
            ChangePermission(to: .denied)
        },
        SharedSteps {
            TurnOn(.airplaneMode)
        },
        SharedSteps {
            TurnOff(.display)
        },
        SharedSteps {
            RestartPhone()
        },
        SharedSteps {
            Place(.door, at: .metres(2), azimuth: .degrees(-30))
        },
        SharedSteps {
            Walk(toward: .door, from: .metres(4), to: .metres(0.5), at: .metresPerSecond(1)) {
                Enter(.far, at: .metres(3), give: .metres(1))
                Enter(.near, at: .metres(1.5), give: .metres(0.8))
            }
        },
        SharedSteps {
            Walk(toward: .door, from: .metres(4), to: .metres(2), at: .metresPerSecond(1)) {
                Enter(.far, at: .metres(3), give: .metres(1))
            }
        },
        SharedSteps {
            Walk(awayFrom: .door, from: .metres(2), to: .metres(5), at: .metresPerSecond(1)) {
                Leave(.far, at: .metres(3.2), give: .metres(1))
            }
        },
        SharedSteps {
            TurnPhone(by: .degrees(90), over: .seconds(2))
        },
        SharedSteps {
            PowerCycle(.door, within: .seconds(10))
        },
        SharedSteps {
            FactoryReset(.door, within: .seconds(10))
        },
        SharedSteps {
            Stay(.seconds(3)) { Expect(.retry(.door), count: 0) }
        },
        SharedSteps {
            Tap(.doorTag) { Expect(.opened(.doorApp, path: "/door/open")) }
        },
        SharedSteps {
            Present(.doorTag, within: .seconds(5))
        },
        SharedSteps {
            Remove(.doorTag, within: .seconds(2))
        },
        SharedSteps {
            Hold(.doorTag, for: .seconds(3)) { Expect(.tagDetected, count: 1) }
        },
        SharedSteps {
            Swap(.doorTag, for: .posterTag, within: .seconds(5))
        },
        SharedSteps {
            TearAway(.doorTag, after: 3, within: .seconds(5))
        },
        SharedSteps {
            OpenNotification(within: .seconds(5))
        },
        SharedSteps {
            FollowLink("https://example.com/door")
        },
        SharedSteps {
            Inspect(.doorTag, within: .seconds(10)) {
                Is(.type2)
                LinksTo("https://example.com/door")
            }
        },
        SharedSteps {
            Inspect(.doorTag) { Is(.locked) }
        },
        SharedSteps {
            Inspect(.doorTag) { HasChip("NTAG213") }
        },
        SharedSteps {
            Inspect(.doorTag) { Holds(atLeast: 130) }
        },
        SharedSteps {
            Inspect(.doorTag) { HasFree(atLeast: 40) }
        },
        SharedSteps {
            Inspect(.doorTag) { Fits() }
        },
        SharedSteps {
            Inspect(.doorTag) { HasRecords(1) }
        },
        SharedSteps {
            Inspect(.doorTag) { StartsWithLink() }
        },
        SharedSteps {
            Inspect(.doorTag) { LinksTo(host: "example.com") }
        },
        SharedSteps {
            Inspect(.doorTag) { Opens(.doorApp, path: "/door/open") }
        },
        SharedSteps {
            Inspect(.doorTag) { IsClean(upTo: .note) }
        },
        SharedSteps {
            Losing(.shareableConfiguration, times: 1) {
                Begin(.configuration, with: .door)
                Stay(.seconds(2))
            }
        },
        SharedSteps {
            Delaying(.stop, by: .milliseconds(300), times: 1) { Stop(.door, within: .seconds(10)) }
        },
        SharedSteps {
            Doubling(.initialize, times: 1) { Exchange(.configuration, with: .door, within: .seconds(5)) }
        },
        SharedSteps {
            Cutting(.shareableConfiguration, to: 12, times: 1) {
                Begin(.configuration, with: .door)
                Stay(.seconds(2))
            }
        },
        SharedSteps {
            Corrupting(.shareableConfiguration, byte: 5, xor: 0x01, times: 1) {
                Begin(.configuration, with: .door)
                Stay(.seconds(2))
            }
        },
        SharedSteps {
            Simulate(.linkLoss, of: .door)
        },
        SharedSteps {
            Simulating(.uwbSilence, of: .door) { Stay(.seconds(2)) }
        },
        SharedSteps {
            SimulateReader(.aborts)
        },
        SharedSteps {
            SimulatingReader(.unplugged) { Stay(.seconds(2)) }
        },
        SharedSteps {
            Troubling(.cableOut) { Stay(.seconds(2)) }
        },
        SharedSteps {
            Repeat(3) {
                Exchange(.configuration, with: .door, within: .seconds(5))
                Stop(.door, within: .seconds(10))
            }
        },
        SharedSteps {
            Throughout {
                Expect(.retry(.door), count: 0)
            } steps: {
                Exchange(.configuration, with: .door, within: .seconds(5))
                Stay(.seconds(5))
            }
        },
        SharedSteps {
            Together {
                Lane { Exchange(.configuration, with: .door, within: .seconds(5)) }
                Lane { Tap(.doorTag) { Expect(.tagDetected) } }
            }
        },
        SharedSteps {
            Together {
                Lane { Stop(.door, within: .seconds(10)) }
                Lane { Stop(.trunk, within: .seconds(10)) }
            }
        },
        SharedSteps {
            Expect(.ranging(.door), count: .atLeast(4), within: .seconds(3))
            Expect(.disconnected(.door), count: 0, for: .seconds(1))
        },
        SharedSteps {
            Await(.received(.didStop, from: .door), within: .seconds(3))
        },
        SharedSteps {
            Send(.bytes([0x7F]), to: .door)
            NothingElse(for: .seconds(1))
        },
        SharedSteps {
            Require(.updateRate(of: .door), atLeast: .hertz(3))
        },
    ]
}
