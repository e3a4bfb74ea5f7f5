import Ground
import Links

extension StageRequest {
    func append(to bytes: inout [UInt8]) {
        switch self {
        case .place(let name, let distance):
            bytes.append(1)
            bytes.append(text: name.rawValue)
            bytes.append(distance: distance)
        case .move(let name, let from, let to, let speed):
            bytes.append(2)
            bytes.append(text: name.rawValue)
            bytes.append(distance: from)
            bytes.append(distance: to)
            bytes.append(speed: speed)
        case .present(let tag):
            bytes.append(3)
            bytes.append(text: tag.rawValue)
        case .remove(let tag):
            bytes.append(4)
            bytes.append(text: tag.rawValue)
        case .tearAway(let tag, let answers):
            bytes.append(5)
            bytes.append(text: tag.rawValue)
            bytes.append(count: answers)
        case .swap(let tag, let other):
            bytes.append(6)
            bytes.append(text: tag.rawValue)
            bytes.append(text: other.rawValue)
        case .readerTrouble(let trouble, let begins):
            bytes.append(7)
            bytes.append(trouble.code)
            bytes.append(flag: begins)
        case .dropLink(let name):
            bytes.append(8)
            bytes.append(text: name.rawValue)
        case .power(let name, let act):
            bytes.append(9)
            bytes.append(text: name.rawValue)
            bytes.append(act.code)
        case .silenceUWB(let name, let isOn):
            bytes.append(10)
            bytes.append(text: name.rawValue)
            bytes.append(flag: isOn)
        }
    }

    init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a stage's request")
        switch code {
        case 1:
            let name = try reader.accessory("an accessory's name")
            self = .place(name, try reader.distance("a distance"))
        case 2:
            let name = try reader.accessory("an accessory's name")
            let from = try reader.distance("a distance")
            let to = try reader.distance("a distance")
            self = .move(name, from: from, to: to, at: try reader.speed("a speed"))
        case 3: self = .present(try reader.tag("a tag's name"))
        case 4: self = .remove(try reader.tag("a tag's name"))
        case 5:
            let tag = try reader.tag("a tag's name")
            self = .tearAway(tag, afterAnswers: try reader.count("a count of answers"))
        case 6:
            let tag = try reader.tag("a tag's name")
            self = .swap(tag, for: try reader.tag("a tag's name"))
        case 7:
            let trouble = try ReaderTrouble(&reader)
            self = .readerTrouble(trouble, try reader.flag("whether trouble begins"))
        case 8: self = .dropLink(try reader.accessory("an accessory's name"))
        case 9:
            let name = try reader.accessory("an accessory's name")
            self = .power(name, try PowerAct(&reader))
        case 10:
            let name = try reader.accessory("an accessory's name")
            self = .silenceUWB(name, try reader.flag("whether UWB is silenced"))
        default: throw reader.unknown(code, "a stage's request")
        }
    }
}

extension ReaderTrouble {
    fileprivate var code: UInt8 {
        switch self {
        case .unplugged: 1
        case .aborts: 2
        case .silent: 3
        case .garbles: 4
        case .refuses: 5
        case .forgetsItself: 6
        case .overheats: 7
        }
    }

    fileprivate init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a reader's trouble")
        guard let trouble = Self.allCases.first(where: { $0.code == code }) else {
            throw reader.unknown(code, "a reader's trouble")
        }
        self = trouble
    }
}

extension PowerAct {
    fileprivate var code: UInt8 {
        switch self {
        case .cycle: 1
        case .factoryReset: 2
        }
    }

    fileprivate init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("an act of power")
        switch code {
        case 1: self = .cycle
        case 2: self = .factoryReset
        default: throw reader.unknown(code, "an act of power")
        }
    }
}
