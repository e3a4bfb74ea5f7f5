import Ground
import Links
import Recordings
import Traces

/// One value of every case of a link, and of every form of its parts.
enum Samples {
    static let finding = Finding("test.odd", .warning, "two answers\nto one request", offset: 7)

    static let outbound: [Outbound] = {
        var all = bluetoothRequests.map { Outbound.bluetooth("door", $0) }
        all += [.kit(.open), .kit(.bytes([0x20, 0x02, 0x00, 0x00])), .kit(.bytes([])), .kit(.close)]
        all += [
            .reader(.open), .reader(.poll), .reader(.exchange([0x30, 0x04], within: .milliseconds(50))),
            .reader(.exchange([], within: .zero)), .reader(.checkPresence), .reader(.close),
        ]
        for stream in streams {
            all += [.stream(stream, .open), .stream(stream, .bytes([1, 0, 0, 0, 0x0A])), .stream(stream, .bytes([]))]
            all += [.stream(stream, .close), .stream(stream, .reset)]
        }
        all += [
            .discovery(.publish("pad", shownAs: "Küche", strings: ["v=1", "svc="])),
            .discovery(.publish("pad", shownAs: "", strings: [])), .discovery(.withdraw("pad")),
            .discovery(.impersonate("pad", true)), .discovery(.impersonate("pad", false)),
        ]
        all += [.console("door", .write([6, 9, 0x41, 0x0A])), .console("Tür 2", .write([]))]
        return all + stageRequests.map { Outbound.stage($0) }
    }()

    private static let streams = [
        StreamID.dataChannel(of: "accessory"), .agent(of: "pad", connection: 2), .agent(of: "Tür 2", connection: .max),
    ]

    private static let bluetoothRequests: [BluetoothRequest] = [
        .connect(within: .seconds(5)), .find(within: Lapse(nanoseconds: .min)), .frame([2, 0xF7, 1]), .frame([]),
        .frame([UInt8](repeating: 9, count: 70_000)), .pair, .forget, .disconnect,
    ]

    private static let stageRequests: [StageRequest] = [
        .place("door", .metres(4)), .move("door", from: .metres(4), to: .metres(-0.5), at: .metresPerSecond(1.2)),
        .face("door", SeenDirection(azimuth: .degrees(-30.5), elevation: .degrees(10))),
        .turn(by: SeenDirection(azimuth: .degrees(90)), over: .seconds(2)),
        .present("doorTag"), .remove("Tür 🚪"), .tearAway("doorTag", afterAnswers: 3), .swap("doorTag", for: "other"),
        .dropLink("door"), .power("door", .cycle), .power("door", .factoryReset), .silenceUWB("door", true),
        .silenceUWB("door", false),
        .peer("peer", .endSession), .peer("peer", .relaunch), .peer("peer", .allowPermission),
        .screen("tv", .openPicker(service: "game", platforms: [.iOS, .watchOS])), .screen("tv", .pick(name: "Küche")),
        .screen("tv", .leavePicker), .screen("tv", .cancel), .screen("tv", .goOn),
        .screen("tv", .send(type: 7, payload: [1, 2], times: 3, apart: .milliseconds(5))),
        .network(.delayed(by: .milliseconds(200)), true), .network(.losing(permille: 50), false),
        .network(.reordering(permille: 10), true), .network(.cableOut, true),
        .network(.withoutIPv4, true), .network(.withoutIPv6, false), .network(.secondCable, true),
        .network(.silence, true),
        .readerTrouble(.unplugged, true), .readerTrouble(.unplugged, false), .readerTrouble(.aborts, true),
        .readerTrouble(.silent, true), .readerTrouble(.garbles, true), .readerTrouble(.refuses, true),
        .readerTrouble(.forgetsItself, true), .readerTrouble(.overheats, true), .readerTrouble(.overheats, false),
    ]

