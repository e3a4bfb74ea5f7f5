import ScenarioKit

/// At least one value for each case. The switch below makes the compiler request new cases here.
extension CompanionOutcome {
    static let everyCase: [CompanionOutcome] = [
        .offered, .reached, .invited, .prompted, .allowed, .refused, .launched, .listening, .parked, .connected,
        .closed, .frame(), .frame(type: 2), .frame(text: "3"), .frame(type: 2, text: "3"), .acknowledged, .moveLost,
        .moveDoubled, .resumed, .failed(with: .aborted), .failed(with: .reset), .failed(with: .timedOut),
        .connectRequested,
    ]

    var number: Int {
        switch self {
        case .offered: 0
        case .reached: 1
        case .invited: 2
        case .prompted: 3
        case .allowed: 4
        case .refused: 5
        case .launched: 6
        case .listening: 7
        case .parked: 8
        case .connected: 9
        case .closed: 10
        case .frame: 11
        case .acknowledged: 12
        case .moveLost: 13
        case .moveDoubled: 14
        case .resumed: 15
        case .failed: 16
        case .connectRequested: 17
        }
    }
}
