import FirmwareIdentity
import GATT
import Ground

/// Reads an accessory's firmware identity over GATT, one request at a time.
///
/// If a plan requires it, the management server is first asked over the serial console, which does not depend on the
/// link: for its images and its system information. Then follow the Device Information Service, the server over the
/// link, and finally a vendor-specific characteristic, so that one that hangs hides nothing from the others. The only
/// writes are questions, and the subscription to their answers. Missing, refused or garbled values become readings
/// too. Sheet gate.md, sections 6.2 and 6.4.
struct Identification: Sendable {
    /// The next request to the GATT client.
    enum Ask: Sendable {
        case service(AttributeUUID)
        case characteristics(Service)
        case read(AttributeHandle)
        case subscribe(Characteristic)
        case write([UInt8], AttributeHandle)
        /// Lines for the serial console, which will be answered.
        case print([UInt8])
        /// Wait for an answer by notification.
        case wait
        /// Everything was requested.
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
        /// A question was asked and not yet answered.
        case question(Question)
        case ended
    }

    private struct Question: Sendable {
        let read: SMPRead
        let version: SMPHeader.Version
        let sequence: UInt8
        let way: Way
        /// The time at which the wait for an answer ends.
        let due: Instant
        /// The last thing received instead of the answer: an answer to something else, or lines that form none.
        var besides: (gap: IdentityGap, bytes: [UInt8])?
    }

    /// The transport of a question to the management server.
    private enum Way: Sendable {
        case characteristic(AttributeHandle)
        case console

        var source: IdentityReading.Source {
            switch self {
            case .characteristic: .management
            case .console: .managementConsole
            }
        }
    }

    /// The time limit for one answer of the management server; Trammel's own choice.
    static let answerLimit = Lapse.seconds(3)
    /// The most values to read: one for each known characteristic.
    private static let fieldLimit = DeviceInformation.allCases.count

    /// Distinguishes the outcomes of this identification from those of an earlier one.
    let number: Int
    /// The time at which it ends, complete or not.
    private let deadline: Instant
    private(set) var readings: [IdentityReading] = []
    private var state = State.informationService
    private var fields: [Field] = []
    private var fragments = SMPFragments()
    private var lines = SMPConsoleReader()
    /// The sequence number of the last question. An accessory's console may still answer one of an earlier
    /// identification.
    private(set) var sequence: UInt8
    /// Whether a question is still waiting to be sent over Bluetooth.
    private var isWriting = false

    /// The protocol of the serial console, which is asked first.
    private let console: ConsoleProtocol?
    /// The vendor-specific characteristic that is still to read.
    private var shown: HashPlace?

    init(
        number: Int, reading shown: HashPlace? = nil, console: ConsoleProtocol? = nil, after sequence: UInt8 = 0,
        until deadline: Instant
    ) {
        (self.number, self.shown, self.console, self.sequence) = (number, shown, console, sequence)
        self.deadline = deadline
    }

    /// The time of the next call of `advance(to:)`.
    var due: Instant {
        if case .question(let question) = state { min(question.due, deadline) } else { deadline }
    }

    mutating func start(at now: Instant) -> Ask {
        guard console != nil else { return lookForInformation() }
        return ask(.imageState, by: .console, now)
    }

    // MARK: What comes

