import Testing

@testable import Runs

@Suite("Deferred work") struct DeferredWorkTests {
    private final class Log {
        var done: [Int] = []
    }

    @Test("in virtual time it is done immediately") func atOnce() {
        let log = Log()
        let work = DeferredWork(isDeferring: false)
        work.add { log.done.append(1) }
        #expect(log.done == [1])
    }

    @Test("on a live bench it is done in order and on request, once") func inOrder() {
        let log = Log()
        let work = DeferredWork(isDeferring: true)
        for number in 1...3 { work.add { log.done.append(number) } }
        #expect(log.done.isEmpty)
        work.perform()
        work.perform()
        #expect(log.done == [1, 2, 3])
    }

    @Test("work added by work is done after it") func nested() {
        let log = Log()
        let work = DeferredWork(isDeferring: true)
        work.add {
            log.done.append(1)
            work.add { log.done.append(3) }
        }
        work.add { log.done.append(2) }
        work.perform()
        #expect(log.done == [1, 2, 3])
    }

    @Test("it is done in parts, each as long as permitted, and nothing twice") func parts() {
        let log = Log()
        let work = DeferredWork(isDeferring: true)
        for number in 1...5 { work.add { log.done.append(number) } }
        #expect(!work.perform { log.done.count == 2 } && log.done == [1, 2] && !work.isEmpty)
        work.add { log.done.append(6) }
        #expect(!work.perform { log.done.count >= 4 } && log.done == [1, 2, 3, 4])
        #expect(work.perform { false } && log.done == [1, 2, 3, 4, 5, 6] && work.isEmpty)
        #expect(work.perform { true } && log.done.count == 6)
    }

    @Test("work beyond the bound is not deferred") func bound() {
        let log = Log()
        let work = DeferredWork(isDeferring: true)
        for number in 1..<DeferredWork.bound { work.add { log.done.append(number) } }
        #expect(log.done.isEmpty)
        work.add { log.done.append(DeferredWork.bound) }
        #expect(log.done == Array(1...DeferredWork.bound))
    }
}
