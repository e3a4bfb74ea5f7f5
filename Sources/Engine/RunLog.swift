import Ground
import Journal
import Links
import Phone
import Recordings
import RigKit
import Vocabulary

/// The journal of a run while it is played, with the numbers of its frames and its findings.
struct RunLog {
    private let recorder: JournalRecorder
    private let rig: Rig
    /// The number of frames so far.
    private(set) var frames = 0
    private(set) var responses = ResponseTimes()
    private(set) var findings: [LinkFinding] = []
    /// The number of findings beyond the limit.
    private(set) var findingsBesides = 0
    /// The newest connection to each companion's agent, whose frames a failure shows.
    private var newestStreams: [StreamID] = []

    init(_ recorder: JournalRecorder, of rig: Rig) { (self.recorder, self.rig) = (recorder, rig) }

    /// Returns the number of an arrival, which is recorded later, after the frames sent in reply.
    mutating func number(_ arrival: Arrival) -> Int {
        frames += 1
        responses.note(arrival)
        if case .stream(let stream, _) = arrival.inbound, stream.companion != nil {
            newestStreams.removeAll { $0.companion == stream.companion }
            newestStreams.append(stream)
        }
        return frames
    }

    func record(_ arrival: Arrival, number: Int) {
        guard let frame = FrameToRecord(arrival, number: number) else { return }
        recorder.record(frameOn: frame.link, at: arrival.instant) { frame.record }
    }

    mutating func record(_ outbound: Outbound, at instant: Instant) {
        frames += 1
        responses.note(outbound, at: instant)
        let number = frames
        recorder.record(frameOn: outbound.link, at: instant) { FrameRecord(outbound, number: number, at: instant) }
    }

    mutating func record(_ event: PhoneEvent, at instant: Instant) {
        guard let entry = JournalEvent(event, on: rig) else { return }
        if case .finding(let link, let finding) = entry { return record(finding, on: link, at: instant) }
        recorder.record(entry, at: instant)
    }

    mutating func record(_ finding: Finding, on link: LinkID, at instant: Instant) {
        recorder.record(.finding(link: link, finding: finding), at: instant)
        guard findings.count < RunSummary.mostFindings else {
            findingsBesides += 1
            return
        }
        findings.append(LinkFinding(link: link, finding))
    }

    func record(_ event: JournalEvent, at instant: Instant) { recorder.record(event, at: instant) }

    /// The last frames on a link, oldest first.
    func lastFrames(on link: LinkID) -> [FrameRecord] {
        recorder.lastFrames(on: link, count: ScenarioRun.framesShown)
    }

    /// Returns the newest connection to the same companion's agent, or the link itself if it is no such connection.
    func newest(_ link: LinkID) -> LinkID {
        guard case .stream(let stream) = link, stream.companion != nil else { return link }
        return .stream(newestStreams.first { $0.companion == stream.companion } ?? stream)
    }
}
