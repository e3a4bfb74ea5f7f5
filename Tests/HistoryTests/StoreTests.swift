import Evidence
import GRDB
import Glibc
import Ground
import Journal
import TestSupport
import Testing

@testable import History

/// The store's file: damaged, foreign, of another version, and used by two programs at once.
@Suite struct HistoryStoreTests {
    private static let runs: [RunFolderSample] = (0..<10).map { place in
        RunFolderSample(
            scenario: place % 2 == 0 ? "walkUp" : "fullFlow", seed: UInt64(place),
            verdict: place % 5 == 3 ? .failed : .passed, firmware: UInt8(1 + place / 5), seconds: 600 * place,
            turnAround: Int64(4_000_000 + 1000 * place))
    }

    private static func made(_ scratch: Scratch) throws -> (store: HistoryStore, told: String) {
        try RunFolderSample.write(runs, in: scratch("runs"))
        let store = HistoryStore(scratch("history.sqlite"))
        _ = try store.take([scratch("runs")])
        return (store, try store.told())
    }

    @Test("SQLite's check finds a damaged page, and the store is rebuilt")
    func damagedPages() throws {
        let scratch = try Scratch()
        let (store, told) = try Self.made(scratch)
        let bytes = try #require(Scratch.bytes(of: store.path))
        for page in 0..<bytes.count / 4096 {
            var changed = bytes
            // The kind of page, where its first free block lies, and how many cells it has; the first page begins
            // with the file's header.
            let header = page * 4096 + (page == 0 ? 100 : 0)
            for place in header..<header + 5 { changed[place] ^= 0xA5 }
            try Scratch.write(changed, to: store.path)
            #expect(try store.told() == told, "page \(page)")
            #expect(Scratch.bytes(of: store.path + ".damaged") == changed, "page \(page)")
            try Scratch.write(bytes, to: store.path)
            unlink(store.path + ".damaged")
        }
    }

    @Test("a store that was cut off anywhere is rebuilt")
    func cut() throws {
        let scratch = try Scratch()
        let (store, told) = try Self.made(scratch)
        let bytes = try #require(Scratch.bytes(of: store.path))
        for count in [0, 1, 15, 16, 99, 100, 4095, 4096, bytes.count / 2, bytes.count - 4096, bytes.count - 1] {
            try Scratch.write(Array(bytes.prefix(count)), to: store.path)
            #expect(try store.told() == told, "cut after \(count) bytes")
            unlink(store.path + ".damaged")
        }
    }

    @Test("a damaged store is kept beside the new one, and a note says so")
    func kept() throws {
        let scratch = try Scratch()
        let (store, _) = try Self.made(scratch)
        try Scratch.write("nothing", to: store.path)
        let answer = try store.groups()
        #expect(answer.notes.count == 2 && answer.value?.groups.isEmpty == false)
        #expect(Scratch.text(of: store.path + ".damaged") == "nothing")
        #expect(try store.groups().notes.isEmpty)
    }

    @Test("a store of another version is rebuilt from its folders")
    func otherVersion() throws {
        let scratch = try Scratch()
        let (store, told) = try Self.made(scratch)
        var bytes = try #require(Scratch.bytes(of: store.path))
        bytes[63] = 99
        try Scratch.write(bytes, to: store.path)
        #expect(store.file.state == .otherVersion(99))
        #expect(try store.groups().notes.count == 2)
        #expect(try store.told() == told)
    }

