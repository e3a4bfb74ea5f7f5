import ATT
import FirmwareIdentity
import GATT
public import Ground

/// Reads what an accessory says of its firmware, over GATT: one request after the other.
///
/// First the Device Information Service, then the management server: which images there are, and what the system tells
/// of itself; at last a characteristic of the maker's own where a plan names one, so that one that hangs hides nothing
/// that the others say. Nothing is written but questions, and the subscription to their answers. What is missing,
/// refused or garbled becomes a reading too. Sheet gate.md, sections 6.2 and 6.4.
struct Identification: Sendable {
    /// What is to be asked of the GATT client next.
    enum Ask: Sendable {
        case service(AttributeUUID)
        case characteristics(Service)
        case read(AttributeHandle)
        case subscribe(Characteristic)
        case write([UInt8], AttributeHandle)
        /// An answer by notification is waited for.
        case wait
        /// Everything was asked for.
        case end
    }

    private typealias Field = (field: DeviceInformation, handle: AttributeHandle)

    private enum State: Sendable {
        case informationService
        case informationCharacteristics
        case value(DeviceInformation)
        case shownService(HashPlace)
        case shownCharacteristics(HashPlace)
        case shownValue(HashPlace)
        case managementService
        case managementCharacteristics
        case subscription(Characteristic)
        /// The question is on its way, or its answer is.
        case question(Question)
        case ended
    }

    private struct Question: Sendable {
        let read: SMPRead
        let version: SMPHeader.Version
        let sequence: UInt8
        let handle: AttributeHandle
        /// When no answer is waited for any more.
        let due: Instant
        /// The sequence number of the last answer to something else.
        var foreign: UInt8?
    }

    /// How long one answer of the management server may take; the rig's own choice.
    static let answerLimit = Span.seconds(3)
    /// No more values are read than there are characteristics to read.
    private static let fieldLimit = DeviceInformation.allCases.count

    /// Tells the outcomes of this one from those of one before.
    let number: Int
    /// When it ends, whatever is missing.
    private let deadline: Instant
    private(set) var readings: [IdentityReading] = []
    private var state = State.informationService
    private var fields: [Field] = []
    private var fragments = SMPFragments()
    private var sequence: UInt8 = 0

    /// The characteristic of the maker's own that is still to be read.
    private var shown: HashPlace?

    init(number: Int, reading shown: HashPlace? = nil, until deadline: Instant) {
        (self.number, self.shown, self.deadline) = (number, shown, deadline)
    }

    /// When `advance(to:)` must be called next.
    var due: Instant {
        if case .question(let question) = state { min(question.due, deadline) } else { deadline }
    }

    func start() -> Ask { .service(AttributeUUID(DeviceInformation.service)) }

    // MARK: What comes

    /// A request has ended.
    mutating func proceed(_ outcome: GATTOutcome, at now: Instant) -> Ask {
        switch (state, outcome) {
        case (.informationService, .services(let found)):
            guard let service = found.first else { return lookForManagement(missing: .absent) }
            state = .informationCharacteristics
            return .characteristics(service)
        case (.informationCharacteristics, .characteristics(let found)):
            for item in found where item.properties.contains(.read) && fields.count < Self.fieldLimit {
                guard let uuid = item.uuid.assigned, let field = DeviceInformation(uuid: uuid),
                    !fields.contains(where: { $0.field == field })
                else { continue }
                fields.append((field, item.valueHandle))
            }
            return fields.isEmpty ? lookForManagement(missing: .incomplete) : nextValue()
        case (.value(let field), .value(let bytes)):
            take(bytes, of: field)
            return nextValue()
        case (.value(let field), let other):
            note(.deviceInformation, Self.gap(other, field))
            return nextValue()
        case (.informationService, let other), (.informationCharacteristics, let other):
            return lookForManagement(missing: Self.gap(other))
        case (.managementService, .services(let found)):
            guard let service = found.first else { return lookForShown(missing: .absent) }
            state = .managementCharacteristics
            return .characteristics(service)
        case (.managementCharacteristics, .characteristics(let found)):
            guard let characteristic = found.first(where: { $0.uuid == Self.characteristic }),
                characteristic.properties.isSuperset(of: [.notify, .writeWithoutResponse])
            else { return lookForShown(missing: .incomplete) }
            state = .subscription(characteristic)
            return .subscribe(characteristic)
        case (.subscription(let characteristic), .subscribed):
            return ask(.imageState, at: characteristic.valueHandle, now)
        case (.question, .written): return .wait
        case (.managementService, let other), (.managementCharacteristics, let other), (.subscription, let other),
            (.question, let other):
            return lookForShown(missing: Self.gap(other))
        case (.shownService(let place), .services(let found)):
            guard let service = found.first else { return end(withoutShown: .absent) }
            state = .shownCharacteristics(place)
            return .characteristics(service)
        case (.shownCharacteristics(let place), .characteristics(let found)):
            let uuid = AttributeUUID(place.characteristic)
            guard let item = found.first(where: { $0.uuid == uuid && $0.properties.contains(.read) }) else {
                return end(withoutShown: .incomplete)
            }
            state = .shownValue(place)
            return .read(item.valueHandle)
        case (.shownValue(let place), .value(let bytes)):
            readings.append(
                IdentityReading(
                    .characteristic, .shown(place: place, digits: bytes.hex(separator: "")), bytes: bytes))
            return end()
        // A question that nobody answered in time went out late.
        case (.shownService, .written), (.shownCharacteristics, .written), (.shownValue, .written): return .wait
        case (.shownService, let other), (.shownCharacteristics, let other), (.shownValue, let other):
            return end(withoutShown: Self.gap(other))
        case (.ended, _): return .end
        }
    }

