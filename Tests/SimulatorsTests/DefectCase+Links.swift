import GATT
import Ground
import Links
import NearbyInteraction
import Simulators

// The link, pairing and the service for background sessions.
extension DefectCase {
    private static func initialized(_ bench: inout AccessoryBench) -> String {
        bench.connect()
        _ = bench.initialize(wait: .seconds(1))
        return bench.ids + " " + bench.linkEvents
    }

    static let links: [DefectCase] = [
        DefectCase(.doesNotAdvertise, healthy: "true", defective: "false") { bench in
            "\(bench.surroundings.advertisement(of: AccessoryBench.name) != nil)"
        },
        DefectCase(.advertisesNoService, healthy: "1", defective: "0") { bench in
            "\(bench.surroundings.advertisement(of: AccessoryBench.name)?.services.count ?? -1)"
        },
        DefectCase(.advertisesWrongService, healthy: "true", defective: "false") { bench in
            let content = bench.surroundings.advertisement(of: AccessoryBench.name)
            return "\(content?.services == [bench.model.profile.service])"
        },
        DefectCase(.wrongService, healthy: "1 ", defective: "1 180F") { bench in
            _ = initialized(&bench)
            let other = bench.services.first { $0.uuid == AttributeUUID(0x180F) }
            return bench.ids + " " + (other.map { "\($0.uuid)" } ?? "")
        },
        DefectCase(.stopsAdvertisingAfterDisconnect, healthy: "advertises", defective: "") { bench in
            bench.connect()
            bench.leave()
            bench.pass(.seconds(60))
            return bench.linkEvents
        },
        DefectCase(.slowToAdvertise, healthy: "advertises", defective: ", then advertises") { bench in
            bench.connect()
            bench.leave()
            bench.pass(.seconds(7))
            let soon = bench.linkEvents
            bench.pass(.seconds(2))
            return soon == bench.linkEvents ? soon : soon + ", then " + bench.linkEvents
        },
        DefectCase(.hangsUpOnConnection, healthy: "", defective: "hung up, advertises") { bench in
            bench.connect()
            return bench.linkEvents
        },
        DefectCase(.hangsUpOnInitialize, healthy: "1 ", defective: " hung up, advertises", initialized),
        DefectCase(.resetsOnFirstMessage, healthy: "1 , then 1", defective: " lost, advertises, then 1") { bench in
            let first = initialized(&bench)
            if !bench.isConnected { bench.connect() }
            bench.log = []
            _ = bench.initialize()
            return first + ", then " + bench.ids
        },
        DefectCase(.hangsUpOnConfigureAndStart, healthy: "1 2 ", defective: "1 hung up, advertises") { bench in
            bench.connect()
            bench.start()
            return bench.ids + " " + bench.linkEvents
        },
        DefectCase(.hangsUpWhileRanging, healthy: "1 2 ", defective: "1 2 hung up, advertises") { bench in
            bench.connect()
            bench.start()
            bench.pass(.seconds(1))
            return bench.ids + " " + bench.linkEvents
        },
        DefectCase(.hangsUpOnStop, healthy: "1 2 3 ", defective: "1 2 hung up, advertises") { bench in
            bench.connect()
            bench.start()
            bench.stop()
            return bench.ids + " " + bench.linkEvents
        },
        DefectCase(
            .crashesOnInitializeBeforeSubscription, healthy: " , then 1", defective: " lost, advertises, then "
        ) { bench in
            bench.connect(subscribing: false)
            _ = bench.initialize(wait: .seconds(1))
            let before = bench.ids + " " + bench.linkEvents
            bench.subscribe()
            _ = bench.initialize()
            return before + ", then " + bench.ids
        },
        DefectCase(.bootLateNeedsDelay, healthy: "1, then 1 1", defective: ", then 1") { bench in
            bench.connect()
            _ = bench.initialize(wait: .milliseconds(600))
            let first = bench.ids
            _ = bench.initialize()
            return first + ", then " + bench.ids
        },
        DefectCase(.connectionStormSlotLeak, healthy: "12", defective: "9") { bench in
            for _ in 0..<12 {
                bench.connect()
                bench.leave()
            }
            return "\(bench.log.filter { if case .advertises = $0.event { true } else { false } }.count)"
        },
        DefectCase(.requestsBadConnectionParameters, healthy: "true", defective: "false") { bench in
            bench.connect()
            bench.pass(.seconds(10))
            return
                "\(bench.log.allSatisfy { if case .asksFor(let wanted) = $0.event { wanted.isDecent } else { true } })"
        },
    ]

