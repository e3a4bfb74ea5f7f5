import ApplicationServices
import Ground
import Links
import Simulators
import Testing

/// A course played with a screen, and what the agent's side sees with one defect but never with a sound screen.
struct ScreenDefectCase: Sendable {
    let defect: ScreenDefect
    let course: @Sendable (CompanionBench) -> Void
    let shows: @Sendable (CompanionBench) -> Bool

    init(
        _ defect: ScreenDefect, _ course: @escaping @Sendable (CompanionBench) -> Void,
        shows: @escaping @Sendable (CompanionBench) -> Bool
    ) {
        self.defect = defect
        self.course = course
        self.shows = shows
    }

    private static let begun: @Sendable (CompanionBench) -> Void = { $0.begin() }
    private static let away: @Sendable (CompanionBench) -> Void = {
        $0.begin()
        $0.leave(for: .seconds(8))
    }
    private static let backAgain: @Sendable (CompanionBench) -> Void = {
        $0.begin()
        $0.play(3)
        $0.leave()
        $0.comeBack()
    }

    static let all: [ScreenDefectCase] = pickers + invitations + connections + frames + lines

    private static let invitations: [ScreenDefectCase] = [
        .init(.doesNothing, begun) { $0.opened == 0 && $0.seen.isEmpty },
        .init(.ignoresPlatform) {
            $0.publish(platform: .iPadOS)
            $0.choose()
        } shows: {
            $0.invitations.map(\.platform) == [.iPadOS]
        },
        .init(.comparesIdentifierLoosely) {
            $0.publish(services: ["Game"])
            $0.choose()
        } shows: {
            $0.invitations.count == 1
        },
        .init(.waitsForEver) {
            $0.publish()
            $0.run(.seconds(3))
            $0.trouble(.silence, true)
            $0.choose()
            $0.run(.seconds(90))
            $0.trouble(.silence, false)
            $0.run(.seconds(3))
        } shows: {
            $0.invitations.count == 1
        },
        .init(.invitesTwice, begun) { $0.invitations.count == 2 },
        .init(.ignoresBusy) {
            $0.publish(limit: 0)
            $0.choose()
        } shows: {
            $0.invitations.count > 1
        },
        .init(.ignoresDenial) {
            $0.publish(consent: .refuses)
            $0.choose()
            $0.run(.seconds(4))
        } shows: {
            $0.invitations.count > 1
        },
        .init(.trustsAnyPin) {
            _ = $0.links.send(.discovery(.impersonate("pad", true)))
            $0.begin()
        } shows: {
            $0.opened > 0
        },
        .init(.showsNoCertificate, begun) { $0.opened == 0 && $0.seen.map(\.seen) == [.closed] },
    ]

    private static let connections: [ScreenDefectCase] = [
        .init(.usesOtherParameters, begun) { bench in
            guard let picker = bench.invitations.first?.digest else { return false }
            return bench.connects.first?.digest.differences(from: picker) == [.framer]
        },
        .init(.sendsBeforeReady, away) { bench in
            bench.seen.contains { if case .message(.data) = $0.seen { !$0.isGreeted } else { false } }
        },
        .init(.givesUpPreparing, away) { $0.ends(3) == [.reset] },
        .init(.leaksConnections) {
            $0.begin()
            $0.perform(.cancel)
            $0.run(.seconds(1))
        } shows: {
            $0.opened == 2 && $0.ends(2) == []
        },
        .init(.retriesOnAnyError) {
            $0.begin()
            $0.request(.reset, 2)
            $0.run(.seconds(1))
        } shows: {
            $0.opened > 2
        },
        .init(.neverReconnects, away) { $0.opened == 2 && $0.ends(2) == [.local] },
        .init(.asksToGoOn) {
            $0.begin()
            $0.leave(for: .seconds(8))
            if $0.connects.count == 1 { $0.perform(.goOn) }
            $0.comeBack()
            $0.leave(for: .seconds(8))
        } shows: {
            // The screen is back once its person has said yes, but not by itself the second time.
            $0.connects.count == 2
        },
        .init(.connectsTwice, away) { $0.connects.count == 3 },
        .init(.connectsTwiceAtOnce, begun) { $0.connects.count == 2 && $0.connects[0].token == $0.connects[1].token },
        .init(.connectsByEachInterface) {
            $0.trouble(.secondCable, true)
            $0.begin()
        } shows: {
            $0.connects.count == 2
        },
        .init(.ignoresIPv6) {
            $0.trouble(.withoutIPv4, true)
            $0.begin()
        } shows: {
            $0.opened == 0
        },
        .init(.opensPickerAgain, away) { $0.invitations.count == 2 },
        .init(.forgetsToken, away) { $0.connects.count == 2 && $0.connects[1].token != $0.connects[0].token },
        .init(.reusesStaleToken) {
            $0.begin()
            $0.perform(.cancel)
            $0.run(.seconds(1))
            $0.choose()
        } shows: {
            $0.connects.count == 2 && $0.connects[1].token == $0.connects[0].token
        },
    ]

