import Glibc
import OperatingSystem
import Synchronization
import Testing

@Suite("The bounded queue") struct BoundedQueueTests {
    @Test("items arrive in their order, whatever the bound", arguments: [1, 3, 1_000]) func order(bound: Int) throws {
        let conveyor = BoundedQueue<Int>(bound: bound)
        let thread = try DeviceThread("giver", urgency: .ordinary) {
            for number in 0..<5_000 { #expect(conveyor.put(number)) }
        }
        for number in 0..<5_000 { #expect(conveyor.take() == number) }
        thread.join()
    }

    @Test("no more items wait than the bound") func bound() throws {
        let conveyor = BoundedQueue<Int>(bound: 2)
        let put = Atomic<Int>(0)
        let thread = try DeviceThread("giver", urgency: .ordinary) {
            for number in 0..<6 {
                _ = conveyor.put(number)
                put.add(1, ordering: .sequentiallyConsistent)
            }
        }
        for number in 0..<6 {
            #expect(conveyor.take() == number)
            // One more item may be on its way between the two threads.
            let count = put.load(ordering: .sequentiallyConsistent)
            #expect(count <= number + 3)
        }
        thread.join()
    }

    @Test("a thread that waits for room is refused once the queue is abandoned") func abandoned() throws {
        let conveyor = BoundedQueue<Int>(bound: 1)
        let refused = Atomic<Bool>(false)
        let thread = try DeviceThread("giver", urgency: .ordinary) {
            while conveyor.put(1) {}
            refused.store(true, ordering: .sequentiallyConsistent)
        }
        _ = conveyor.take()
        conveyor.abandon()
        thread.join()
        let wasRefused = refused.load(ordering: .sequentiallyConsistent)
        #expect(wasRefused)
        #expect(!conveyor.put(2))
    }

    @Test("items that are returned are destroyed on the thread that made them") func givenBack() throws {
        final class Item: Sendable {
            static let log = Mutex<[pthread_t]>([])
            deinit { Self.log.withLock { $0.append(pthread_self()) } }
        }
        let conveyor = BoundedQueue<Item>(bound: 1)
        let maker = Mutex<pthread_t?>(nil)
        let thread = try DeviceThread("giver", urgency: .ordinary) {
            maker.withLock { $0 = pthread_self() }
            for _ in 0..<3 { _ = conveyor.put(Item()) }
        }
        conveyor.giveBack(conveyor.take())
        conveyor.giveBack(conveyor.take())
        thread.join()
        let ends = Item.log.withLock { $0 }
        #expect(!ends.isEmpty && ends.allSatisfy { $0 == maker.withLock { $0 } })
    }
}