    static let inbound: [Inbound] = {
        var all = bluetoothEvents.map { Inbound.bluetooth("door", $0) }
        all += [.kit(.opened("DWM3001CDK")), .kit(.bytes([0x60, 0x01, 0x00, 0x01, 0x01])), .kit(.bytes([0x60]))]
        all += readerEvents.map { Inbound.reader($0) }
        all += [
            .stage(.arrived("door")), .stage(.presented("doorTag")), .stage(.removed("doorTag")),
            .stage(.powered("door")), .stage(.turned), .stage(.placed("door")), .stage(.acted("tv")),
            .stage(.readBack(.position("door", .metres(1.5), within: .millimetres(20)))),
            .stage(.readBack(.power("door"))), .stage(.readBack(.tag("doorTag", isPresent: true))),
            .stage(.radio(.ble, of: "door", isBlocked: true)), .stage(.radio(.uwb, of: "door", isBlocked: false)),
            .stage(.readBack(.radio(.uwb, of: "door", isBlocked: true))),
            .discovery(.published("pad", as: "Küche #2", pin: "00")),
            .discovery(.withdrawn("pad")), .console("door", "boot \u{1B}[31m 1.2"), .console("door", ""),
        ]
        for stream in streams {
            all += [.stream(stream, .opened("Door")), .stream(stream, .bytes([1, 0, 0, 0, 0x02, 9]))]
            all += [.stream(stream, .bytes([UInt8](repeating: 3, count: 70_000))), .stream(stream, .closed("gone"))]
            all += [.remote, .reset, .unacknowledged, .other(text: "x")].map { .stream(stream, .ended($0)) }
        }
        for link in [
            LinkID.bluetooth("door"), .kit, .reader, .console("door"), .stage, .discovery, .stream(streams[1]),
        ] {
            all.append(.fault(link, RigFault("the cable is out", remedy: "Put it in")))
            all.append(.finding(link, finding))
        }
        return all
    }()

    private static let bluetoothEvents: [BluetoothEvent] = [
        .discovered(
            Advertisement(
                address: BluetoothAddress(value: 0xC0FF_EE00_0001, kind: .random), rssi: -61, name: "Door",
                services: ["FFF0", "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"])),
        .discovered(Advertisement(address: BluetoothAddress(value: 1), rssi: nil, name: nil, services: [])),
        .connected(BluetoothAddress(value: 0x0011_2233_4455)), .connectFailed("not found"), .frame([0x0B, 1, 2]),
        .frame([]), .encrypted(LinkSecurity(isSecureConnections: true, isBonded: false, keySize: 16)),
        .encrypted(LinkSecurity(isSecureConnections: false, isBonded: true, keySize: 7)), .pairingFailed("no key"),
        .connectionParametersRequested(.iPhone), .finding(finding), .finding(Finding("test.odd", .note, "")),
        .finding(Finding("test.odd", .fault, "x", offset: 0)), .disconnected(.remote),
        .disconnected(.supervisionTimeout),
        .disconnected(.local), .disconnected(.authentication), .disconnected(.other(text: "0x2A")),
        .pairingBegan,
    ]

    private static let readerEvents: [ReaderEvent] = [
        .opened("pn532_uart"), .tagFound(identity), .tagFound(TagIdentity(uid: [1, 2, 3, 4], atqa: 4, sak: 8)),
        .tagsFound([identity, identity]), .tagsFound([]), .noTag, .response([0x90, 0x00]), .response([]),
        .exchangeFailed("timeout"), .tagPresent, .tagAbsent, .lost("unplugged"),
        .readerFailed("chip"),
    ]

    static let identity = TagIdentity(
        uid: [0x04, 1, 2, 3, 4, 5, 6], atqa: 0x0344, sak: 0x20, ats: [0x75, 0x77, 0x81, 0x02])

    static let header = TraceHeader(
        scenario: "fullFlow", rig: "simulated", seed: 7, program: "trammel test",
        wallClock: WallInstant(nanoseconds: 1_714_979_289_000_000_000), start: Instant(nanoseconds: 12),
        accessories: ["door", "gate"], hasKit: true, hasReader: false, scenarioText: "{\"version\":1}", rigText: "")

