import Glibc
import Ground
import Links
import NetworkDriver
import OperatingSystem
import RigKit
import ScenarioKit
import Synchronization
import USBDriver

// Reopens devices that went away because the rig switched an accessory's power.
extension LiveBench {
    /// Returns the arrival as the run loop sees it; nil if the power window handles it.
    func filter(_ arrival: Arrival) -> Arrival? {
        let now = arrival.instant
        if let name = cuts.note(arrival) { air.perform(false, on: .radio(.ble, of: name)) }
        switch arrival.inbound {
        case .stage(.powered(let name)):
            window.switchOn(name, at: now)
            lookUpAgain(name)
        case .kit(.opened): window.noteReturn(of: .kit, at: now)
        case .stream(let stream, .opened):
            window.noteReturn(of: .stream(stream), at: now)
            opening.removeAll { $0 == stream }
        case .stream(let stream, .closed(let reason)) where opening.contains(stream):
            // Its address is not yet known again, or it is not listening yet.
            if isReal(stream), window.noteLoss(of: .stream(stream), because: reason, isOfRig: false, at: now) {
                return nil
            }
            opening.removeAll { $0 == stream }
        case .fault(let link, let fault):
            defer { reportLateness() }
            switch link {
            case .kit:
                let isNews = !window.isGone(.kit)
                guard window.noteLoss(of: .kit, because: fault.what, at: now) else { return arrival }
                guard isNews, let name = window.excuse(for: .kit, at: now) else { return nil }
                let meaning = "the UWB kit went away with the power of \(name) (\(fault.what)); it is opened again"
                return Arrival(.finding(.kit, Finding(.kitAway, .note, meaning)), at: now)
            case .console(let name):
                let isNews = !window.isGone(link)
                guard window.noteLoss(of: link, because: fault.what, at: now) else { return arrival }
                guard isNews else { return nil }
                let meaning = "the console of \(name) went away with its power; it is opened again"
                return Arrival(.finding(link, Finding(.consoleGone, .note, meaning)), at: now)
            case .stream: return window.noteLoss(of: link, because: fault.what, at: now) ? nil : arrival
            case .bluetooth, .reader, .tag, .stage, .discovery: break
            }
        case .console(let name, _) where window.isGone(.console(name)):
            // It is back before the rig has looked, and the gap comes before the line.
            if let gap = reopen(consoleOf: name, at: now) {
                held += [.arrival(gap), .arrival(arrival)]
                return nil
            }
        case .bluetooth, .kit, .reader, .stage, .stream, .discovery, .console, .finding: break
        }
        return arrival
    }

    /// Reports a power that went off only after its switch had reported it back.
    ///
    /// The accessory is not to blame for anything in between, even if its connection outlived the rig's devices for a
    /// moment.
    private func reportLateness() {
        guard let (name, delay) = window.takeLateness() else { return }
        let how =
            rig.accessories.first { $0.name == name }?.power == .hand
            ? "press return only when it is on again" : "let the program that switches it end only when it is on again"
        let meaning = "the power of \(name) went off \(delay) after it had been reported back: \(how)"
        mailbox.post(.finding(rig.dataChannel(of: name), Finding(.powerLate, .warning, meaning)), by: clock)
    }

    /// Returns whether a connection leads to a real accessory.
    private func isReal(_ stream: StreamID) -> Bool {
        rig.accessories.contains { entry in
            guard case .lan = entry.port else { return false }
            return entry.name == stream.accessory
        }
    }

    /// Attempts to reopen the devices that are due, and returns what the run loop must know.
    func reopen() -> Arrival? {
        let now = clock.now
        if let absence = window.takeOverdue(at: now) {
            opening.removeAll { .stream($0) == absence.link }
            if case .stream(let stream) = absence.link, !absence.isOfRig {
                return Arrival(.stream(stream, .closed(absence.reason)), at: now)
            }
            let fault = RigFault(
                "\(Self.words(absence.link)) is not back \(PowerWindow.returnLimit) after \(absence.accessory) had "
                    + "power again: \(absence.reason)",
                remedy: "See that it comes back by itself, under the same name, when \(absence.accessory) is switched "
                    + "off and on by hand; a serial device keeps its name as /dev/serial/by-id/...")
            return Arrival(.fault(absence.link, fault), at: now)
        }
        for absence in window.due(at: now) {
            switch absence.link {
            case .kit:
                window.noteTry(of: .kit, at: now)
                _ = kit?.send(.open)
            case .console(let name): if let told = reopen(consoleOf: name, at: now) { return told }
            case .stream(let stream): reopen(stream, at: now)
            case .bluetooth, .reader, .tag, .stage, .discovery: window.noteReturn(of: absence.link, at: now)
            }
        }
        return nil
    }

    private func reopen(consoleOf name: AccessoryName, at now: Instant) -> Arrival? {
        guard let place = consoles.firstIndex(where: { $0.accessory == name }) else { return nil }
        switch consoles[place].progress {
        case .opening:
            window.postpone(.console(name), at: now)
            return nil
        case .ended(let fault):
            _ = window.noteLoss(of: .console(name), because: fault.what, at: now)
            consoles[place].close()
            do throws(RigFault) { consoles[place] = try consoles[place].reopening() } catch {
                _ = window.noteLoss(of: .console(name), because: error.what, at: now)
            }
            return nil
        case .open: break
        }
        let away = window.noteReturn(of: .console(name), at: now) ?? .zero
        let meaning = "the console of \(name) was away for \(away) with its power: output from that time is missing"
        return Arrival(.finding(.console(name), Finding(.consoleAway, .note, meaning)), at: now)
    }

