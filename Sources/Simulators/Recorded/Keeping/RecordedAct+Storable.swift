import ATT
import Ground
import Links
import UCI

extension ResponseTable.Entry: Storable {
    func append(to bytes: inout [UInt8]) {
        bytes.append(little: UInt64(state.connection))
        bytes.append(state.isEncrypted ? 1 : 0)
        bytes.append(little: state.mtu)
        let (kind, delay, reply): (UInt8, Span, [UInt8]) =
            switch answer {
            case .reply(let reply, let delay): (0, delay, reply)
            case .echo(let delay): (1, delay, [])
            case .hangUp(let delay): (2, delay, [])
            case .silence: (3, .zero, [])
            }
        bytes.append(kind)
        bytes.append(little: delay.nanoseconds)
        bytes.append(counted: reply)
    }

    init(reading reader: inout ByteReader) throws(Malformed) {
        state = ResponseTable.State(
            connection: try reader.number("the connection"), isEncrypted: try reader.flag("the encryption"),
            mtu: try reader.u16("the MTU"))
        let kind = try reader.u8("the kind of answer")
        let delay = try reader.span("the delay")
        let reply = try reader.counted("the reply")
        answer =
            switch kind {
            case 0: .reply(reply, after: delay)
            case 1: .echo(after: delay)
            case 2: .hangUp(after: delay)
            default: .silence
            }
    }
}

extension CueTable.Following: Storable {
    func append(to bytes: inout [UInt8]) {
        bytes.append(little: delay.nanoseconds)
        bytes.append(little: UInt64(order))
        bytes.append(subscription == nil ? 0 : 1)
        bytes.append(little: subscription?.rawValue ?? 0)
        act.append(to: &bytes)
    }

    init(reading reader: inout ByteReader) throws(Malformed) {
        delay = try reader.span("the delay")
        order = try reader.number("the order")
        let isSubscribed = try reader.flag("whether there is a subscription")
        let handle = try reader.u16("the subscription")
        subscription = isSubscribed ? AttributeHandle(handle) : nil
        act = try RecordedAct(reading: &reader)
    }
}

extension RecordedAct: Storable {
    func append(to bytes: inout [UInt8]) {
        switch self {
        case .frame(let frame, let echo, let isLong):
            bytes.append(0)
            bytes.append(isLong ? 1 : 0)
            bytes.append(counted: frame)
            bytes.append(echo == nil ? 0 : 1)
            guard let echo else { return }
            for number in [echo.start, echo.count, echo.skipped] { bytes.append(little: UInt64(number)) }
        case .hangUp: bytes.append(1)
        case .loseLink: bytes.append(2)
        case .losePower(let act): bytes.append(act == .cycle ? 3 : 4)
        case .requestSecurity: bytes.append(5)
        case .requestParameters(let wanted):
            bytes.append(6)
            for number in [
                wanted.minimumInterval, wanted.maximumInterval, wanted.latency, wanted.supervisionTimeout,
            ] {
                bytes.append(little: number)
            }
        case .console(let line):
            bytes.append(7)
            bytes.append(counted: Array(line.utf8))
        }
    }

    init(reading reader: inout ByteReader) throws(Malformed) {
        switch try reader.u8("the kind of act") {
        case 0:
            let isLong = try reader.flag("whether it is long")
            let frame = try reader.counted("the frame")
            guard try reader.flag("whether there is an echo") else {
                self = .frame(frame, nil, isLong: isLong)
                return
            }
            let echo = Echo(
                start: try reader.number("the echo's start"), count: try reader.number("the echo's count"),
                skipped: try reader.number("what the echo leaves away"))
            self = .frame(frame, echo, isLong: isLong)
        case 1: self = .hangUp
        case 2: self = .loseLink
        case 3: self = .losePower(.cycle)
        case 4: self = .losePower(.factoryReset)
        case 5: self = .requestSecurity
        case 6:
            self = .requestParameters(
                ConnectionParameters(
                    minimumInterval: try reader.u16("the least interval"),
                    maximumInterval: try reader.u16("the greatest interval"), latency: try reader.u16("the latency"),
                    supervisionTimeout: try reader.u16("the timeout")))
        default: self = .console(String(decoding: try reader.counted("the line"), as: UTF8.self))
        }
    }
}

extension RecordedMessage: Storable {
    func append(to bytes: inout [UInt8]) {
        bytes.append(little: UInt64(frame))
        bytes.append(little: instant.nanoseconds)
        bytes.append(little: wait.nanoseconds)
        bytes.append(little: handle)
        bytes.append(counted: value)
    }

    init(reading reader: inout ByteReader) throws(Malformed) {
        frame = try reader.number("the frame")
        instant = Instant(nanoseconds: Int64(bitPattern: try reader.u64("the instant")))
        wait = try reader.span("the wait")
        handle = try reader.u16("the handle")
        value = try reader.counted("the value")
    }
}

extension RangingTrack.Round: Storable {
    func append(to bytes: inout [UInt8]) {
        bytes.append(little: offset.nanoseconds)
        bytes.append(measurement == nil ? 0 : 1)
        guard let measurement else { return }
        switch measurement.peer {
        case .short(let address):
            bytes.append(0)
            bytes.append(little: UInt64(address.rawValue))
        case .extended(let address):
            bytes.append(1)
            bytes.append(little: address)
        }
        bytes += [measurement.status.rawValue, measurement.lineOfSight.rawValue]
        bytes.append(little: measurement.rawDistance)
        for angle in [
            measurement.azimuth, measurement.elevation, measurement.peerAzimuth, measurement.peerElevation,
        ] {
            bytes.append(little: angle.raw)
            bytes.append(angle.merit)
        }
        bytes += [measurement.slotIndex, measurement.rawRSSI]
    }

    init(reading reader: inout ByteReader) throws(Malformed) {
        offset = try reader.span("the offset")
        guard try reader.flag("whether anything was measured") else {
            measurement = nil
            return
        }
        let isExtended = try reader.flag("the kind of address")
        let address = try reader.u64("the address")
        var measured = TWRMeasurement(
            peer: isExtended
                ? .extended(address) : .short(ShortMACAddress(rawValue: UInt16(truncatingIfNeeded: address))),
            status: UCIStatus(rawValue: try reader.u8("the status")),
            lineOfSight: LineOfSight(rawValue: try reader.u8("the line of sight")),
            rawDistance: try reader.u16("the distance"))
        for angle in [\TWRMeasurement.azimuth, \.elevation, \.peerAzimuth, \.peerElevation] {
            measured[keyPath: angle] = AngleOfArrival(
                raw: try reader.i16("an angle"), merit: try reader.u8("an angle's merit"))
        }
        measured.slotIndex = try reader.u8("the slot")
        measured.rawRSSI = try reader.u8("the RSSI")
        measurement = measured
    }
}
