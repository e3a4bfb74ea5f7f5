import ApplicationServices
import Ground
import Links
import Simulators
import Testing

@Suite("The simulated screen") struct SimulatedScreenTests {
    @Test("From the picker through hello to twenty moves") func game() {
        let bench = CompanionBench()
        bench.begin()
        #expect(bench.invitations.map(\.platform) == [.iOS] && bench.connects.count == 1 && bench.resumed == [0])
        #expect(bench.ends(1) == [.local] && bench.ends(2) == [])
        bench.play(20)
        #expect(bench.acknowledged == Array(1...20))
        #expect(bench.frames.count == 21 && bench.opened == 2)
    }

    @Test("A hundred times into the background and back, in the middle of moves", arguments: [1, 2, 3] as [UInt64])
    func background(seed: UInt64) {
        let bench = CompanionBench(seed: seed)
        bench.begin()
        for _ in 0..<100 {
            // Some arrive before the background, some do not.
            bench.play(3, for: .milliseconds(6))
            bench.leave(for: .milliseconds(200))
            bench.comeBack(for: .milliseconds(200))
        }
        bench.run(.seconds(1))
        bench.leave()
        bench.comeBack()
        #expect(bench.opened == 103 && bench.resumed.last == 300)
        #expect(Set(bench.acknowledged).count == bench.acknowledged.count, "none is doubled")
        // An acknowledgement may be lost with its connection, but the move never is.
        #expect(bench.resumed == bench.resumed.sorted() && bench.acknowledged == bench.acknowledged.sorted())
    }

    @Test("A frame that the background cuts at any byte leaves nothing behind") func cut() {
        let frame = CompanionBench.move(2).encoded
        for count in 1...frame.count {
            let bench = CompanionBench(seed: UInt64(count))
            bench.begin()
            bench.play(1)
            for message in ControlMessage.data(of: Array(frame.prefix(count))) {
                bench.request(.bytes(message.encoded), 2)
            }
            bench.leave()
            bench.comeBack()
            #expect(bench.resumed == [0, count == frame.count ? 2 : 1], "cut behind \(count) bytes")
            bench.play(2)
            // A whole frame is accepted, and only its acknowledgement is lost.
            let isWhole = count == frame.count
            #expect(bench.acknowledged == (isWhole ? [1, 3] : [1, 2, 3]), "cut behind \(count) bytes")
        }
    }

    @Test("A reset within a control message ends the connection, and the next choice starts over") func reset() {
        let message = ControlMessage.data(of: CompanionBench.move(1).encoded).flatMap(\.encoded)
        for count in 0..<message.count {
            let bench = CompanionBench(seed: UInt64(count))
            bench.begin()
            bench.request(.bytes(Array(message.prefix(count))), 2)
            bench.request(.reset, 2)
            bench.run(.seconds(2))
            #expect(bench.opened == 2, "a bare reset is no background")
        }
    }

    @Test("Moves out of order, and duplicates, are answered with the last one in order") func order() {
        let bench = CompanionBench()
        bench.begin()
        bench.play(2)
        for number in [2, 4, 1] {
            for message in ControlMessage.data(of: CompanionBench.move(number).encoded) {
                bench.request(.bytes(message.encoded), 2)
            }
        }
        bench.run(.seconds(1))
        #expect(bench.acknowledged == [1, 2] && bench.resumed == [0, 2, 2, 2])
    }

    @Test("It sends the given message the given number of times, at the given interval") func series() {
        let bench = CompanionBench()
        bench.begin()
        bench.perform(.send(type: 9, payload: [1, 2], times: 4, apart: .milliseconds(100)))
        bench.run(.milliseconds(250))
        #expect(bench.frames.filter { $0.type == 9 }.count == 3)
        bench.run(.seconds(1))
        #expect(bench.frames.filter { $0 == ServiceFrame(type: 9, payload: [1, 2]) }.count == 4)
    }

    @Test("Leaving the picker, or cancelling, ends what is in progress") func ends() {
        let bench = CompanionBench()
        bench.publish(consent: .neverAnswers)
        bench.choose()
        bench.perform(.leavePicker)
        bench.run(.seconds(1))
        #expect(bench.ends(1) == [.remote] && bench.connects.isEmpty)
        let other = CompanionBench()
        other.begin()
        other.perform(.cancel)
        other.run(.seconds(1))
        #expect(other.ends(2) == [.remote] && other.opened == 2)
    }

    @Test("A device is chosen as soon as it is listed, and one of another name is not") func pick() {
        let bench = CompanionBench()
        bench.perform(.openPicker(service: "game", platforms: [.iOS]))
        bench.perform(.pick(name: "pad"))
        bench.publish("watch")
        bench.run(.seconds(3))
        #expect(bench.opened == 0)
        bench.publish("pad")
        bench.run(.seconds(5))
        #expect(bench.connects.count == 1)
        #expect(bench.arrivals.allSatisfy { $0.inbound.link != .stream(.agent(of: "watch", connection: 1)) })
    }
}