    /// A notification; nil when it is none of the management server's.
    mutating func receive(_ value: [UInt8], from handle: AttributeHandle, at now: Instant) -> Ask? {
        guard case .question(let question) = state, question.handle == handle else { return nil }
        var messages: [[UInt8]] = []
        do throws(Malformed) {
            try fragments.receive(value, into: &messages)
        } catch {
            return lookForShown(missing: .malformed(fault: error, field: nil), value)
        }
        for message in messages {
            guard case .question(let question) = state else { break }
            if let ask = take(message, question, now) { return ask }
        }
        return .wait
    }

    /// Lets time pass; nil while there is more.
    mutating func advance(to now: Instant) -> Ask? {
        guard now >= due else { return nil }
        switch state {
        case .question(let question):
            let gap = question.foreign.map { IdentityGap.foreign(sequence: $0) } ?? .unanswered
            if now < deadline { return lookForShown(missing: gap, fragments.waiting) }
            note(.management, gap, fragments.waiting)
            if shown != nil { note(.characteristic, .interrupted) }
        case .informationService, .informationCharacteristics, .value:
            note(.deviceInformation, .unanswered)
            note(.management, .interrupted)
            if shown != nil { note(.characteristic, .interrupted) }
        case .managementService, .managementCharacteristics, .subscription:
            note(.management, .unanswered)
            if shown != nil { note(.characteristic, .interrupted) }
        case .shownService, .shownCharacteristics, .shownValue: note(.characteristic, .unanswered)
        case .ended: break
        }
        state = .ended
        return .end
    }

    /// The link is gone.
    mutating func interrupt() {
        switch state {
        case .informationService, .informationCharacteristics, .value:
            note(.deviceInformation, .interrupted)
            note(.management, .interrupted)
            if shown != nil { note(.characteristic, .interrupted) }
        case .managementService, .managementCharacteristics, .subscription, .question:
            note(.management, .interrupted)
            if shown != nil { note(.characteristic, .interrupted) }
        case .shownService, .shownCharacteristics, .shownValue: note(.characteristic, .interrupted)
        case .ended: break
        }
        state = .ended
    }

    // MARK: Steps

    private mutating func nextValue() -> Ask {
        guard !fields.isEmpty else { return lookForManagement() }
        let next = fields.removeFirst()
        state = .value(next.field)
        return .read(next.handle)
    }

    private mutating func lookForManagement(missing gap: IdentityGap? = nil) -> Ask {
        if let gap { note(.deviceInformation, gap) }
        state = .managementService
        return .service(Self.service)
    }

    /// Behind the management server comes the characteristic of the maker's own, where there is one.
    private mutating func lookForShown(missing gap: IdentityGap? = nil, _ bytes: [UInt8] = []) -> Ask {
        if let gap { note(.management, gap, bytes) }
        guard let place = shown.take() else { return end() }
        guard let service = AttributeUUID(place.service), AttributeUUID(place.characteristic) != nil else {
            return end(withoutShown: .absent)
        }
        state = .shownService(place)
        return .service(service)
    }

    private mutating func ask(
        _ read: SMPRead, version: SMPHeader.Version = .v2, at handle: AttributeHandle, _ now: Instant
    ) -> Ask {
        sequence &+= 1
        fragments.clear()
        state = .question(
            Question(
                read: read, version: version, sequence: sequence, handle: handle, due: now + Self.answerLimit))
        return .write(read.encoded(sequence: sequence, version: version), handle)
    }