    private func reopen(_ stream: StreamID, at now: Instant) {
        guard opening.contains(stream), let name = stream.accessory else {
            // It went away while open, and the run loop knows that: the next connection will show it.
            window.noteReturn(of: .stream(stream), at: now)
            return
        }
        if let lookup = lookups[name] {
            switch lookup.found {
            case nil: return window.postpone(.stream(stream), at: now)
            case .failure(let fault): _ = window.noteLoss(of: .stream(stream), because: fault.what, at: now)
            case .success(let addresses):
                network?.move(name, to: addresses)
                lookups[name] = nil
            }
        }
        window.noteTry(of: .stream(stream), at: now)
        _ = network?.send(.open, to: name)
    }

    /// Resolves the host name of an accessory again.
    private func lookUpAgain(_ name: AccessoryName) {
        for case (name, .lan(.endpoint(let host, let port))) in rig.accessories.map({ ($0.name, $0.port) })
        where host.contains(where: \.isLetter) && !host.contains(":") { lookups[name] = HostLookup(host, port) }
    }

    /// Waits for a missing device; returns nil if it is there or comes back in time.
    func awaitReturn(of link: LinkID) -> RigFault? {
        while window.isGone(link) {
            let reception = mailbox.take(until: min(window.nextTry, window.overdue), clock: clock)
            switch reception {
            case .arrival(let arrival): if let heard = filter(arrival) { held.append(.arrival(heard)) }
            case .deadline:
                guard let told = reopen() else { continue }
                if case .fault(link, let fault) = told.inbound { return fault }
                held.append(.arrival(told))
            case .stoodStill: held.append(reception)
            case .interrupted:
                held.append(reception)
                return RigFault("\(Self.words(link)) was gone when the run was ended", remedy: "Let the run end")
            }
        }
        return nil
    }

    /// Waits for devices that are missing because the power was switched, or the firmware written, before this bench
    /// opened. Opening reports those that do not return.
    static func awaitDevices(of rig: Rig, needs: [Need], clock: MonotonicClock) {
        let limit = clock.now + PowerWindow.returnLimit
        while clock.now < limit, missingDevice(of: rig, needs: needs) != nil {
            _ = Poller(clock: clock).wait([], until: clock.now + PowerWindow.retry)
        }
    }

    /// Returns a console or kit of a hardware rig that does not exist now; nil if all that are needed do.
    static func missingDevice(of rig: Rig, needs: [Need]) -> String? {
        guard rig.kind == .hardware else { return nil }
        for entry in rig.accessories where needs.contains(.accessory(entry.name)) {
            if case .serial(let path, _) = entry.console, access(path, F_OK) != 0 {
                return "the console of \(entry.name)"
            }
        }
        for entry in rig.screens where needs.contains(.screen(entry.name)) {
            if case .serial(let path, _) = entry.console, access(path, F_OK) != 0 {
                return "the console of \(entry.name)"
            }
        }
        guard needs.contains(.uwb) else { return nil }
        let isKitGone =
            switch rig.uwb {
            case .serial(let path), .cli(let path): access(path, F_OK) != 0
            case .usb(let vendor, let product, let serial):
                Self.isGone(USBIdentity(vendor: vendor, product: product, serial: serial))
            case .simulated, .simulatedCLI, .none: false
            }
        return isKitGone ? words(.kit) : nil
    }

    private static func isGone(_ kit: USBIdentity) -> Bool { USBPresence.obstacle(to: kit) == kit.missing }

    private static func words(_ link: LinkID) -> String {
        switch link {
        case .kit: "the UWB kit"
        case .console(let name): "the console of \(name)"
        case .stream(let stream): "\(stream.accessory?.rawValue ?? stream.service) on the network"
        case .bluetooth, .reader, .tag, .stage, .discovery: "\(link)"
        }
    }
}

/// Resolves a host name until it succeeds, on its own thread because one lookup may take seconds.
final class HostLookup: Sendable {
    private let result = Mutex<Result<[NetworkAddress], RigFault>?>(nil)

    /// The outcome; nil while the lookup is running.
    var found: Result<[NetworkAddress], RigFault>? { result.withLock { $0 } }

    init(_ host: String, _ port: UInt16) {
        let clock = MonotonicClock()
        let limit = clock.now + PowerWindow.returnLimit
        do {
            _ = try DeviceThread("host-lookup", urgency: .ordinary) { [self] in
                while true {
                    do throws(RigFault) {
                        let addresses = try NetworkWay.addresses(of: host, port: port)
                        return result.withLock { $0 = .success(addresses) }
                    } catch {
                        guard clock.now < limit else { return result.withLock { $0 = .failure(error) } }
                        _ = Poller(clock: clock).wait([], until: clock.now + .milliseconds(500))
                    }
                }
            }
        } catch {
            result.withLock {
                $0 = .failure(
                    RigFault("no thread could look up the address of \(host): \(error)", remedy: "Close other programs")
                )
            }
        }
    }
}
