import Ground
import Links
import Reports
import RigKit

/// A recorded run from the accessory's side: the rig advertises and answers as the recorded accessory did.
struct ReplayAsAccessory {
    private let source: ReplaySource
    private let options: LiveReplayOptions

    init(source: ReplaySource, options: LiveReplayOptions) {
        self.source = source
        self.options = options
    }

    /// Plays it as often as was asked for, and says what came of it.
    func play() throws(CommandTrouble) -> CommandStatus { .nothingShown }
}
