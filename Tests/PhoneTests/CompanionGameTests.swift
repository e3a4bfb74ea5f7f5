import Ground
import Testing

@testable import Phone

/// The game in which no loss or duplication goes unnoticed.
@Suite struct CompanionGameTests {
    private func number(_ number: Int) -> [UInt8] { Array("\(number)".utf8) }

    /// Returns a game with this many moves in which the screen has reported that it has none.
    private func begun(_ moves: Int) -> CompanionGame {
        var game = CompanionGame()
        game.play(moves, apart: .milliseconds(10), at: .start)
        #expect(game.receive(type: CompanionGame.resumePoint, payload: number(0), at: .start).isEmpty)
        return game
    }

    private func told(_ outcomes: [CompanionGame.Outcome]) -> [String] {
        outcomes.map { outcome in
            switch outcome {
            case .acknowledged(let move): "acknowledged \(move)"
            case .lost(let move): "lost \(move)"
            case .doubled(let move): "doubled \(move)"
            }
        }
    }

    /// Returns all moves that are due by an instant.
    private func sent(_ game: inout CompanionGame, by now: Instant) -> [String] {
        var moves: [String] = []
        while let (_, payload) = game.advance(to: now) { moves.append(String(decoding: payload, as: UTF8.self)) }
        return moves
    }

    @Test func nothingIsSentBeforeTheScreenSaysWhereItStands() {
        var game = CompanionGame()
        game.play(3, apart: .zero, at: .start)
        #expect(game.deadline == nil && sent(&game, by: .start + .seconds(9)).isEmpty)
    }

    @Test func movesGoOutInOrderAndInTheirTime() {
        var game = begun(3)
        #expect(sent(&game, by: .start + .milliseconds(10)) == ["1", "2"])
        #expect(sent(&game, by: .start + .seconds(1)) == ["3"])
        #expect(game.deadline == nil)
    }

    @Test func whatIsAcknowledgedTwiceOrWasNeverMadeIsDoubled() {
        var game = begun(2)
        _ = sent(&game, by: .start + .seconds(1))
        let acknowledgement = CompanionGame.acknowledgement
        #expect(told(game.receive(type: acknowledgement, payload: number(1), at: .start)) == ["acknowledged 1"])
        #expect(told(game.receive(type: acknowledgement, payload: number(1), at: .start)) == ["doubled 1"])
        #expect(told(game.receive(type: acknowledgement, payload: number(3), at: .start)) == ["doubled 3"])
    }

    @Test func whatIsPassedOverIsLost() {
        var game = begun(3)
        _ = sent(&game, by: .start + .seconds(1))
        let outcomes = game.receive(type: CompanionGame.acknowledgement, payload: number(3), at: .start)
        #expect(told(outcomes) == ["lost 1", "lost 2", "acknowledged 3"])
    }

    @Test func behindAReturnItGoesOnWhereTheScreenStands() {
        var game = begun(5)
        _ = sent(&game, by: .start + .milliseconds(30))
        _ = game.receive(type: CompanionGame.acknowledgement, payload: number(1), at: .start)
        game.disconnect()
        #expect(sent(&game, by: .start + .seconds(9)).isEmpty)
        // The acknowledgement of the second was lost at the end.
        let now = Instant.start + .seconds(10)
        #expect(told(game.receive(type: CompanionGame.resumePoint, payload: number(2), at: now)) == ["acknowledged 2"])
        #expect(sent(&game, by: now + .seconds(1)) == ["3", "4", "5"])
    }

    @Test func aScreenThatForgotOrInventsMovesIsTold() {
        var game = begun(5)
        _ = sent(&game, by: .start + .milliseconds(20))
        for move in 1...3 { _ = game.receive(type: CompanionGame.acknowledgement, payload: number(move), at: .start) }
        game.disconnect()
        #expect(
            told(game.receive(type: CompanionGame.resumePoint, payload: number(1), at: .start)) == ["lost 2", "lost 3"])
        #expect(told(game.receive(type: CompanionGame.resumePoint, payload: number(5), at: .start)) == ["doubled 5"])
    }

    @Test(arguments: [[UInt8](), [0xFF], Array("-1".utf8), Array("1 ".utf8)])
    func whatIsNoNumberIsNoMove(payload: [UInt8]) {
        var game = begun(1)
        #expect(game.receive(type: CompanionGame.acknowledgement, payload: payload, at: .start).isEmpty)
    }
}