    private static func kind(_ outcome: GATTOutcome?) -> String {
        switch outcome {
        case .value(let value): value.allSatisfy { $0 == 0 } ? "zeroes" : "\(value.count) bytes"
        case .failed(.refused(let code, _)): code.rawValue.hexadecimal
        case nil: "nothing"
        case let other?: "\(other)"
        }
    }

    private static let data = BackgroundService.accessoryConfigurationData

    static let bonds: [DefectCase] = [
        DefectCase(.noBackgroundService, healthy: "0x05", defective: "nothing") { bench in
            bench.connect()
            return kind(bench.read(data))
        },
        DefectCase(.backgroundConfigurationUnencrypted, healthy: "0x05", defective: "37 bytes") { bench in
            bench.connect()
            return kind(bench.read(data))
        },
        DefectCase(
            .zeroesBackgroundConfiguration, healthy: "37 bytes, then 37 bytes", defective: "37 bytes, then zeroes"
        ) {
            bench in
            bench.connect()
            bench.encrypt()
            guard let configuration = bench.initialize() else { return "nothing" }
            let before = kind(bench.read(data))
            _ = bench.configure(configuration)
            return before + ", then " + kind(bench.read(data))
        },
        DefectCase(.staleBackgroundConfiguration, healthy: "true, then true", defective: "true, then false") { bench in
            bench.connect()
            bench.encrypt()
            let first = bench.initialize()?.encoded
            let before = bench.read(data) == first.map { .value($0) }
            let second = bench.initialize()?.encoded
            return "\(before), then \(bench.read(data) == second.map { .value($0) })"
        },
        DefectCase(.cannotPair, healthy: "true", defective: "false") { bench in
            bench.connect()
            return "\(bench.encrypt())"
        },
        DefectCase(.asksForPairing, healthy: "", defective: "asks for security") { bench in
            bench.connect()
            return bench.linkEvents
        },
        DefectCase(.losesBondOnReboot, healthy: "true", defective: "false") { bench in
            bench.connect()
            bench.encrypt()
            bench.leave()
            bench.power(.cycle)
            bench.connect()
            return "\(bench.encrypt(phoneHasKey: true))"
        },
        DefectCase(.rejectsBondedReconnect, healthy: "true", defective: "false") { bench in
            bench.connect()
            bench.encrypt()
            bench.leave()
            bench.connect()
            return "\(bench.encrypt(phoneHasKey: true))"
        },
        DefectCase(.refusesPairingAgain, healthy: "true", defective: "false") { bench in
            bench.connect()
            bench.encrypt()
            bench.leave()
            bench.connect()
            return "\(bench.encrypt(phoneHasKey: false))"
        },
        DefectCase(.deafAfterPairing, healthy: "true, then true", defective: "false, then true") { bench in
            bench.connect()
            bench.encrypt()
            let first = bench.initialize() != nil
            bench.leave()
            bench.connect()
            bench.encrypt(phoneHasKey: true)
            return "\(first), then \(bench.initialize() != nil)"
        },
    ]
}

extension RequestedParameters {
    /// Whether the parameters are within Apple's limits for accessories (nearby-interaction.md 1.4).
    fileprivate var isDecent: Bool {
        let event = maximumInterval * (Int(latency) + 1)
        return minimumInterval >= .milliseconds(15) && minimumInterval + .milliseconds(15) <= maximumInterval
            && latency <= 30 && supervisionTimeout >= .seconds(2) && supervisionTimeout <= .seconds(6)
            && event <= .seconds(2) && event * 3 < supervisionTimeout
    }
}
