import Glibc
import Ground
import Links
import OperatingSystem

/// The transitions of each state of a link.
extension LinkMachine {
    typealias Outcome = (State, [Effect])

    func transition(_ event: Event, _ now: Instant) -> Outcome {
        switch state {
        case .idle: idle(event, now, orphan: nil)
        case .abandoned(let address): idle(event, now, orphan: address)
        case .searching(let search): searching(search, event, now)
        case .connecting(let attempt): connecting(attempt, event, now)
        case .pausing(let attempt, let until): pausing(attempt, until, event)
        case .connected(let address): connected(address, event, now)
        case .ending(let ending): self.ending(ending, event, now)
        case .losing(let loss): losing(loss, event, now)
        case .failed(let fault): failed(fault, event)
        }
    }

    func timePassed(_ now: Instant) -> Outcome {
        switch state {
        case .idle, .abandoned, .connected, .failed: (state, [])
        case .searching(let search): (.idle, [.post(.connectFailed(notHeard(search)))])
        case .connecting(let attempt):
            (.abandoned(attempt.address), [.closeSocket, .post(.connectFailed(notConnected(attempt)))])
        case .pausing(let attempt, _) where attempt.until <= now:
            (.idle, [.post(.connectFailed(notConnected(attempt)))])
        case .pausing(let attempt, _): open(attempt, now)
        case .ending(let ending): (.idle, [.closeSocket, .fault(.linkDoesNotEnd(ending.address, adapter))])
        case .losing(let loss): settled(loss)
        }
    }

    private func begin(within limit: Lapse, _ now: Instant) -> Outcome {
        switch selector {
        case .address(let address): open(Attempt(address: address, until: now + limit, limit: limit), now)
        case .octets, .name, .service: (.searching(Search(until: now + limit, limit: limit)), [])
        }
    }

    private func listen(within limit: Lapse, _ now: Instant) -> Outcome {
        (.searching(Search(until: now + limit, limit: limit, connects: false)), [])
    }

    private func open(_ attempt: Attempt, _ now: Instant) -> Outcome {
        (.connecting(attempt), [.openSocket(attempt.address, limit: attempt.until - now)])
    }

    private func idle(_ event: Event, _ now: Instant, orphan: BluetoothAddress?) -> Outcome {
        switch event {
        case .connect(let limit): begin(within: limit, now)
        case .find(let limit): listen(within: limit, now)
        case .linkUp:
            if let orphan {
                (
                    .ending(Ending(address: orphan, until: now + LinkMachine.endingLimit, isReported: false)),
                    [.endLink(orphan)]
                )
            } else {
                (state, [])
            }
        case .linkDown: (.idle, [])
        case .disconnect, .heard, .refused, .connectEnded, .lost, .keys, .adapterLost: (state, [])
        }
    }

    private func searching(_ search: Search, _ event: Event, _ now: Instant) -> Outcome {
        switch event {
        case .connect(let limit): return begin(within: limit, now)
        case .find(let limit): return listen(within: limit, now)
        case .disconnect: return (.idle, [.post(.connectFailed(LinkMachine.givenUp))])
        case .heard(let advertisement, let connectable):
            guard connectable, selector.matches(advertisement) else {
                return (.searching(search.noting(advertisement)), [])
            }
            guard search.connects else { return (.idle, [.post(.discovered(advertisement))]) }
            let attempt = Attempt(address: advertisement.address, until: search.until, limit: search.limit)
            let (next, effects) = open(attempt, now)
            return (next, [.post(.discovered(advertisement))] + effects)
        case .linkUp, .linkDown, .refused, .connectEnded, .lost, .keys, .adapterLost: return (state, [])
        }
    }

    private func connecting(_ attempt: Attempt, _ event: Event, _ now: Instant) -> Outcome {
        switch event {
        case .connect(let limit):
            var attempt = attempt
            (attempt.until, attempt.limit) = (now + limit, limit)
            return (.connecting(attempt), [])
        case .disconnect:
            return (.abandoned(attempt.address), [.closeSocket, .post(.connectFailed(LinkMachine.givenUp))])
        case .linkUp(let advertisement):
            if case .address = selector { return (state, [.post(.discovered(advertisement))]) }
            return (state, [])
        case .connectEnded(0): return (.connected(attempt.address), [.post(.connected(attempt.address))])
        case .connectEnded(let code) where keys.holds(attempt.address) && attempt.blamesKey(code):
            // The link was up, and ended because the accessory no longer has the key.
            let reason = LinkLoss.reason(code: code, management: nil, holdsKey: true)
            let told: [Effect] = [.post(.connected(attempt.address)), .post(.disconnected(reason))]
            return (.idle, [.closeSocket] + told)
        case .connectEnded(let code): return pause(attempt, code, now)
        case .refused(ECONNABORTED): return pause(attempt, ECONNABORTED, now)
        case .refused(let code):
            return (.idle, [.closeSocket, .fault(.connecting(to: attempt.address, on: adapter, code: code))])
        case .find, .heard, .linkDown, .lost, .keys, .adapterLost: return (state, [])
        }
    }

    private func pause(_ attempt: Attempt, _ code: Int32, _ now: Instant) -> Outcome {
        var attempt = attempt
        if attempt.earlier.count < LinkMachine.namesBound { attempt.earlier.append(code) }
        return (.pausing(attempt, until: now + LinkMachine.retryPause), [.closeSocket])
    }

    private func pausing(_ attempt: Attempt, _ until: Instant, _ event: Event) -> Outcome {
        switch event {
        case .connect(let limit):
            var attempt = attempt
            (attempt.until, attempt.limit) = (until + limit, limit)
            return (.pausing(attempt, until: until), [])
        case .disconnect: return (.idle, [.post(.connectFailed(LinkMachine.givenUp))])
        case .find, .heard, .linkUp, .linkDown, .refused, .connectEnded, .lost, .keys, .adapterLost: return (state, [])
        }
    }

