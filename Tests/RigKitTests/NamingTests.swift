import RigKit
import Testing

/// Rigs whose names differ from the scenarios'.
@Suite struct NamingTests {
    private let rig = Rig(
        name: "made", summary: "Made by a test", kind: .hardware, bluetooth: .adapter(0), uwb: .none,
        nfc: .libnfc("acr122_usb"),
        accessories: [
            AccessoryEntry("front", .le(.name("F")), power: .hand), AccessoryEntry("back", .le(.name("B"))),
        ], tags: [TagEntry("frontTag", .hand)], motion: .none)

    private func named(_ texts: String...) throws(NameAssignmentError) -> Rig {
        var assignments: [NameAssignment] = []
        for text in texts { assignments.append(try NameAssignment(text)) }
        return try rig.naming(assignments)
    }

    @Test("a renamed device keeps its ports, and everything else its name")
    func names() throws {
        let renamed = try named("door=front", "doorTag=frontTag")
        #expect(renamed.accessories.map(\.name) == ["door", "back"] && renamed.tags.map(\.name) == ["doorTag"])
        #expect(renamed.accessories[0].port == .le(.name("F")) && renamed.accessories[0].power == .hand)
        #expect(renamed.problems() == [] && renamed.name == "made")
        #expect(try named() == rig)
    }

    @Test("two devices may exchange their names")
    func exchange() throws {
        #expect(try named("front=back", "back=front").accessories.map(\.name) == ["back", "front"])
    }

    @Test("what a program moves keeps the name with which it is called")
    func programs() throws {
        let byProgram = try rig.replacing(["frontTag=program:/usr/bin/tag", "front.power=program:/usr/bin/power"])
        #expect(throws: NameAssignmentError.self) { try byProgram.naming([NameAssignment("doorTag=frontTag")]) }
        #expect(try byProgram.naming([NameAssignment("door=front")]).accessories[0].name == "door")
        #expect(try byProgram.naming([NameAssignment("frontTag=frontTag")]).tags[0].name == "frontTag")
        let moving = try byProgram.replacing("motion=program:/usr/bin/rail")
        #expect(throws: NameAssignmentError.self) { try moving.naming([NameAssignment("door=front")]) }
        let blocked = try byProgram.replacing("front.air.uwb=program:/usr/bin/air")
        #expect(throws: NameAssignmentError.self) { try blocked.naming([NameAssignment("door=front")]) }
    }

    @Test(
        "nothing has two names, and no two the same",
        arguments: [
            (["back=front"], "already has a back: rename that too, as in --as front=back"),
            (["door=front", "trunk=front"], "front is door already"),
            (["door=front", "door=back"], "front is door already: there can be one"),
            (["door=frnt"], "the rig made has no frnt: did you mean front"),
            (["door=zzz"], "it has front, back, frontTag"),
            (["door"], "door=front plays front where door is written"),
            (["=front"], "write the scenarios' name"), (["door="], "write the scenarios' name"),
        ])
    func refused(texts: [String], words: String) {
        let error = #expect(throws: NameAssignmentError.self) {
            try rig.naming(try texts.map { text throws(NameAssignmentError) in try NameAssignment(text) })
        }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
}
