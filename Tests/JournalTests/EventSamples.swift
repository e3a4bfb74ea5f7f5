import ApplicationServices
import FirmwareIdentity
import GATT
import Ground
import NearbyInteraction
import TagRouting
import UWB
import Vocabulary

@testable import NDEF

/// One event of each kind, or more if a kind has several forms.
enum EventSamples {
    static let all: [PhoneEvent] =
        channel.map { .channel(accessory: "door", event: $0) } + nearby.map { .nearby(accessory: "door", event: $0) }
        + own + tag.map { .tag(event: $0) }

    private static let advertisement = Advertisement(
        address: BluetoothAddress(value: 0xAABB_CCDD_EEFF, kind: .random), rssi: -60,
        name: "Door", services: ["FE59"])

    private static let channel: [ChannelEvent] = [
        .discovered(advertisement: advertisement), .found(advertisement: advertisement),
        .connected(address: advertisement.address), .connectFailed(reason: "not found"), .opened(peer: "Door"),
        .notOpened(reason: "refused"), .linked(mtu: 23),
        .ready(mtu: 247, profile: "Nordic UART"), .setUpFailed(reason: "no service"), .securing,
        .encrypted(security: LinkSecurity(isSecureConnections: true, isBonded: false)),
        .pairingFailed(reason: "authentication"),
        .writeRefused(message: .initialize, error: .insufficientAuthentication),
        .backgroundConfiguration(bytes: [1, 2]), .backgroundRefused(error: .insufficientEncryption),
        .noBackgroundService,
        .identified(readings: [
            IdentityReading(
                .deviceInformation, .text(field: .firmwareRevision, text: "1.2.3", zeros: 1),
                bytes: [0x31, 0x2E, 0x32, 0x2E, 0x33, 0]),
            IdentityReading(
                .management,
                .images(slots: [
                    ImageSlot(
                        slot: 0, version: "1.2.3", hash: ImageHash([UInt8](repeating: 0xAB, count: 32)),
                        isConfirmed: true, isActive: true)
                ]), bytes: [9, 0]),
            IdentityReading(.management, .nothing(gap: .refused(code: 5, field: nil))),
        ]),
        .parametersRequested(parameters: .iPhone, isAcceptable: false),
        .reconnecting(attempt: 2), .lost(reason: .supervisionTimeout), .lost(reason: .other(text: "0x3E")),
    ]

    private static let token = DiscoveryToken(rawValue: 7, phoneAt: ShortAddress(rawValue: 0x1234))
    private static let finding = Finding("test.odd", .warning, "odd", offset: 3)

    private static var shareable: [ShareableConfigurationData] {
        StaticSTSInitialization([1, 2, 3, 4, 5, 6]).map {
            [
                ShareableConfigurationData(
                    version: .v20, sessionID: 5, initialization: $0, address: ShortAddress(rawValue: 9))
            ]
        } ?? []
    }

    private static let nearby: [NearbyEvent] =
        [
            .received(message: .configuration), .told(bytes: [0x31, 1]), .prompted, .answered(answer: .allowOnce),
            .sessionDidStartRunning,
            .accessoryDidStart, .accessoryDidStop,
            .didUpdate(object: NearbyObject(token: token, distance: nil)),
            .didUpdate(
                object: NearbyObject(
                    token: token, distance: .metres(2), azimuth: Bearing(Angle(rawValue: -128), merit: 90),
                    quality: .good, meanInterval: .milliseconds(200))),
            .peerStillRanges(distance: .metres(1)), .didRemove(reason: .timeout), .sessionWasSuspended,
            .sessionSuspensionEnded, .paused, .invalidatedByApp, .retry(attempt: 1),
            .gaveUp(attempts: 3, reason: .attemptsSpent), .didInvalidate(code: .userDidNotAllow),
            .configurationThrew(code: .invalidConfiguration),
            .addressClash(with: "trunk"), .ranWithPeer(token: token, interval: .milliseconds(200)),
            .peerMeasured(distance: .metres(2)), .finding(finding: finding),
        ] + shareable.map { .didGenerateShareableConfigurationData(data: $0, token: token) }

