import ScenarioKit

extension ScenarioGroup {
    /// The traffic of application services (network.md, section 0, point 1), and its disturbance by networks.
    static let traffic = ScenarioGroup(suite: .companions, tags: [.quick], phone: .playing(.pad)) {
        for rate in [1, 10, 50] {
            Scenario(
                "heartRate", "Values from a wrist arrive one by one, at a given rate", argument: "\(rate)",
                covers: [.servicePoint(.p1)]
            ) {
                Play(.padConnected)
                Play(.moves(rate * 5, apart: .milliseconds(1000 / rate), within: .seconds(12)))
            }
        }

        Scenario("controllerInput", "Controller input, 125 times a second", covers: [.servicePoint(.p1)]) {
            Play(.padConnected)
            Play(.moves(500, apart: .milliseconds(8), within: .seconds(15)))
        }

        Scenario(
            "bulkBesideInput", "Large frames in the other direction do not delay input", covers: [.servicePoint(.p1)]
        ) {
            Play(.padConnected)
            // The app has the connection before the screen knows: data that the screen sends too early is lost.
            Stay(.seconds(1))
            Let(
                .tv, .send(type: 64, payload: [UInt8](repeating: 7, count: 16_000), times: 50, apart: .milliseconds(20))
            )
            Play(.moves(100, apart: .milliseconds(10), within: .seconds(15)))
            Expect(.companion(.pad, .frame(type: 64)), count: .atLeast(50), within: .seconds(10))
                .otherwise(
                    "frames that its app sends do not arrive", code: "screen.losesFrames", when: .tooFewCame,
                    .nothingCame)
        }

        Scenario(
            "unknownFrames", "A frame of an unknown type, or an empty one, is skipped",
            suite: .robustness, tags: [.robustness], covers: [.serviceCase(.c27)]
        ) {
            Play(.padConnected)
            Let(.pad, .send(type: 99, payload: [1, 2, 3]))
            Let(.pad, .send(type: 0, payload: []))
            Let(.pad, .send(type: 98, payload: [UInt8](repeating: 1, count: 65_536)))
            Play(.moves(5, apart: .milliseconds(20), within: .seconds(5)))
            Expect(.companion(.pad, .connected), count: 1)
        }

        Scenario(
            "hugeFrame", "The screen does not wait for a frame of 4 GB", suite: .robustness,
            tags: [.quick, .robustness],
            covers: [.serviceCase(.c27)]
        ) {
            Play(.padConnected)
            Let(.pad, .announce(length: .max))
            Await(.companion(.pad, .closed), within: .seconds(5))
                .otherwise(
                    "it does not end a connection that announces 4 GB", code: "screen.unboundedFrame",
                    when: .nothingCame)
        }

        Scenario(
            "reversedHeader",
            "The screen does not wait for the 83 MB that a big-endian header announces",
            suite: .robustness, tags: [.quick, .robustness], covers: [.serviceCase(.c27)]
        ) {
            Play(.padConnected)
            Stay(.seconds(1))
            Let(.pad, .announce(length: UInt32(5).byteSwapped))
            Await(.companion(.pad, .closed), within: .seconds(5))
                .otherwise(
                    "it does not end a connection that announces 83 MB", code: "screen.unboundedFrame",
                    when: .nothingCame)
        }

        Scenario(
            "oddText", "UTF-16 text and half a character are no moves, and do not end the connection",
            suite: .robustness, tags: [.robustness], covers: [.serviceCase(.c28)]
        ) {
            Play(.padConnected)
            Let(.pad, .send(type: 1, payload: [0xFF, 0xFE, 0x31, 0x00]))
            Let(.pad, .send(type: 1, payload: [0xFF, 0xFE, 0x31]))
            Let(.pad, .send(type: 1, payload: [0xC3]))
            Play(.moves(5, apart: .milliseconds(20), within: .seconds(5)))
            Expect(.companion(.pad, .connected), count: 1)
        }

        Scenario("lossyNetwork", "Lost packets cost time, and no move", covers: [.serviceCase(.c26)]) {
            Play(.padConnected)
            Troubling(.losing(permille: 50)) {
                Play(.moves(100, apart: .milliseconds(20), within: .seconds(60)))
            }
        }

        Scenario("slowNetwork", "A slow network costs time, and no move", covers: [.serviceCase(.c26)]) {
            Troubling(.delayed(by: .milliseconds(200))) {
                Play(.padConnected)
                Troubling(.reordering(permille: 100)) {
                    Play(.moves(50, apart: .milliseconds(20), within: .seconds(20)))
                }
            }
        }

        for (family, other) in [(4, NetworkDisturbance.withoutIPv6), (6, .withoutIPv4)] {
            Scenario(
                "addressFamily", "A network with only one address family is enough", argument: "\(family)",
                covers: [.serviceCase(.c30)]
            ) {
                // Until the tablet is known by both kinds, and then until each side has announced that one is gone.
                Stay(.seconds(3))
                Troubling(other) {
                    Stay(.seconds(3))
                    Play(.padConnected)
                    Play(.moves(5, apart: .milliseconds(20), within: .seconds(5)))
                }
            }
        }

        Scenario(
            "twoInterfaces", "A companion that is reachable over two interfaces is connected once",
            covers: [.serviceCase(.c30)]
        ) {
            Troubling(.secondCable) {
                // Until each side has announced itself over the second path as well.
                Stay(.seconds(3))
                Play(.padConnected)
                Stay(.seconds(2))
                Expect(.companion(.pad, .invited), count: 1)
                    .otherwise(
                        "it invites more than once over two interfaces", code: "screen.asksAgain", when: .tooManyCame)
                Play(.padConnectedOnce)
                Play(.moves(5, apart: .milliseconds(20), within: .seconds(5)))
                Play(.padConnectedOnce)
            }
        }

        Scenario(
            "cableOut", "A cable that is unplugged for a while ends the connection, without blind retries",
            suite: .robustness, tags: [.quick, .robustness], covers: [.serviceCase(.c31), .serviceCase(.c16)]
        ) {
            Play(.padConnected)
            Play(.padInvitedOnce)
            Troubling(.cableOut) { Stay(.seconds(20)) }
            Expect(.companion(.pad, .failed(with: .timedOut)), count: 1)
            Stay(.seconds(10))
            Expect(.companion(.pad, .connectRequested), count: 1)
                .otherwise("it reconnects after ETIMEDOUT", code: "screen.retriesBlindly", when: .tooManyCame)
        }
    }
}
