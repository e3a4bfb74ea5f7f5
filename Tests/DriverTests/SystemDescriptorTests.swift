import Glibc
import Ground
import OperatingSystem
import Synchronization
import Testing

@Suite("Descriptors, polling and device threads")
struct SystemDescriptorTests {
    private let poller = Poller(clock: MonotonicClock())

    private func pipe() throws -> (read: FileDescriptor, write: FileDescriptor) {
        let (reader, writer) = try makePipe()
        return (reader, writer)
    }

    /// Waits until a pipe's other end is closed; a program that another test starts has a copy of it until it runs.
    private func waitForHangUp(of pipe: FileDescriptor) {
        _ = poller.wait([PollDescriptor(pipe.number, [])], until: poller.clock.now + .seconds(30))
    }

    @Test func `a failed call throws its name and its reason`() {
        let failure = #expect(throws: SystemError.self) {
            try FileDescriptor("open /nowhere") { open("/nowhere", O_RDONLY) }
        }
        #expect(failure?.description == "open /nowhere: No such file or directory (errno 2)")
    }

    @Test func `a descriptor is closed once and is then refused by the kernel`() throws {
        let (read, write) = try pipe()
        write.close()
        write.close()
        #expect(!write.isOpen)
        #expect(throws: SystemError("write", code: EBADF)) { try write.write([1]) }
        #expect(try read.read(upTo: 8) == [])
    }

    @Test func `a non-blocking descriptor says that it has nothing`() throws {
        let (read, write) = try pipe()
        try read.makeNonBlocking()
        #expect(try read.read(upTo: 8) == nil)
        #expect(try write.write([1, 2, 3]) == 3)
        #expect(try read.read(upTo: 2) == [1, 2])
        #expect(try read.read(upTo: 2) == [3])
    }

    @Test func `reading into an array leaves its length and takes no more than it has room for`() throws {
        let (read, write) = try pipe()
        try read.makeNonBlocking()
        var room: [UInt8] = [9, 9, 9]
        #expect(try read.read(into: &room) == nil)
        #expect(try write.write([1, 2, 3, 4]) == 4)
        #expect(try read.read(into: &room) == 3)
        #expect(room == [1, 2, 3])
        #expect(try read.read(into: &room) == 1)
        #expect(room == [4, 2, 3])
        write.close()
        waitForHangUp(of: read)
        #expect(try read.read(into: &room) == 0)
        read.close()
        #expect(throws: SystemError("read", code: EBADF)) { try read.read(into: &room) }
    }

    @Test func `polling tells readable, writable and failed apart`() throws {
        let (read, write) = try pipe()
        let both = [PollDescriptor(read.number), PollDescriptor(write.number, .writable)]
        #expect(poller.wait(both) == [[], .writable])
        _ = try write.write([1])
        #expect(poller.wait(both) == [.readable, .writable])
        read.close()
        waitForHangUp(of: write)
        #expect(poller.wait([both[1]])[0].contains(.failed))
    }

    @Test func `polling ends at its deadline`() throws {
        let clock = MonotonicClock()
        let deadline = clock.now + .milliseconds(2)
        let quiet = try Waker()
        #expect(Poller(clock: clock).wait([PollDescriptor(quiet.number)], until: deadline) == [[]])
        #expect(clock.now >= deadline)
    }

    @Test func `a waker wakes the thread that polls, until it is drained`() throws {
        let waker = try Waker()
        let poller = poller
        let woken = Atomic<Int>(0)
        let thread = try DeviceThread("a name that is longer than fifteen") {
            let ready = poller.wait([PollDescriptor(waker.number)], until: poller.clock.now + .seconds(30))
            if ready == [.readable] { woken.add(1, ordering: .relaxed) }
        }
        waker.wake()
        waker.wake()
        thread.join()
        thread.join()
        #expect(woken.load(ordering: .relaxed) == 1)
        waker.drain()
        #expect(poller.wait([PollDescriptor(waker.number)], until: .start) == [[]])
    }
}
