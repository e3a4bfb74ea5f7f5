import Testing

@testable import Benches

/// The order of kernel modules.
@Suite struct ModuleOrderTests {
    private let list = ModuleOrder(
        dependencyList: """
            kernel/a.ko:
            kernel/sub/b-one.ko: kernel/a.ko
            kernel/c.ko: kernel/sub/b-one.ko kernel/a.ko
            kernel/d.ko.xz: kernel/c.ko kernel/sub/b-one.ko kernel/a.ko
            kernel/broken.ko: kernel/absent.ko
            not a line
            :

            """)

    @Test("a module comes after everything that it needs, and once")
    func order() throws {
        #expect(
            try list.paths(for: ["d", "a", "c"]) == [
                "kernel/a.ko", "kernel/sub/b-one.ko", "kernel/c.ko", "kernel/d.ko.xz",
            ])
    }

    @Test("dashes and underscores in names are the same")
    func dashes() throws {
        #expect(try list.paths(for: ["b_one"]).last == "kernel/sub/b-one.ko")
    }

    @Test("modules keep the order in which they were asked for where nothing else decides")
    func wish() throws {
        #expect(try list.paths(for: ["a"]) + ["kernel/sub/b-one.ko"] == list.paths(for: ["a", "b_one"]))
    }

    @Test("an unknown module is named, wanted or needed", arguments: [("nothing", "nothing"), ("broken", "absent")])
    func unknown(wanted: String, named: String) {
        #expect(throws: ModuleOrder.UnknownModule(name: named)) { try list.paths(for: [wanted]) }
    }

    @Test("a module loses its signature and nothing else")
    func signature() {
        let code: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 1, 2, 3]
        let magic = Array("~Module signature appended~\n".utf8)
        let tail: [UInt8] = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 5]
        #expect(withoutSignature(code + [9, 9, 9, 9, 9] + tail + magic) == code)
        #expect(withoutSignature(code) == code)
        let lying = code + [0, 0, 2, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF] + magic
        #expect(withoutSignature(lying) == lying)
        #expect(withoutSignature(magic) == magic)
    }
}
