import Evidence
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

    @Test("whatever byte of it changes, a store answers as before, made anew where it must be")
    func changedBytes() throws {
        let scratch = try Scratch()
        let (store, told) = try Self.made(scratch)
        let bytes = try #require(Scratch.bytes(of: store.path))
        var generator = SeededGenerator(seed: 7)
        var anew = 0
        for page in 0..<bytes.count / 4096 {
            var changed = bytes
            // A byte of the page's header, and one of its cells, which SQLite fills from the end.
            for place in [Int.random(in: 0..<16, using: &generator), Int.random(in: 3000..<4096, using: &generator)] {
                changed[page * 4096 + place] ^= UInt8.random(in: 1...255, using: &generator)
            }
            try Scratch.write(changed, to: store.path)
            #expect(try store.told() == told, "page \(page)")
            if Scratch.bytes(of: store.path) != changed { anew += 1 }
            try Scratch.write(bytes, to: store.path)
        }
        #expect(anew > 3, "no change was ever found")
    }

    @Test("a store that was cut off anywhere is made anew")
    func cut() throws {
        let scratch = try Scratch()
        let (store, told) = try Self.made(scratch)
        let bytes = try #require(Scratch.bytes(of: store.path))
        for count in [0, 1, 15, 16, 99, 100, 4095, 4096, bytes.count / 2, bytes.count - 4096, bytes.count - 1] {
            try Scratch.write(Array(bytes.prefix(count)), to: store.path)
            #expect(try store.told() == told, "cut after \(count) bytes")
            for name in ["-wal", "-shm", ".damaged"] { unlink(store.path + name) }
        }
    }

    @Test("a damaged store is kept beside the new one, and that is told")
    func kept() throws {
        let scratch = try Scratch()
        let (store, _) = try Self.made(scratch)
        try Scratch.write("nothing", to: store.path)
        let answer = try store.groups()
        #expect(answer.notes.count == 2 && answer.value?.groups.isEmpty == false)
        #expect(Scratch.text(of: store.path + ".damaged") == "nothing")
        #expect(try store.groups().notes.isEmpty)
    }

    @Test("a store of another version is made anew from its folders")
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

    @Test("a file that is none of ours is never touched", arguments: [true, false])
    func foreign(isSQLite: Bool) throws {
        let scratch = try Scratch()
        try RunFolderSample().write(in: scratch("a"))
        let path = scratch("notes.txt")
        var content = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 200)
        if !isSQLite { content = Array("my notes".utf8) }
        try Scratch.write(content, to: path)
        let store = HistoryStore(path)
        #expect(throws: CommandTrouble.self) { try store.groups() }
        #expect(throws: CommandTrouble.self) { try store.take([scratch("a")]) }
        #expect(throws: CommandTrouble.self) { try store.rebuild() }
        #expect(Scratch.bytes(of: path) == content)
        try #require(symlink(path, scratch("link")) == 0 && mkfifo(scratch("fifo"), 0o600) == 0)
        for name in ["link", "fifo", "a"] {
            #expect(throws: CommandTrouble.self, "\(name)") { try HistoryStore(scratch(name)).take([scratch("a")]) }
        }
    }

    @Test("where there is no store there is no answer, and one that was removed is made anew")
    func missing() throws {
        let scratch = try Scratch()
        #expect(try HistoryStore(scratch("nowhere.sqlite")).groups().value == nil)
        let (store, told) = try Self.made(scratch)
        for name in ["", "-wal", "-shm"] { unlink(store.path + name) }
        #expect(try store.told() == told)
    }

    @Test("a second writer waits, and gives up when the first one does not end")
    func twoWriters() throws {
        let scratch = try Scratch()
        let (store, told) = try Self.made(scratch)
        let first = try StoreLock(store.file.writerLock, .alone)
        #expect(throws: CommandTrouble.self) { try StoreLock(store.file.writerLock, .alone, milliseconds: 0) }
        #expect(try store.told() == told, "readers are not kept out")
        withExtendedLifetime(first) {}
        let reader = try StoreLock(store.file.readerLock, .together)
        let other = try StoreLock(store.file.readerLock, .together, milliseconds: 0)
        #expect(throws: CommandTrouble.self) { try StoreLock(store.file.readerLock, .alone, milliseconds: 0) }
        withExtendedLifetime((reader, other)) {}
    }

    @Test("a store that was closed keeps nobody waiting, also while whoever closed it is still there")
    func closed() throws {
        let scratch = try Scratch()
        let (store, _) = try Self.made(scratch)
        for isReader in [true, false] {
            let connection = try isReader ? StoreConnection.read(store.file) : StoreConnection.write(store.file)
            #expect(throws: CommandTrouble.self) { try StoreLock(store.file.readerLock, .alone, milliseconds: 0) }
            try connection.close()
            #expect(throws: Never.self) { try StoreLock(store.file.readerLock, .alone, milliseconds: 0) }
            withExtendedLifetime(connection) {}
        }
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
        #expect(throws: CommandTrouble.self) { try first.take([scratch("1.sqlite.folders")]) }
        #expect(throws: CommandTrouble.self) { try first.take([scratch("nowhere")]) }
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
            #expect(throws: CommandTrouble.self, "cut after \(count) bytes") { try StoreFolders(besides: file) }
        }
        var mutator = Mutator(seeds: [bytes])
        for _ in 0..<300 {
            try Scratch.write(mutator.next(), to: file.folders)
            _ = try? StoreFolders(besides: file)
        }
    }

    @Test("another computer's run is taken in although another run lies under its path here")
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
