import Phone

/// What the phone does to its own messages; named here, where `ScenarioKit` has a word like it.
typealias PhoneTampering = Tampering