    private func connected(_ address: BluetoothAddress, _ event: Event, _ now: Instant) -> Outcome {
        switch event {
        case .connect: return (state, [.post(.connected(address))])
        case .disconnect:
            let ending = Ending(address: address, until: now + LinkMachine.endingLimit, isReported: true)
            return (.ending(ending), [.endLink(address)])
        case .lost(let code):
            return (.losing(Loss(address: address, until: now + LinkMachine.reportsApart, code: code)), [])
        case .linkDown(let cause):
            return (.losing(Loss(address: address, until: now + LinkMachine.reportsApart, cause: cause)), [])
        case .find, .heard, .linkUp, .refused, .connectEnded, .keys, .adapterLost: return (state, [])
        }
    }

    private func ending(_ ending: Ending, _ event: Event, _ now: Instant) -> Outcome {
        var ending = ending
        switch event {
        case .connect(let limit): ending.next = limit
        case .disconnect: ending.next = nil
        case .lost(let code): ending.code = code
        case .linkDown(let cause):
            let told = LinkLoss.reason(code: ending.code, management: cause.rawValue)
            // Some controllers, including btvirt's, report the peer's reason for an end that this side initiated.
            let reason = told == .remote ? .local : told
            let report: [Effect] = ending.isReported ? [.post(.disconnected(reason))] : []
            let (next, effects) = ending.next.map { begin(within: $0, now) } ?? (.idle, [])
            return (next, [.closeSocket] + report + effects)
        case .find, .heard, .linkUp, .refused, .connectEnded, .keys, .adapterLost: break
        }
        return (.ending(ending), [])
    }

    private func losing(_ loss: Loss, _ event: Event, _ now: Instant) -> Outcome {
        var loss = loss
        switch event {
        case .lost(let code): loss.code = code
        case .linkDown(let cause): loss.cause = cause
        case .connect, .find, .disconnect, .heard, .linkUp, .refused, .connectEnded, .keys, .adapterLost:
            return (state, [])
        }
        guard loss.code != nil, loss.cause != nil else { return (.losing(loss), []) }
        guard loss.reason(holdsKey: keys.holds(loss.address)) == .local else { return settled(loss) }
        loss.until = now + LinkMachine.adapterTrails
        return (.losing(loss), [])
    }

    private func settled(_ loss: Loss) -> Outcome {
        if loss.cause == .suspend { return (.idle, [.closeSocket, .fault(.hostSlept(loss.address, adapter))]) }
        let reason = loss.reason(holdsKey: keys.holds(loss.address))
        if reason == .local { return (.idle, [.closeSocket, .fault(.linkGivenUp(loss.address, adapter))]) }
        return (.idle, [.closeSocket, .post(.disconnected(reason))])
    }

    private func failed(_ fault: RigFault, _ event: Event) -> Outcome {
        switch event {
        case .connect, .find: (state, [.fault(fault)])
        case .disconnect, .heard, .linkUp, .refused, .connectEnded, .lost, .linkDown, .keys, .adapterLost: (state, [])
        }
    }
}

extension LinkMachine {
    private static let givenUp = "given up by the rig before it was connected"

    private func notHeard(_ search: Search) -> String {
        let others =
            search.others.isEmpty
            ? "no other device was heard either" : "heard were: \(search.others.joined(separator: ", "))"
        return "no connectable advertisement with \(selector) was heard within \(search.limit); \(others)"
    }

    private func notConnected(_ attempt: Attempt) -> String {
        let what = "no connection to \(attempt.address) within \(attempt.limit)"
        guard let last = attempt.earlier.last else {
            return "\(what): it does not advertise, is out of range, or has another address type"
        }
        let times = attempt.earlier.count == 1 ? "one attempt" : "\(attempt.earlier.count) attempts"
        return "\(what): \(times) failed, the last one with: \(errorText(last))"
    }
}

extension LinkMachine.Search {
    fileprivate func noting(_ advertisement: Advertisement) -> LinkMachine.Search {
        let name = (advertisement.name ?? advertisement.address.description).escapedForDisplay
        guard others.count < LinkMachine.namesBound, !others.contains(name) else { return self }
        var search = self
        search.others.append(name)
        return search
    }
}

extension LinkMachine.Loss {
    fileprivate func reason(holdsKey: Bool) -> DisconnectReason {
        LinkLoss.reason(code: code ?? 0, management: cause?.rawValue, holdsKey: holdsKey)
    }
}

extension LinkMachine.Attempt {
    /// Returns whether a failed link should be attributed to its key: HCI 0x05 and 0x06 say so. The kernel treats
    /// 0x3D (MIC failure) like 0x3E, which is common on the air and transient; repeated failures point to the key.
    fileprivate func blamesKey(_ code: Int32) -> Bool {
        switch code {
        case EACCES, EBADE: true
        case ENOSYS: earlier.suffix(2) == [ENOSYS, ENOSYS]
        default: false
        }
    }
}

extension AccessorySelector {
    /// Returns whether an advertisement is the accessory's.
    func matches(_ advertisement: Advertisement) -> Bool {
        switch self {
        case .address(let address): return advertisement.address == address
        case .octets(let value): return advertisement.address.value == value
        case .name(let name): return advertisement.name == name
        case .service(let uuid):
            guard let wanted = ServiceUUID.canonical(uuid) else { return false }
            return advertisement.services.contains { ServiceUUID.canonical($0) == wanted }
        }
    }
}