    /// One message of the management server; nil when its answer is still to come.
    private mutating func take(_ message: [UInt8], _ question: Question, _ now: Instant) -> Ask? {
        do throws(Malformed) {
            switch try SMPAnswer(message, to: question.read, sequence: question.sequence) {
            case .foreign(let header):
                var waiting = question
                waiting.foreign = header.sequence
                state = .question(waiting)
                return nil
            case .refused(let error):
                // 13: the server does not know version 2 of the protocol.
                if error == SMPError(code: 13), question.version == .v2 {
                    return ask(question.read, version: .v1, at: question.handle, now)
                }
                return lookForShown(missing: .error(error: error), message)
            case .data(let data):
                if question.read == .imageState {
                    let slots = try ImageSlot.list(data)
                    readings.append(IdentityReading(.management, .images(slots: slots), bytes: message))
                    return ask(.systemInformation, version: question.version, at: question.handle, now)
                }
                guard let text = data["output"]?.text else { throw Malformed(at: 0, "the answer has no text") }
                readings.append(IdentityReading(.management, .system(text: text), bytes: message))
                return lookForShown()
            }
        } catch {
            return lookForShown(missing: .malformed(fault: error, field: nil), message)
        }
    }

    private mutating func take(_ bytes: [UInt8], of field: DeviceInformation) {
        do throws(Malformed) {
            readings.append(IdentityReading(.deviceInformation, try field.read(bytes), bytes: bytes))
        } catch {
            note(.deviceInformation, .malformed(fault: error, field: field), bytes)
        }
    }

    private mutating func note(_ source: IdentityReading.Source, _ gap: IdentityGap, _ bytes: [UInt8] = []) {
        readings.append(IdentityReading(source, .nothing(gap: gap), bytes: bytes))
    }

    private mutating func end(withoutShown gap: IdentityGap? = nil) -> Ask {
        if let gap { note(.characteristic, gap) }
        state = .ended
        return .end
    }

    private static func gap(_ outcome: GATTOutcome, _ field: DeviceInformation? = nil) -> IdentityGap {
        guard case .failed(let failure) = outcome else { return .interrupted }
        return switch failure {
        case .refused(let code, _): .refused(code: code.rawValue, field: field)
        case .timedOut: .unanswered
        case .violation(let finding):
            .malformed(fault: Malformed(at: finding.offset ?? 0, finding.meaning), field: field)
        case .noConfigurationDescriptor: .incomplete
        case .valueTooLong, .notSent: .interrupted
        }
    }

    private static let service = known(SMPService.service)
    private static let characteristic = known(SMPService.characteristic)

    private static func known(_ text: String) -> AttributeUUID {
        guard let uuid = AttributeUUID(text) else { preconditionFailure("\(text) is a UUID") }
        return uuid
    }
}

/// How an accessory's channel reads what it says of its firmware.
extension AccessoryChannel {
    /// Reads it over a link that is up; ends with `identified`, at the limit at the latest.
    public mutating func identify(
        reading shown: HashPlace? = nil, within limit: Span, at now: Instant
    ) -> [Effect] {
        guard hasLink, !isClosing else { return Self.note("the firmware was not identified: there is no link") }
        guard link.identification == nil else { return Self.note("the firmware is being identified already") }
        link.identifications += 1
        let identification = Identification(
            number: link.identifications, reading: shown, until: now + limit)
        link.identification = identification
        return carryOut(identification.start(), at: now)
    }

    mutating func proceed(identification number: Int, _ outcome: GATTOutcome, at now: Instant) -> [Effect] {
        // What was asked for before the limit, and came behind it.
        guard link.identification?.number == number, let ask = link.identification?.proceed(outcome, at: now) else {
            return []
        }
        return carryOut(ask, at: now)
    }

    /// Takes a value; nil when it is not for the identification.
    mutating func identificationReceives(
        _ value: [UInt8], from handle: AttributeHandle, at now: Instant
    ) -> [Effect]? {
        guard let ask = link.identification?.receive(value, from: handle, at: now) else { return nil }
        return carryOut(ask, at: now)
    }

    mutating func advanceIdentification(to now: Instant) -> [Effect] {
        guard let ask = link.identification?.advance(to: now) else { return [] }
        return carryOut(ask, at: now)
    }

    /// The link goes: what was read until then is told.
    mutating func interruptIdentification() -> [Effect] {
        guard link.identification != nil else { return [] }
        link.identification?.interrupt()
        return tellIdentity()
    }

    private mutating func carryOut(_ ask: Identification.Ask, at now: Instant) -> [Effect] {
        let begun: GATTClient.Begun
        switch ask {
        case .service(let uuid): begun = link.client.discoverService(uuid, at: now)
        case .characteristics(let service): begun = link.client.discoverCharacteristics(in: service, at: now)
        case .read(let handle): begun = link.client.read(handle, at: now)
        case .subscribe(let characteristic):
            begun = link.client.subscribe(.notifications, to: characteristic, at: now)
        case .write(let bytes, let handle):
            begun = link.client.write(bytes, to: handle, mode: .withoutResponse, at: now)
        case .wait: return []
        case .end: return tellIdentity()
        }
        return begin(.identification(link.identifications), begun, at: now)
    }

    private mutating func tellIdentity() -> [Effect] {
        guard let identification = link.identification.take() else { return [] }
        return [.event(.identified(readings: identification.readings))]
    }
}
