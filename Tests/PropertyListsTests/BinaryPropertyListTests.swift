import AppProperties
import Ground
import TestSupport
import Testing

/// Returns a binary property list of these objects; every field of its trailer can be overridden.
private func binary(
    _ objects: [[UInt8]], top: UInt64 = 0, offsetWidth: UInt8 = 2, referenceWidth: UInt8 = 1, count: UInt64? = nil,
    table: UInt64? = nil, offsets: [Int: Int] = [:]
) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var starts: [Int] = []
    for object in objects {
        starts.append(bytes.count)
        bytes += object
    }
    let start = UInt64(bytes.count)
    for (index, own) in starts.enumerated() {
        let offset = UInt64(offsets[index] ?? own)
        for place in (0..<offsetWidth).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: offset >> (8 * UInt64(place))))
        }
    }
    bytes += [0, 0, 0, 0, 0, 0, offsetWidth, referenceWidth]
    for number in [count ?? UInt64(objects.count), top, table ?? start] { bytes.append(big: number) }
    return bytes
}

@Suite struct BinaryPropertyListTests {
    @Test(
        "a mistake is reported with its kind and its byte",
        arguments: [
            (Array("bplist00".utf8), .trailer, 8), (Array("bplist".utf8), .trailer, 6),
            (Array(binary([[0x09]]).dropLast()), .trailer, nil),
            (Array(binary([[0x09]]).map { $0 == 0x30 ? 0x31 : $0 }), .version, 6),
            (binary([[0xA1, 0x00]]), .cycle, 9), (binary([[0xD1, 0x01, 0x00], [0x51, 0x61]]), .cycle, 10),
            (binary([[0xA1, 0x01], [0xA1, 0x02], [0xA1, 0x00]]), .cycle, 13),
            (binary([[0xA1, 0x01]]), .offset, 9), (binary([[0x09]], offsets: [0: 7]), .offset, 9),
            (binary([[0x09]], offsets: [0: 9]), .offset, 9), (binary([[0x09]], offsets: [0: 0xFFFF]), .offset, 9),
            (binary([[0x09]], top: 1), .trailer, nil), (binary([[0x09]], count: 0), .trailer, nil),
            (binary([[0x09]], count: 2), .trailer, nil), (binary([[0x09]], count: .max), .trailer, nil),
            (binary([[0x09]], count: 1 << 61, table: 9), .trailer, nil),
            (binary([[0x09]], offsetWidth: 0), .trailer, nil), (binary([[0x09]], offsetWidth: 9), .trailer, nil),
            (binary([[0x09]], referenceWidth: 0), .trailer, nil),
            (binary([[0x09]], table: 8), .trailer, nil), (binary([[0x09]], table: .max), .trailer, nil),
            (binary([[0x4F, 0x11, 0x01, 0x2C] + Array(repeating: 0, count: 300)], offsetWidth: 1), .trailer, nil),
            (binary([[0x00]]), .object, 8), (binary([[0x0F]]), .object, 8), (binary([[0x15, 0]]), .object, 8),
            (binary([[0x20, 0]]), .object, 8), (binary([[0x71, 0x61]]), .object, 8), (binary([[0xC0]]), .object, 8),
            (binary([[0xE0]]), .object, 8), (binary([[0x52, 0x61]]), .object, 8), (binary([[0x13, 0]]), .object, 8),
            (binary([[0x51, 0xE9]]), .object, 9), (binary([[0x61, 0xD8, 0x00]]), .object, 9),
            (binary([[0x5F, 0x51]]), .object, 8), (binary([[0x5F]]), .object, 8),
            (binary([[0x5F, 0x13] + Array(repeating: 0xFF, count: 8)]), .object, 8),
            (binary([[0xAF, 0x13, 0x7F] + Array(repeating: 0xFF, count: 7)]), .object, 8),
            (binary([[0xDF, 0x13, 0x7F] + Array(repeating: 0xFF, count: 7)]), .object, 8),
            (binary([[0x14, 1] + Array(repeating: 0, count: 15)]), .object, 8),
            (binary([[0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]]), .object, 8),
            (binary([[0xD1, 0x01, 0x01], [0x09]]), .structure, 9),
        ] as [([UInt8], PropertyListError.Kind, Int?)])
    func problems(bytes: [UInt8], kind: PropertyListError.Kind, offset: Int?) throws {
        let error = try #require(problem(bytes))
        #expect(error.kind == kind, "\(error)")
        if let offset { #expect(error.place == .byte(offset), "\(error)") }
        #expect((0...bytes.count).contains(error.place.offset), "\(error)")
    }

    @Test(
        "integers have a sign in eight and sixteen bytes only",
        arguments: [
            ([0x10, 0xFF], 255), ([0x11, 0xFF, 0xFF], 65_535), ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], 4_294_967_295),
            ([0x13] + Array(repeating: 0xFF, count: 8), -1), ([0x14] + Array(repeating: 0xFF, count: 16), -1),
            ([0x14] + Array(repeating: 0, count: 8) + Array(repeating: 0xFF, count: 8), Int128(UInt64.max)),
        ] as [([UInt8], Int128)])
    func integers(object: [UInt8], value: Int128) throws {
        #expect(try PropertyListFile(binary([object])).root.value == .integer(value))
    }

    @Test(arguments: 1...8) func everyWidthOfOffsetsAndReferencesIsRead(width: UInt8) throws {
        let reference = Array(repeating: UInt8(0), count: Int(width) - 1) + [1]
        let bytes = binary([[0xA1] + reference, [0x51, 0x61]], offsetWidth: width, referenceWidth: width)
        #expect(try PropertyListFile(bytes).root.array?.first?.string == "a")
    }

    /// Forty objects, each of which contains the next one twice: 2^40 values in about a hundred bytes.
    @Test func objectsThatAreSharedCountAsOftenAsTheyAreReferredTo() throws {
        func doubling(_ count: UInt8) -> [UInt8] { binary((1...count).map { [0xA2, $0, $0] } + [[0x51, 0x61]]) }
        #expect(try PropertyListFile(doubling(10)).root.array?.count == 2)
        let error = try #require(problem(doubling(40)))
        #expect(error.kind == .tooManyValues, "\(error)")
        // The last ten levels are 2^11 - 1 values.
        #expect(problem(doubling(10), limits: .init(size: 1_000, values: 2_046))?.kind == .tooManyValues)
        #expect(problem(doubling(10), limits: .init(size: 1_000, values: 2_047)) == nil)
    }

    @Test func depthHasALimitWhicheverObjectIsReadFirst() throws {
        func chain(_ count: UInt8) -> [[UInt8]] { (1...count).map { [0xA1, $0] } + [[0x51, 0x61]] }
        #expect(problem(binary(chain(127))) == nil)
        #expect(problem(binary(chain(128)))?.kind == .tooDeep)
        // The end of the chain is known before it is reached from the front.
        var shared = chain(128)
        shared[0] = [0xA2, 100, 1]
        #expect(problem(binary(shared))?.kind == .tooDeep)
    }

    @Test func objectsThatShareBytesAreRefused() throws {
        // A hundred objects share the same long data.
        let references = (1...100).map { UInt8($0) }
        let objects =
            [[0xAF, 0x10, 100] + references] + Array(repeating: [UInt8](), count: 99) + [
                [0x4E] + Array(repeating: 0, count: 14)
            ]
        let place = 8 + objects[0].count
        var offsets: [Int: Int] = [:]
        for index in 1...100 { offsets[index] = place }
        let error = try #require(problem(binary(objects, offsets: offsets)))
        #expect(error.kind == .overlap, "\(error)")
    }

    @Test func anObjectIsReadOnceAndStandsWhereItLies() throws {
        let root = try PropertyListFile(binary([[0xA2, 1, 1], [0x51, 0x61]])).root
        #expect(root.array?.map(\.place) == [.byte(11), .byte(11)])
    }
}
