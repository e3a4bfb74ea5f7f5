import Foundation
import GATT
import Ground
import TestSupport
import Testing

@Suite struct PDUTests {
    static let uart = AttributeUUID("6E400002-B5A3-F393-E0A9-E50E24DCCA9E")!

    static let known: [String: ATTPDU] = [
        "error response": .errorResponse(to: .readRequest, handle: 3, code: .readNotPermitted),
        "exchange MTU request": .exchangeMTURequest(527), "exchange MTU response": .exchangeMTUResponse(247),
        "find information request": .findInformationRequest(HandleRange(4, 7)),
        "find information short": .findInformationResponse([HandleType(4, 0x2902), HandleType(5, 0x2901)]),
        "find information long": .findInformationResponse([HandleType(3, uart)]),
        "find by type value request":
            .findByTypeValueRequest(.all, type: 0x2800, value: [0x0A, 0x18]),
        "find by type value response": .findByTypeValueResponse([HandleRange(5, 9), HandleRange(16, 31)]),
        "read by type request": .readByTypeRequest(HandleRange(1, 5), type: 0x2803),
        "read by type request long": .readByTypeRequest(.all, type: uart),
        "read by type response": .readByTypeResponse([
            HandleValue(2, [0x02, 0x03, 0x00, 0x00, 0x2A]), HandleValue(4, [0x02, 0x05, 0x00, 0x01, 0x2A]),
        ]),
        "read request": .readRequest(3), "read response": .readResponse(Array("iPhone".utf8)),
        "read response empty": .readResponse([]), "read blob request": .readBlobRequest(3, offset: 22),
        "read blob response": .readBlobResponse([0xAA, 0xBB]), "read multiple request": .readMultipleRequest([3, 5]),
        "read multiple response": .readMultipleResponse([1, 2, 3]),
        "read by group type request": .readByGroupTypeRequest(.all, type: 0x2800),
        "read by group type response": .readByGroupTypeResponse([
            GroupValue(HandleRange(1, 5), [0x00, 0x18]), GroupValue(HandleRange(6, 9), [0x01, 0x18]),
        ]),
        "write request": .writeRequest(9, [1, 0]), "write response": .writeResponse,
        "prepare write request": .prepareWriteRequest(9, offset: 18, [0xAA, 0xBB, 0xCC]),
        "prepare write response": .prepareWriteResponse(9, offset: 18, [0xAA, 0xBB, 0xCC]),
        "execute write request": .executeWriteRequest(.write), "execute write cancel": .executeWriteRequest(.cancel),
        "execute write response": .executeWriteResponse, "notification": .notification(10, [1, 2, 3]),
        "indication": .indication(12, [1, 0, 0xFF, 0xFF]), "confirmation": .confirmation,
        "read multiple variable request": .readMultipleVariableRequest([3, 5]),
        "read multiple variable response": .readMultipleVariableResponse([
            LengthValue(length: 2, [0xAA, 0xBB]), LengthValue(length: 0, []), LengthValue(length: 5, [1, 2]),
        ]),
        "multiple notifications": .multipleNotifications([HandleValue(10, [0xAA]), HandleValue(12, [0xBB, 0xCC])]),
        "write command": .writeCommand(14, [0x0A]),
        "signed write command": .signedWriteCommand(14, [0x0A], signature: Array(0...11)),
        "unknown request": .unknown(ATTOpcode(rawValue: 0x14), [1, 2]),
        "unknown command": .unknown(ATTOpcode(rawValue: 0x7F), []),
    ]

    @Test func everyKnownPDUDecodesAndEncodes() throws {
        let table = try rows("att-pdus.txt")
        #expect(Set(table.map(\.0)) == Set(Self.known.keys))
        for (name, hex) in table {
            let pdu = try #require(Self.known[name])
            #expect(pdu.encoded.hex == hex, "\(name)")
            #expect(try ATTPDU(decoding: bytes(hex)) == pdu, "\(name)")
        }
    }

    @Test func malformedPDUsSayWhereTheyGoWrong() throws {
        for (offset, hex) in try rows("att-malformed.txt") {
            do throws(Malformed) {
                let pdu = try ATTPDU(decoding: bytes(hex))
                Issue.record("\(hex) was read as \(pdu)")
            } catch {
                #expect(error.offset == Int(offset), "\(hex): \(error)")
            }
        }
    }

    @Test func everyBeginningOfAPDUIsReadOrRefused() throws {
        for (_, hex) in try rows("att-pdus.txt") {
            let whole = bytes(hex)
            for count in 0...whole.count {
                let part = Array(whole.prefix(count))
                guard let pdu = try? ATTPDU(decoding: part) else { continue }
                #expect(pdu.encoded == part)
            }
        }
    }

    @Test func whateverDecodesEncodesToTheSameBytes() throws {
        var mutator = Mutator(seeds: try rows("att-pdus.txt").map { bytes($0.1) }, number: 4)
        var read = 0
        for _ in 0..<100_000 {
            let input = mutator.next(limit: 100)
            guard let pdu = try? ATTPDU(decoding: input) else { continue }
            read += 1
            if pdu.encoded != input { Issue.record("\(input.hex) became \(pdu.encoded.hex)") }
        }
        #expect(read > 10_000)
    }

    @Test func opcodesAreSortedByWhatTheyNeed() {
        #expect(ATTOpcode.writeRequest.response == .writeResponse)
        #expect(ATTOpcode.readMultipleVariableRequest.response == .readMultipleVariableResponse)
        #expect(ATTOpcode(rawValue: 0x14).response == nil)
        #expect(ATTOpcode(rawValue: 0x00).response == nil)
        #expect(ATTOpcode.writeCommand.kind == .command && ATTOpcode.writeCommand.response == nil)
        #expect(ATTOpcode(rawValue: 0x7F).kind == .command)
        #expect(ATTOpcode(rawValue: 0x14).kind == .request)
        for pdu in Self.known.values {
            guard let response = pdu.opcode.response else { continue }
            #expect(pdu.opcode.kind == .request && response.kind == .response)
            #expect("\(response)".replacingOccurrences(of: "Response", with: "Request") == "\(pdu.opcode)")
        }
    }

    @Test func codesHaveNames() {
        #expect("\(ATTErrorCode.attributeNotFound)" == "attribute not found (0x0a)")
        #expect("\(ATTErrorCode(rawValue: 0x81))" == "application error (0x81)")
        #expect("\(ATTErrorCode(rawValue: 0x40))" == "reserved error (0x40)")
        #expect("\(ATTPDU.readRequest(3))" == "Read Request 03 00")
        #expect("\(ATTOpcode(rawValue: 0x14))" == "unknown opcode 0x14")
    }
}

/// Returns the rows of a table in Tests/Vectors: the cells before and after the bar.
func rows(_ name: String, from file: String = #filePath) throws -> [(String, String)] {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: folder.appending(path: "Vectors/\(name)"), encoding: .utf8)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        return (cells[0].trimmingCharacters(in: .whitespaces), cells[1].trimmingCharacters(in: .whitespaces))
    }
}
