import GATT
import Ground
import Links
import NearbyInteraction
import Simulators

/// A handwritten recording, frame by frame, with instants in milliseconds.
struct HandRecording {
    static let name: AccessoryName = "door"
    private(set) var frames: [RecordedFrame] = []

    mutating func sent(_ request: BluetoothRequest, at milliseconds: Int) {
        add(.sent(.bluetooth(Self.name, request)), milliseconds)
    }

    mutating func received(_ event: BluetoothEvent, at milliseconds: Int) {
        add(.received(.bluetooth(Self.name, event)), milliseconds)
    }

    mutating func staged(_ request: StageRequest, at milliseconds: Int) {
        add(.sent(.stage(request)), milliseconds)
    }

    /// Adds a PDU of the phone.
    mutating func phone(_ pdu: ATTPDU, at milliseconds: Int) { sent(.frame(pdu.encoded), at: milliseconds) }

    /// Adds a PDU of the accessory.
    mutating func accessory(_ pdu: ATTPDU, at milliseconds: Int) { received(.frame(pdu.encoded), at: milliseconds) }

    /// Adds a request of the phone with its answer.
    mutating func exchange(_ request: ATTPDU, _ response: ATTPDU, at milliseconds: Int, after delay: Int = 10) {
        phone(request, at: milliseconds)
        accessory(response, at: milliseconds + delay)
    }

    mutating func connect(at milliseconds: Int) {
        received(.connected(BluetoothAddress(value: 1, kind: .random)), at: milliseconds)
    }

    mutating func console(_ line: String, at milliseconds: Int) {
        add(.received(.console(Self.name, line)), milliseconds)
    }

    func recording(playsStage: Bool = false) -> AccessoryRecording {
        AccessoryRecording(
            of: Self.name, in: frames, since: .start, advertisedName: "Hand made", playsStage: playsStage)
    }

    private mutating func add(_ content: RecordedFrame.Content, _ milliseconds: Int) {
        frames.append(
            RecordedFrame(content, at: .start + .milliseconds(milliseconds), number: frames.count + 1))
    }
}

/// A recorded accessory with an independent GATT client, in virtual time and without delays.
struct RecordedBench {
    enum Event: Hashable {
        case frame([UInt8])
        case told(AttributeHandle, [UInt8])
        case hungUp
        case lost
        case asksForSecurity
        case advertises
    }

    var accessory: RecordedAccessory
    private(set) var now = Instant.start
    private(set) var log: [(event: Event, at: Instant)] = []
    private var client: GATTClient
    private var outcomes: [(id: ProcedureID, outcome: GATTOutcome)] = []

    init(_ recording: AccessoryRecording, mtu: UInt16 = 517) {
        accessory = RecordedAccessory(recording)
        client = GATTClient(ownMTU: mtu)
    }

    /// The events, without their instants.
    var events: [Event] { log.map(\.event) }

    mutating func connect() { carryOut(accessory.connected(at: now)) }

    mutating func disconnect() { carryOut(accessory.disconnected(at: now)) }

    mutating func pass(_ span: Lapse) {
        let end = now + span
        while let due = accessory.deadline, due <= end {
            now = max(now, due)
            carryOut(accessory.advance(to: now))
        }
        now = max(now, end)
    }

    /// Sends one PDU to the accessory, past the client.
    mutating func send(_ pdu: ATTPDU) { carryOut(accessory.receive(pdu.encoded, at: now)) }

    /// Returns the result of a client's procedure within two seconds.
    mutating func run(
        _ procedure: (inout GATTClient, Instant) -> GATTClient.Begun
    ) -> GATTOutcome? {
        let (id, effects) = procedure(&client, now)
        carryOut(effects)
        let end = now + .seconds(2)
        while true {
            if let outcome = outcomes.last(where: { $0.id == id })?.outcome { return outcome }
            guard let due = accessory.deadline, due <= end else { break }
            pass(max(due - now, .zero))
        }
        return nil
    }

    private mutating func carryOut(_ effects: [SimulatedAccessoryEffect]) {
        for effect in effects {
            switch effect {
            case .frame(let bytes):
                log.append((.frame(bytes), now))
                carryOut(client.receive(bytes, at: now))
            case .hangUp: log.append((.hungUp, now))
            case .loseLink: log.append((.lost, now))
            case .requestSecurity: log.append((.asksForSecurity, now))
            case .advertise: log.append((.advertises, now))
            case .stopAdvertising, .requestParameters, .range, .endRanging, .console: break
            }
        }
    }

    private mutating func carryOut(_ effects: [GATTClientEffect]) {
        for effect in effects {
            switch effect {
            case .send(let bytes): carryOut(accessory.receive(bytes, at: now))
            case .notified(let handle, let value), .indicated(let handle, let value):
                log.append((.told(handle, value), now))
            case .completed(let id, let outcome): outcomes.append((id, outcome))
            case .settledMTU, .served, .finding, .dead: break
            }
        }
    }
}
