import Ground
import NearbyInteraction
import Phone
import ScenarioKit

/// Commands of the director to the phone, in the role of its user, its app or its system.
enum PhoneCommand: Hashable, Sendable {
    case find(AccessoryName, within: Lapse)
    case connect(AccessoryName, within: Lapse, upTo: ChannelStage)
    case subscribe(AccessoryName)
    case pair(AccessoryName)
    case read(ReadableValue, of: AccessoryName)
    case identify(AccessoryName, reading: HashPlace?, console: ConsoleProtocol?, within: Lapse)
    case disconnect(AccessoryName)
    case forget(AccessoryName)
    case startSession(AccessoryName)
    case stopSession(AccessoryName)
    case session(SessionAct, AccessoryName)
    case system(SystemAct)
    case openNotification
    case followLink(String)
    case companion(CompanionAct, CompanionName)
    case inspectTag
    case stopInspecting
    /// Writes sent back to back; given an index, only that one of all the writes, if it exists.
    case send([RawMessage], to: AccessoryName, only: Int? = nil)
    case tamper(Tampering, with: MessageKind, times: Int)
    case untamper(MessageKind)

    /// Carries out the command on the phone, and returns the phone's effects.
    func carryOut(on phone: inout Phone, at now: Instant) -> [PhoneEffect] {
        switch self {
        case .find(let name, let limit): return phone.find(name, within: limit, at: now)
        case .connect(let name, let limit, let stage):
            return phone.connect(to: name, within: limit, upTo: stage, at: now)
        case .subscribe(let name): return phone.subscribe(to: name, at: now)
        case .pair(let name): return phone.pair(with: name, at: now)
        case .read(.backgroundConfiguration, let name): return phone.readBackgroundConfiguration(of: name, at: now)
        case .identify(let name, let shown, let console, let limit):
            return phone.identify(name, reading: shown, console: console, within: limit, at: now)
        case .disconnect(let name): return phone.disconnect(from: name, at: now)
        case .forget(let name): return phone.forgetKey(of: name, at: now)
        case .startSession(let name): return phone.startSession(with: name, at: now)
        case .stopSession(let name): return phone.stopSession(with: name, at: now)
        case .session(let act, let name): return act.carryOut(on: &phone, name, at: now)
        case .system(let act): return act.carryOut(on: &phone, at: now)
        case .openNotification: return phone.openNotification(at: now)
        case .followLink(let url): return phone.followLink(url, at: now)
        case .companion(let act, let name): return phone.perform(act, with: name, at: now)
        case .inspectTag: return phone.inspectTag(at: now)
        case .stopInspecting: return phone.stopInspecting(at: now)
        case .send(let messages, let name, let place):
            let writes = messages.flatMap { $0.bytes(for: name, on: &phone) }
            let chosen = place.map { place in writes.indices.contains(place) ? [writes[place]] : [] } ?? writes
            return phone.send(chosen, to: name, at: now)
        case .tamper(let tampering, let kind, let times):
            phone.tamper(tampering, with: kind, times: times)
            return []
        case .untamper(let kind):
            phone.untamper(kind)
            return []
        }
    }
}

extension SessionAct {
    fileprivate func carryOut(on phone: inout Phone, _ name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        switch self {
        case .begin: phone.startSession(with: name, at: now)
        case .run: phone.run(with: name, at: now)
        case .pause: phone.pause(with: name, at: now)
        case .invalidate(nil): phone.invalidate(with: name, at: now)
        case .invalidate(let code?): phone.fail(name, with: code, at: now)
        case .suspend: phone.suspend(with: name, at: now)
        case .resume: phone.endSuspension(with: name, at: now)
        }
    }
}

extension SystemAct {
    fileprivate func carryOut(on phone: inout Phone, at now: Instant) -> [PhoneEffect] {
        switch self {
        case .background: phone.setBackground(true, at: now)
        case .foreground: phone.setBackground(false, at: now)
        case .lock: phone.setLocked(true, at: now)
        case .unlock: phone.setLocked(false, at: now)
        case .relaunch: phone.relaunchApp(at: now)
        case .quit: phone.quitApp(at: now)
        case .launch: phone.launchApp(at: now)
        case .display(let isOn): phone.setCondition(.display(isOn: isOn), at: now)
        case .airplane(let isOn): phone.setCondition(.airplane(isOn: isOn), at: now)
        case .camera(let isOn): phone.setCondition(.camera(isOn: isOn), at: now)
        case .wallet(let isOn): phone.setCondition(.wallet(isOn: isOn), at: now)
        case .readerSession(let isOn): phone.setCondition(.readerSession(isOn: isOn), at: now)
        case .restart: phone.setCondition(.restart, at: now)
        case .changePermission(let permission): phone.setPermission(permission, at: now)
        }
    }
}