    static let packet = CapturedPacket(
        instant: WallInstant(nanoseconds: 1_714_979_289_100_000_000), linkType: .bluetoothLinuxMonitor, interface: 3,
        direction: .outbound, bytes: [0, 0, 0, 2, 3, 0x0C, 0])

    /// Every event, with frames numbered as in a run.
    static let events: [TraceEvent] = {
        var events: [TraceEvent] = [.began(header)]
        var number = 0
        var instant = Instant(nanoseconds: 12)
        for item in outbound {
            number += 1
            instant = instant + .microseconds(150)
            events.append(.sent(item, at: instant, number: number))
        }
        events.append(.waited(until: instant, deadline: .never))
        events.append(.waited(until: instant, deadline: instant - .microseconds(1)))
        events.append(.clock(instant))
        events.append(.stoodStill(since: instant - .milliseconds(25), until: instant))
        events.append(
            .journal(TraceNote("zone", at: instant, link: .bluetooth("door"), text: "enters far\u{202E}", line: [0x7B]))
        )
        events.append(.kernel(packet))
        for item in inbound {
            number += 1
            instant = instant + .microseconds(250)
            let now = instant + .microseconds(3)
            events.append(.received(Arrival(item, at: instant), now: now, number: number))
        }
        events.append(.gap("the disk was full"))
        events.append(.interrupted(at: .never))
        events.append(.journal(TraceNote("step", at: .start, text: "", line: [])))
        events.append(.ended(verdict: "failed", reason: "expected far"))
        events.append(.ended(verdict: "passed", reason: nil))
        return events
    }()

    /// A small header with a vendor-specific data channel.
    static let smallHeader = TraceHeader(
        scenario: "s", rig: "r", seed: 1, program: "p", wallClock: WallInstant(nanoseconds: 0),
        start: .start,
        accessories: ["door"], hasKit: true, hasReader: true, scenarioText: "", rigText: "",
        channels: [
            "door": try! DataChannelProfile(
                "service=FFF0,write=FFF1,notify=FFF2,writeType=withoutResponse,messages=initialize:A0")
        ])

    /// Returns a run with this many frames on one link.
    static func numbered(_ count: Int) -> [TraceEvent] {
        var events: [TraceEvent] = [.began(header)]
        for number in 1...count {
            events.append(
                .sent(.bluetooth("door", .frame([0x52, 6, 0, 1])), at: Instant(nanoseconds: 50), number: number))
        }
        events.append(.ended(verdict: "passed", reason: nil))
        return events
    }

    /// A run with a frame of each kind, in few bytes.
    static let shortRun: [TraceEvent] = [
        .began(smallHeader), .sent(.kit(.bytes([0x20, 0x02, 0, 0])), at: .start, number: 1),
        .clock(Instant(nanoseconds: 0x0102)),
        .waited(until: Instant(nanoseconds: 0x0304), deadline: Instant(nanoseconds: 0x0203)),
        .received(Arrival(.bluetooth("door", .frame([0x0B, 1])), at: .start), now: .start, number: 2),
        .sent(.reader(.exchange([0x30, 4], within: .zero)), at: .start, number: 3),
        .received(Arrival(.kit(.bytes([0x60, 1, 0, 1])), at: .start), now: .start, number: 4),
        .journal(TraceNote("zone", at: .start, text: "far", line: [0x7B])), .ended(verdict: "passed", reason: nil),
    ]

    /// Returns the events as the blocks of one trace.
    static func blocks(of events: [TraceEvent] = events) -> [[UInt8]] {
        var writer = TraceWriter()
        return events.map { writer.bytes(for: $0) }
    }
}

extension TraceEvent {
    /// The event without the file offset, which only reading provides.
    var placeless: TraceEvent {
        guard case .kernel(var packet) = self else { return self }
        packet.offset = 0
        return .kernel(packet)
    }
}