    private static let frames: [ScreenDefectCase] = [
        .init(.keepsHalfFrame) { bench in
            bench.begin()
            bench.play(3)
            for message in ControlMessage.data(of: Array(CompanionBench.move(4).encoded.dropLast())) {
                bench.request(.bytes(message.encoded), 2)
            }
            bench.leave()
            bench.comeBack()
            bench.play(1)
        } shows: {
            !$0.acknowledged.contains(4)
        },
        .init(.losesLargeFrames) { bench in
            bench.begin()
            bench.perform(
                .send(type: 64, payload: [UInt8](repeating: 7, count: 5_000), times: 1, apart: .milliseconds(1)))
            bench.run(.seconds(1))
        } shows: {
            !$0.frames.contains { $0.type == 64 }
        },
        .init(.unboundedFrame) { bench in
            bench.begin()
            var header: [UInt8] = []
            header.append(little: UInt32(1))
            header.append(little: UInt32(0x7FFF_FFFF))
            for message in ControlMessage.data(of: header) { bench.request(.bytes(message.encoded), 2) }
            bench.run(.seconds(1))
        } shows: {
            $0.ends(2) == []
        },
        .init(.bigEndianFrames, begun) { bench in
            bench.messages.contains {
                if case .data(let bytes) = $0 { bytes.starts(with: [0, 0, 0, 3]) } else { false }
            }
        },
        .init(.sendsOddUTF16, begun) { bench in
            guard let payload = bench.frames.first?.payload else { return false }
            return payload.starts(with: [0xFF, 0xFE]) && !payload.count.isMultiple(of: 2)
        },
        .init(.forgetsActivity, backAgain) { $0.resumed == [0, 0] },
        .init(.losesMoveAcrossBackground, backAgain) { $0.resumed == [0, 4] },
        .init(.resendsOldMoves, backAgain) { $0.acknowledged == [1, 2, 3, 3] },
        .init(.takesMovesTwice) { bench in
            bench.begin()
            bench.play(3)
            for message in ControlMessage.data(of: CompanionBench.move(2).encoded) {
                bench.request(.bytes(message.encoded), 2)
            }
            bench.run(.seconds(1))
        } shows: {
            $0.acknowledged == [1, 2, 3, 2]
        },
    ]
}

extension ScreenDefectCase {
    private static let pickers: [ScreenDefectCase] = [
        .init(.stopsLooking) { bench in
            bench.perform(.openPicker(service: "game", platforms: [.iOS]))
            bench.run(.seconds(3))
            bench.publish()
            bench.run(.seconds(1))
            bench.perform(.pick(name: "pad"))
            bench.run(.seconds(4))
        } shows: {
            $0.invitations.isEmpty
        },
        .init(.picksTheFirst) { bench in
            bench.publish("aunt", consent: .refuses)
            bench.publish()
            bench.run(.seconds(1))
            bench.choose()
        } shows: {
            $0.connects.isEmpty
        },
        .init(.ignoresLeaving) { bench in
            bench.publish()
            bench.run(.seconds(1))
            bench.perform(.openPicker(service: "game", platforms: [.iOS]))
            bench.perform(.pick(name: "pad"))
            bench.run(.milliseconds(500))
            bench.perform(.leavePicker)
            bench.run(.seconds(4))
        } shows: {
            !$0.connects.isEmpty
        },
        .init(.givesUpThePerson) { bench in
            bench.publish(consent: .neverAnswers)
            bench.run(.seconds(1))
            bench.choose()
            bench.run(.seconds(12))
        } shows: {
            !$0.ends(1).isEmpty
        },
    ]

    private static let lines: [ScreenDefectCase] = [
        .init(.printsReadyEarly, away) { bench in bench.printed.count { $0.hasSuffix(" ready") } == 2 },
        .init(.printsNumbers, away) { bench in !bench.printed.contains { $0.contains("ECONNABORTED") } },
    ]
}

extension ScreenDefectCase: CustomTestStringConvertible {
    var testDescription: String { defect.rawValue }
}

@Suite("Defects of screens") struct ScreenDefectTests {
    @Test("Each has a case and a distinct sentence") func coverage() {
        #expect(ScreenDefectCase.all.map(\.defect.rawValue).sorted() == ScreenDefect.allCases.map(\.rawValue).sorted())
        #expect(Set(ScreenDefect.allCases.map(\.meaning)).count == ScreenDefect.allCases.count)
    }

    @Test("Each shows on the wire, and a sound screen shows none", arguments: ScreenDefectCase.all)
    func shows(_ play: ScreenDefectCase) {
        for seed in 1...5 as ClosedRange<UInt64> {
            let (sick, sound) = (CompanionBench([play.defect], seed: seed), CompanionBench(seed: seed))
            play.course(sick)
            play.course(sound)
            #expect(play.shows(sick), "seed \(seed)")
            #expect(!play.shows(sound), "seed \(seed)")
        }
    }
}