    /// Receives the outcome of a request.
    mutating func proceed(_ outcome: GATTOutcome, at now: Instant) -> Ask {
        guard !isWriting else { return written(outcome) }
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
            return ask(.imageState, by: .characteristic(characteristic.valueHandle), now)
        case (.managementService, let other), (.managementCharacteristics, let other), (.subscription, let other):
            return lookForShown(missing: Self.gap(other))
        case (.question, _): return .wait
        case (.shownService, _), (.shownCharacteristics, _), (.shownValue, _): return proceedShown(outcome)
        case (.ended, _): return .end
        }
    }

    /// Receives the outcome of writing a question. Requests end in the order in which they began, so it is the one
    /// that ends.
    private mutating func written(_ outcome: GATTOutcome) -> Ask {
        isWriting = false
        // Its answer is no longer needed.
        guard case .question(let question) = state, case .characteristic = question.way else { return .wait }
        if case .written = outcome { return .wait }
        return lookForShown(missing: Self.gap(outcome))
    }

    /// Receives the outcome of a request for the vendor-specific characteristic.
    private mutating func proceedShown(_ outcome: GATTOutcome) -> Ask {
        switch (state, outcome) {
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
        case (_, let other): return end(withoutShown: Self.gap(other))
        }
    }

    /// Receives a notification; nil if it is not from the management server.
    mutating func receive(_ value: [UInt8], from handle: AttributeHandle, at now: Instant) -> Ask? {
        guard case .question(let question) = state, case .characteristic(handle) = question.way else { return nil }
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

    /// Receives a line that the accessory printed; nil if it is not of the management protocol, or none is expected.
    mutating func receive(printed line: String, at now: Instant) -> Ask? {
        for item in lines.receive(Array(line.utf8) + [0x0A]) {
            guard case .question(var question) = state, case .console = question.way else { continue }
            switch item {
            case .log: continue
            case .message(let message): if let ask = take(message, question, now) { return ask }
            // A log line may have run into it: the answer may still come.
            case .malformed(let fault, let bytes):
                question.besides = (.malformed(fault: fault, field: nil), bytes)
                state = .question(question)
            }
        }
        return nil
    }

    /// Lets time pass; nil if nothing is due.
    mutating func advance(to now: Instant) -> Ask? {
        guard now >= due else { return nil }
        switch state {
        case .question(let question):
            let (gap, bytes) = question.besides ?? (.unanswered, fragments.waiting)
            if now < deadline { return end(question, missing: gap, bytes) }
            note(question.way.source, gap, bytes)
            if case .console = question.way { noteLink(.interrupted) }
        case .informationService, .informationCharacteristics, .value:
            note(.deviceInformation, .unanswered)
            note(.management, .interrupted)
        case .managementService, .managementCharacteristics, .subscription: note(.management, .unanswered)
        case .shownService, .shownCharacteristics, .shownValue: note(.characteristic, .unanswered)
        case .ended: break
        }
        endUnasked()
        return .end
    }

    /// Ends the identification because the link is lost.
    mutating func interrupt() {
        switch state {
        case .informationService, .informationCharacteristics, .value:
            note(.deviceInformation, .interrupted)
            note(.management, .interrupted)
        case .managementService, .managementCharacteristics, .subscription: note(.management, .interrupted)
        case .question(let question):
            note(question.way.source, .interrupted)
            if case .console = question.way { noteLink(.interrupted) }
        case .shownService, .shownCharacteristics, .shownValue: note(.characteristic, .interrupted)
        case .ended: break
        }
        endUnasked()
    }

    private mutating func noteLink(_ gap: IdentityGap) {
        note(.deviceInformation, gap)
        note(.management, gap)
    }

    /// Ends the identification, and notes what was never asked.
    private mutating func endUnasked() {
        state = .ended
        if shown.take() != nil { note(.characteristic, .interrupted) }
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

    private mutating func lookForInformation() -> Ask {
        state = .informationService
        return .service(AttributeUUID(DeviceInformation.service))
    }

    /// Ends the questions over one transport; the link follows the console.
    private mutating func end(_ question: Question, missing gap: IdentityGap? = nil, _ bytes: [UInt8] = []) -> Ask {
        if case .characteristic = question.way { return lookForShown(missing: gap, bytes) }
        if let gap { note(.managementConsole, gap, bytes) }
        return lookForInformation()
    }

    /// Reads the vendor-specific characteristic, which comes last, if there is one.
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
        _ read: SMPRead, version: SMPHeader.Version = .v2, by way: Way, _ now: Instant
    ) -> Ask {
        sequence &+= 1
        fragments.clear()
        state = .question(
            Question(
                read: read, version: version, sequence: sequence, way: way, due: now + Self.answerLimit))
        let message = read.encoded(sequence: sequence, version: version)
        if case .characteristic = way { isWriting = true }
        return switch way {
        case .characteristic(let handle): .write(message, handle)
        case .console: .print(SMPConsole.lines(message).flatMap(\.self))
        }
    }

    /// Receives a message of the management server; nil if its answer is still to come.
    private mutating func take(_ message: [UInt8], _ question: Question, _ now: Instant) -> Ask? {
        do throws(Malformed) {
            switch try SMPAnswer(message, to: question.read, sequence: question.sequence) {
            case .foreign(let header):
                var waiting = question
                // A console that echoes sends the question back.
                if header.isAnswer { waiting.besides = (.foreign(sequence: header.sequence), []) }
                state = .question(waiting)
                return nil
            case .refused(let error):
                // 13: the server does not support version 2 of the protocol.
                if error == SMPError(code: 13), question.version == .v2 {
                    return ask(question.read, version: .v1, by: question.way, now)
                }
                return end(question, missing: .error(error: error), message)
            case .data(let data):
                if question.read == .imageState {
                    let slots = try ImageSlot.list(data)
                    readings.append(IdentityReading(question.way.source, .images(slots: slots), bytes: message))
                    return ask(.systemInformation, version: question.version, by: question.way, now)
                }
                guard let text = data["output"]?.text else { throw Malformed(at: 0, "the answer has no text") }
                readings.append(IdentityReading(question.way.source, .system(text: text), bytes: message))
                return end(question)
            }
        } catch {
            return end(question, missing: .malformed(fault: error, field: nil), message)
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