    private static let own: [PhoneEvent] = [
        .sent(accessory: "door", message: .stop),
        .tampered(accessory: "door", message: .shareableConfiguration, tampering: .withhold),
        .tampered(accessory: "door", message: .shareableConfiguration, tampering: .delay(span: .milliseconds(5))),
        .tampered(accessory: "door", message: .shareableConfiguration, tampering: .repeat(times: 2)),
        .tampered(accessory: "door", message: .shareableConfiguration, tampering: .cut(to: 3)),
        .tampered(accessory: "door", message: .shareableConfiguration, tampering: .corrupt(byte: 1, xor: 255)),
        .distance(accessory: "door", measured: .metres(3), smoothed: nil),
        .zone(accessory: "door", change: ZoneChange(.entered, "near", at: .metres(1.4))),
        .feature(accessory: "door", feature: "light", isOn: true), .kitReady(name: "DWM3001CDK"),
        .kitRanging(accessory: "door"), .kitRound(accessory: "door"), .kitRound(accessory: "door", failure: .sts),
        .blindProbe(accessory: "door"),
        .companion(name: "pad", event: .published(name: "Pad #2", pin: "00")),
        .companion(name: "pad", event: .withdrawn),
        .companion(name: "pad", event: .reached(connection: 1, peer: "a screen")),
        .companion(name: "pad", event: .notReached(reason: "no certificate")),
        .companion(name: "pad", event: .invited(service: "game")),
        .companion(name: "pad", event: .prompted(service: "game")),
        .companion(name: "pad", event: .answered(service: "game", isAllowed: true)),
        .companion(name: "pad", event: .launched(bundle: "app")),
        .companion(
            name: "pad", event: .state(object: ServiceObject(.companion, .connection, 1), state: .failed(.reset))),
        .companion(name: "pad", event: .parked(connection: 2)),
        .companion(name: "pad", event: .connectRequested(connection: 2, refusal: nil)),
        .companion(
            name: "pad", event: .connectRequested(connection: 3, refusal: ServiceRefusal(differing: [.framer]))),
        .companion(
            name: "pad",
            event: .resumed(
                connection: ServiceObject(.companion, .connection, 2), listener: ServiceObject(.companion, .listener, 1)
            )),
        .companion(name: "pad", event: .received(type: 1, payload: [1])),
        .companion(name: "pad", event: .sent(type: 2, payload: [])),
        .companion(name: "pad", event: .unsent(type: 2, payload: [3])),
        .companion(name: "pad", event: .acknowledged(move: 1)), .companion(name: "pad", event: .moveLost(move: 2)),
        .companion(name: "pad", event: .moveDoubled(move: 3)),
        .finding(link: .kit, finding: finding),
        .fault(link: .reader, fault: RigFault("it is gone", remedy: "plug it in")),
        .waits(link: .stage, reason: "the phone to be moved"),
    ]

    private static let site = try? LinkURL("https://example.com/door?door=1")
    private static var links: [LinkURL] { site.map { [$0] } ?? [] }
    private static let conditions = PhoneConditions()
    private static let identity = TagIdentity(uid: [4, 1, 2, 3, 4, 5, 6], atqa: 0x44, sak: 0)

    private static var contents: [TagContents] {
        guard let type2 = try? Type2Capability(decoding: [0xE1, 0x10, 0x12, 0x00]) else { return [] }
        return [
            TagContents(capability: .type2(capability: type2), message: [0xD0, 0, 0]),
            TagContents(capability: .type2(capability: type2), message: nil, findings: [finding]),
        ]
    }

    private static var decisions: [RouteDecision] {
        let router = TagRouter(apps: [])
        return ["https://example.com/door", "tel:123", "x-other:1", "X-HM://0024P1VMC1234"].map {
            router.route(uri: $0, conditions: conditions)
        }
    }

    private static let tag: [TagEvent] =
        [
            .readerReady(name: "PN532"), .readerLost(reason: "unplugged"),
            .readerBack(name: "PN532", after: .seconds(1)), .readingOff(reason: .airplaneMode), .readingOn,
            .ignored(reason: .displayOff),
            .detected(tag: identity), .several(tags: [identity, identity]), .unreadable(reason: "no answer"),
            .tornAway(reason: "no answer"), .gone, .finding(finding: finding), .banner, .unlockAsked(number: 1),
            .unlocked, .unlockFailed(number: 1), .nothingToTap,
        ]
        + contents.map { .read(contents: $0, commands: 5) } + decisions.map { .routed(decision: $0) }
        + contents.flatMap { contents in
            decisions.map {
                .inspected(facts: TagFacts(contents), contents: contents, decision: $0, findings: [finding])
            }
        }
        + decisions.map(\.destination).flatMap { destination -> [TagEvent] in
            [
                .notified(destination: destination, number: 1), .leftAlone(destination: destination, number: 2),
                .tapped(destination: destination), .dropped(destination: destination),
            ]
        }
        + links.flatMap { url -> [TagEvent] in
            let activity = BrowsingActivity(webpageURL: url, message: nil)
            return [
                .delivered(input: .activity(activity: activity), to: .app(identifier: "a.b", url: url), by: 1),
                .delivered(input: .url(url: url), to: .browser(url: url), by: nil),
                .delivered(input: .unhandled(url: url), to: .app(identifier: "a.b", url: url), by: 1),
                .followed(link: url.text, decision: decisions[0]),
            ]
        }
}
