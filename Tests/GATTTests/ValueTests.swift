import GATT
import Ground
import TestSupport
import Testing

@Suite struct ValueTests {
    static let mtus: [UInt16] = [23, 185, 247, 517]
    static let lengths = [0, 1, 19, 20, 21, 22, 23, 181, 182, 183, 184, 185, 244, 246, 511, 512]
    static let longHandle: AttributeHandle = 0x2C
    static let secretHandle: AttributeHandle = 0x2E

    @Test(arguments: mtus) func valuesOfEveryLengthAreReadWhole(mtu: UInt16) {
        var loop = joined(mtu)
        for length in Self.lengths {
            let value = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7) }
            #expect(loop.server.responder.setValue(value, at: Self.longHandle) == true)
            #expect(loop.run { $0.read(Self.longHandle, at: $1) } == .value(value), "\(length) bytes")
        }
        #expect(loop.findings.isEmpty && loop.longest <= Int(mtu))
    }

    @Test(arguments: mtus) func valuesOfEveryLengthAreWrittenWhole(mtu: UInt16) {
        var loop = joined(mtu)
        let reference = AttributeReference(Accessory.long, Self.longHandle)
        for length in Self.lengths {
            let value = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 5) }
            loop.served = []
            #expect(loop.run { $0.write(value, to: Self.longHandle, mode: .withResponse, at: $1) } == .written)
            #expect(loop.events == [.written(reference, value, withResponse: true)])
            #expect(loop.server.responder.value(at: Self.longHandle) == value)
        }
        #expect(loop.findings.isEmpty && loop.longest <= Int(mtu))
    }

    @Test func aValueThatCannotBeWrittenIsNotSent() {
        var loop = joined(23)
        let sent = loop.sent
        let long = Array(repeating: UInt8(1), count: 513)
        #expect(
            loop.run { $0.write(long, to: Self.longHandle, mode: .withResponse, at: $1) }
                == .failed(.valueTooLong(limit: 512)))
        #expect(
            loop.run { $0.write(Array(long.prefix(21)), to: 0x22, mode: .withoutResponse, at: $1) }
                == .failed(.valueTooLong(limit: 20)))
        #expect(loop.sent == sent)
        #expect(
            loop.run { $0.write(Array(long.prefix(20)), to: 0x22, mode: .withoutResponse, at: $1) } == .written)
        #expect(
            loop.events == [
                .written(
                    AttributeReference(Accessory.receive, 0x22), Array(long.prefix(20)), withResponse: false)
            ])
    }

    @Test func refusalsNameTheirCodeAndHandle() {
        var loop = joined(185)
        #expect(loop.run { $0.read(0x99, at: $1) } == .failed(.refused(.invalidHandle, 0x99)))
        #expect(loop.run { $0.read(0x22, at: $1) } == .failed(.refused(.readNotPermitted, 0x22)))
        #expect(
            loop.run { $0.write([1], to: 3, mode: .withResponse, at: $1) }
                == .failed(.refused(.writeNotPermitted, 3)))
        #expect(loop.run { $0.write([1], to: 3, mode: .withoutResponse, at: $1) } == .written)
        #expect(loop.findings.map(\.weight) == [.warning])
        #expect(loop.events.count == 3)
    }

    @Test func aSecretNeedsEncryption() {
        var loop = joined(185)
        let handle = Self.secretHandle
        #expect(
            loop.run { $0.read(handle, at: $1) } == .failed(.refused(.insufficientAuthentication, handle)))
        loop.server.responder.isBonded = true
        #expect(loop.run { $0.read(handle, at: $1) } == .failed(.refused(.insufficientEncryption, handle)))
        #expect(
            loop.run { $0.write([1], to: handle, mode: .withResponse, at: $1) }
                == .failed(.refused(.insufficientEncryption, handle)))
        let secret = Characteristic(
            Accessory.secret, .notify, declaration: 0x2D, valueHandle: handle, end: 0x2F)
        #expect(
            loop.run { $0.subscribe(.notifications, to: secret, at: $1) }
                == .failed(.refused(.insufficientEncryption, 0x2F)))
        loop.server.isEncrypted = true
        #expect(loop.run { $0.write([1], to: handle, mode: .withResponse, at: $1) } == .written)
        #expect(loop.run { $0.read(handle, at: $1) } == .value([1]))
        #expect(
            loop.run { $0.subscribe(.notifications, to: secret, at: $1) } == .subscribed(.notifications))
    }

    @Test func aLongWriteThatIsTooLongChangesNothing() {
        var loop = joined(23)
        loop.server.isEncrypted = true
        let handle = Self.secretHandle
        #expect(loop.run { $0.write([1, 2], to: handle, mode: .withResponse, at: $1) } == .written)
        let value = Array(repeating: UInt8(9), count: 30)
        #expect(
            loop.run { $0.write(value, to: handle, mode: .withResponse, at: $1) }
                == .failed(.refused(.invalidAttributeValueLength, handle)))
        #expect(loop.run { $0.read(handle, at: $1) } == .value([1, 2]))
    }

    @Test func aRefusedPartCancelsWhatWasPrepared() {
        var loop = joined(23)
        let value = Array(repeating: UInt8(9), count: 30)
        #expect(
            loop.run { $0.write(value, to: 3, mode: .withResponse, at: $1) }
                == .failed(.refused(.writeNotPermitted, 3)))
        #expect(!loop.client.isBusy && loop.findings.isEmpty)
        #expect(loop.sent == 3)  // the MTU exchange, the part and the cancelling
    }

    private func joined(_ mtu: UInt16) -> Loopback {
        var loop = Loopback(clientMTU: mtu)
        _ = loop.run { $0.exchangeMTU(at: $1) }
        return loop
    }
}