    @Test("a file that is not a store is never touched", arguments: [true, false])
    func foreign(isSQLite: Bool) throws {
        let scratch = try Scratch()
        try RunFolderSample().write(in: scratch("a"))
        let path = scratch("notes.txt")
        var content = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 200)
        if !isSQLite { content = Array("my notes".utf8) }
        try Scratch.write(content, to: path)
        let store = HistoryStore(path)
        #expect(throws: CommandError.self) { try store.groups() }
        #expect(throws: CommandError.self) { try store.take([scratch("a")]) }
        #expect(throws: CommandError.self) { try store.rebuild() }
        #expect(Scratch.bytes(of: path) == content)
        try #require(symlink(path, scratch("link")) == 0 && mkfifo(scratch("fifo"), 0o600) == 0)
        for name in ["link", "fifo", "a"] {
            #expect(throws: CommandError.self, "\(name)") { try HistoryStore(scratch(name)).take([scratch("a")]) }
        }
    }

    @Test("without a store there is no answer, and one that was removed is rebuilt")
    func missing() throws {
        let scratch = try Scratch()
        #expect(try HistoryStore(scratch("nowhere.sqlite")).groups().value == nil)
        let (store, told) = try Self.made(scratch)
        unlink(store.path)
        #expect(try store.told() == told)
    }

    @Test("a second writer waits, and gives up if the first one does not finish")
    func twoWriters() throws {
        let scratch = try Scratch()
        let (store, told) = try Self.made(scratch)
        let first = try StoreLock(store.file.lock)
        #expect(throws: CommandError.self) { try StoreLock(store.file.lock, milliseconds: 0) }
        #expect(try store.told() == told, "readers are not kept out")
        withExtendedLifetime(first) {}
    }

    @Test("a change whose program was killed is undone before the next question is answered")
    func killed() throws {
        let scratch = try Scratch()
        let (store, told) = try Self.made(scratch)
        let copy = HistoryStore(scratch("copy.sqlite"))
        let queue = try store.file.open()
        try queue.writeWithoutTransaction { database in
            // With so small a cache, SQLite writes to the file before the end of the transaction.
            try database.execute(
                sql: "PRAGMA cache_size = 2; BEGIN IMMEDIATE; UPDATE run SET scenario = 'other', verdict = 'error'")
            for end in ["", "-journal"] {
                try Scratch.write(try #require(Scratch.bytes(of: store.path + end)), to: copy.path + end)
            }
            try database.execute(sql: "ROLLBACK")
        }
        #expect(Scratch.bytes(of: copy.path) != Scratch.bytes(of: store.path))
        #expect(try copy.groups().notes.isEmpty && copy.told() == told)
        #expect(Scratch.bytes(of: copy.path + "-journal") == nil)
    }

    @Test("two programs that import at once both come through, and every run counts once")
    func together() async throws {
        let scratch = try Scratch()
        try RunFolderSample.write(Self.runs, in: scratch("runs"))
        let store = HistoryStore(scratch("history.sqlite"))
        let parts = (1...10).map { scratch("runs/part\($0)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for part in parts { group.addTask { _ = try store.take([part]) } }
            try await group.waitForAll()
        }
        let whole = HistoryStore(scratch("whole.sqlite"))
        _ = try whole.take([scratch("runs")])
        #expect(try store.told() == whole.told())
    }

    @Test("the histories of two benches become one, with and without their folders")
    func merge() throws {
        let scratch = try Scratch()
        var others = Self.runs
        for place in others.indices {
            (others[place].host, others[place].seconds) = ("bench-2", max(0, 600 * place - 300))
        }
        try RunFolderSample.write(Self.runs, in: scratch("one"))
        try RunFolderSample.write(others, in: scratch("two"))
        let (first, second) = (HistoryStore(scratch("1.sqlite")), HistoryStore(scratch("2.sqlite")))
        _ = try first.take([scratch("one")])
        _ = try second.take([scratch("two")])
        let whole = HistoryStore(scratch("whole.sqlite"))
        _ = try whole.take([scratch("one"), scratch("two")])
        let report = try first.take([second.path])
        #expect(report.added == 10)
        #expect(try first.told() == whole.told())
        Copy.remove(scratch("two"))
        let third = HistoryStore(scratch("3.sqlite"))
        #expect(try third.take([scratch("one"), second.path]).added == 20)
        let groups = try #require(try third.groups().value).groups
        #expect(groups == (try whole.groups().value?.groups))
        #expect(try third.flaky(HistoryFilter()).value?.failures.contains { !$0.isFolderThere } == true)
        #expect(throws: CommandError.self) { try first.take([scratch("1.sqlite.folders")]) }
        #expect(throws: CommandError.self) { try first.take([scratch("nowhere")]) }
    }

    @Test("a gate whose folder is gone stays through a rebuild, and enters another history")
    func gates() throws {
        let scratch = try Scratch()
        let (store, _) = try Self.made(scratch)
        let hash = RunFolderSample.hash
        let gate = HistoryGate(
            record: hash(1), document: hash(2), folder: scratch("gate"), result: "passed", isRehearsal: false,
            plan: "release", planHash: hash(3).hex,
            firmware: TestedFirmware(sha256: hash(4).hex, name: "door \"1\".bin"), identity: "flashed", bench: "desk",
            fingerprint: hash(5).hex, scenarios: 1, passed: 1, trials: 59, failures: 0, leftOut: 2,
            confidence: 950_000, upperLimit: 49_508_000, started: 3, ended: 4)
        var runs = RunImport(into: try store.file.open())
        try runs.addNew([gate])
        #expect(try store.groups().value?.gates == [gate])
        #expect(try store.rebuild().added == 10)
        #expect(try store.groups().value?.gates == [gate])
        let other = HistoryStore(scratch("other.sqlite"))
        #expect(try other.take([store.path]).added == 10)
        #expect(try other.groups().value?.gates == [gate])
    }

    @Test("the list of folders is read as it was written, whatever the folders are called")
    func folderList() throws {
        let scratch = try Scratch()
        let file = StoreFile(path: scratch("h.sqlite"))
        var folders = StoreFolders()
        for name in ["/a", "/a\nb", "/a\r", "/\\n", "/\\", "/ä ö", "/a b/c", "/\u{301}"] {
            try folders.add(folder: name)
        }
        try folders.add(store: "/x\n.sqlite")
        try folders.write(besides: file)
        #expect(try StoreFolders(besides: file) == folders)
        try folders.add(folder: "/a b")
        #expect(folders.folders.contains("/a b") && !folders.folders.contains("/a b/c"))
        try folders.add(folder: "/a/deep")
        #expect(!folders.folders.contains("/a/deep"), "the folder around it is known")
        let bytes = try #require(Scratch.bytes(of: file.folders))
        for count in 0..<bytes.count {
            try Scratch.write(Array(bytes.prefix(count)), to: file.folders)
            if bytes[..<count].last == 0x0A { continue }
            #expect(throws: CommandError.self, "cut after \(count) bytes") { try StoreFolders(besides: file) }
        }
        var mutator = Mutator(seeds: [bytes])
        for _ in 0..<300 {
            try Scratch.write(mutator.next(), to: file.folders)
            _ = try? StoreFolders(besides: file)
        }
    }

    @Test("another computer's run is imported even if a different run has its path here")
    func samePath() throws {
        let scratch = try Scratch()
        try RunFolderSample(verdict: .failed, host: "bench-2").write(in: scratch("runs"))
        let other = HistoryStore(scratch("other.sqlite"))
        _ = try other.take([scratch("runs")])
        Copy.remove(scratch("runs"))
        try RunFolderSample(host: "bench-1", seconds: 60).write(in: scratch("runs"))
        let store = HistoryStore(scratch("history.sqlite"))
        #expect(try store.take([other.path]).added == 2)
        let told = try store.told()
        #expect(try store.groups().value?.groups.map(\.failures).sorted() == [0, 1])
        #expect(try store.rebuild().added == 2)
        #expect(try store.told() == told)
    }
}
