import Ground

// The rows of the table, by part of the bench.

extension BenchFault {
    var adapterFacts: BenchFaultFacts {
        func row(_ meaning: String, seenBy evidence: String) -> BenchFaultFacts {
            BenchFaultFacts(.adapter, meaning, seenBy: evidence, "rig.fault", "rig.mute", "rig.undecided")
        }
        switch self {
        case .adapterUnplugged:
            return row("The adapter is pulled out.", seenBy: "The kernel's Index Removed, for all links at once.")
        case .adapterReset:
            return row(
                "The controller resets itself: every link ends on this side, and the adapter is powered off.",
                seenBy: "The sockets' error, and New Settings without Powered within half a second.")
        case .adapterStuck:
            return row(
                "The controller hangs: no frame goes or comes, and no event tells of it.",
                seenBy: "It does not answer Read Local Version when it is asked, nor end a link that it is told to.")
        case .adapterDropsLink:
            return row(
                "The kernel or another program ends the link on this side.",
                seenBy: "Device Disconnected with the reason local host, though the rig had not asked for it.")
        case .adapterHeldByOthers:
            return row(
                "Another program holds the ATT channel to the accessory.", seenBy: "EBUSY when the socket connects.")
        case .adapterDaemonStarts:
            return row(
                "bluetoothd starts beside the rig.",
                seenBy: "The monitor channel, which names who opens the management; else its process, each second.")
        case .adapterSendQueueFull:
            return row(
                "The controller takes no more frames, and the queue in front of it overflows.",
                seenBy: "The driver's own count of the frames that wait.")
        default:
            return row(
                "The machine goes to sleep, and its links end with that.",
                seenBy: "Device Disconnected with the reason suspend.")
        }
    }

    var kitFacts: BenchFaultFacts {
        switch self {
        case .kitUnplugged:
            BenchFaultFacts(
                .kit, "The kit is pulled out.", seenBy: "libusb's hotplug event, or a transfer without a device.",
                "rig.fault")
        case .kitNeverOpens:
            BenchFaultFacts(
                .kit, "The kit's line does not open, and nobody says why.",
                seenBy: "Nothing within the time to come up.", "rig.notReady")
        case .kitHangs:
            BenchFaultFacts(
                .kit, "The kit's firmware hangs: it says and hears nothing.",
                seenBy: "Commands without an answer, and rounds that are not reported.", "rig.notReady", "rig.fault",
                "rig.mute", "rig.undecided")
        case .kitStopsReading:
            BenchFaultFacts(
                .kit, "The kit takes no more bytes.", seenBy: "The transfer's time-out after two seconds.",
                "rig.fault", "rig.mute", "rig.undecided")
        case .kitLineFails:
            BenchFaultFacts(
                .kit, "Transfers from the kit fail again and again.", seenBy: "libusb's status of eight in a row.",
                "rig.fault")
        case .kitReboots:
            BenchFaultFacts(
                .kit, "The kit restarts and forgets its sessions.",
                seenBy: "A device status READY that nobody asked for, and no rounds after it.", "rig.fault", "rig.mute",
                "rig.undecided")
        case .kitReportsError:
            BenchFaultFacts(.kit, "The kit fails inside.", seenBy: "A device status ERROR.", "rig.fault")
        case .kitRefuses:
            BenchFaultFacts(
                .kit, "The kit refuses every command.", seenBy: "The status REJECTED in each response.", "rig.fault",
                "rig.undecided")
        case .kitAnswersLate:
            BenchFaultFacts(
                .kit, "The kit answers each command four seconds late.", seenBy: "Commands that have to be repeated.",
                "rig.fault", "rig.mute", "rig.undecided")
        case .kitAnswersTwice:
            BenchFaultFacts(
                .kit, "The kit answers each command twice.", seenBy: "A response to nothing that is in flight.",
                harmlessBecause: "The second response is told as a finding and changes nothing; no round is lost.")
        default: kitSessionFacts
        }
    }

    private var kitSessionFacts: BenchFaultFacts {
        switch self {
        case .kitEndsSession:
            BenchFaultFacts(
                .kit, "The kit ends each session in the middle of it.",
                seenBy: "A session status IDLE whose reason is none of the host's.", "rig.fault", "rig.mute",
                "rig.undecided", "kit.session")
        case .kitOtherSession:
            BenchFaultFacts(
                .kit, "The kit reports its rounds under another session's handle.",
                seenBy: "No round of the session that was begun.", "rig.mute", "rig.undecided")
        case .kitSwallowsRounds:
            BenchFaultFacts(
                .kit, "The kit answers commands and reports no round any more.",
                seenBy: "No rounds, one after the other.", "rig.mute", "rig.undecided")
        case .kitRepeatsRounds:
            BenchFaultFacts(
                .kit, "The kit reports each round twice.", seenBy: "The same sequence number twice.",
                harmlessBecause: "A round that comes twice is counted once, and told as a finding.")
        case .kitTransmitsNothing:
            BenchFaultFacts(
                .kit, "The kit fails to transmit in every round.",
                seenBy: "The status RANGING_TX_FAILED of each round.", "rig.kitFailed", "rig.undecided")
        case .kitTransmitsHalf:
            BenchFaultFacts(
                .kit, "The kit fails to transmit in every other round.",
                seenBy: "The status RANGING_TX_FAILED of those rounds.",
                survivedBecause: "The other rounds were measured, and nothing that rests on the lost ones is judged.",
                or: "rig.kitFailed", "rig.undecided")
        case .kitGarbles:
            BenchFaultFacts(
                .kit, "The line to the kit flips bits in the headers of packets.",
                seenBy: "Bytes that are no packets.", "uci.framing", "uci.malformed", "uci.device", "rig.fault",
                "rig.mute", "rig.undecided")
        default:
            BenchFaultFacts(
                .kit, "The line to the kit loses the last byte of each packet.", seenBy: "Bytes that are no packets.",
                "uci.framing", "uci.malformed", "uci.device", "rig.fault", "rig.mute", "rig.undecided")
        }
    }

    var readerFacts: BenchFaultFacts {
        func row(_ meaning: String, seenBy evidence: String) -> BenchFaultFacts {
            BenchFaultFacts(
                .reader, meaning, seenBy: evidence, "rig.fault", "rig.undecided", "reader.failed", "rig.mute",
                "rig.notReady")
        }
        switch self {
        case .readerMissing:
            return row("There is no reader when it is to be opened.", seenBy: "libnfc opens none, three times.")
        case .readerUnplugged:
            return row("The reader is pulled out.", seenBy: "libnfc's Input / Output Error at the next command.")
        case .readerSilent:
            return row("The reader answers nothing any more.", seenBy: "libnfc's time-out.")
        case .readerGarbles:
            return row("The check sums of the reader's answers are wrong.", seenBy: "libnfc's Input / Output Error.")
        case .readerRefuses:
            return row("The reader answers each command with an error.", seenBy: "libnfc's Input / Output Error.")
        case .readerHot:
            return row(
                "The reader's chip is too hot and ends each exchange by itself.",
                seenBy: "The chip's own status in place of the tag's answer.")
        case .readerAborts:
            return BenchFaultFacts(
                .reader, "The reader's library aborts once.", seenBy: "The end of the helper process.",
                survivedBecause: "The reader is opened again, and the tag is read anew.", or: "rig.undecided")
        case .readerForgets:
            return BenchFaultFacts(
                .reader, "The reader is lost once, and does not say what it is when it is opened again.",
                seenBy: "The helper's words at the second opening.",
                survivedBecause: "The reader is opened once more, and the tag is read anew.", or: "rig.undecided")
        default:
            return row("The reader's helper hangs, and its watchdog with it.", seenBy: "A request without an answer.")
        }
    }

    var stageFacts: BenchFaultFacts {
        switch self {
        case .consoleUnplugged:
            BenchFaultFacts(
                .console, "The console's line is pulled out.", seenBy: "The serial device hangs up.", "rig.fault")
        case .consoleMute:
            BenchFaultFacts(
                .console, "The console's wire is cut before the adapter: not a line comes.",
                seenBy: "No line in the whole run.", "rig.undecided")
        case .stageStuck:
            BenchFaultFacts(
                .stage, "The stage neither moves nor switches, and says nothing.",
                seenBy: "An order without an answer.", "rig.stage")
        case .stageFails:
            BenchFaultFacts(
                .stage, "The program that switches power, or the stage itself, ends with an error.",
                seenBy: "Its exit status.", "rig.fault")
        case .stageSlow:
            BenchFaultFacts(
                .stage, "The stage says a second later that it is done.", seenBy: "The instant of its word.",
                harmlessBecause: "It has its own patience, and no accessory is timed by its word.")
        default:
            BenchFaultFacts(
                .stage, "The power switch says that it switched, and did not.",
                seenBy: "A link that stays up, and goes on speaking, after the power went.", "rig.stage",
                "rig.undecided")
        }
    }

    var hostFacts: BenchFaultFacts {
        func late(_ meaning: String, seenBy evidence: String) -> BenchFaultFacts {
            BenchFaultFacts(.host, meaning, seenBy: evidence, "rig.undecided", "run.timedOut")
        }
        switch self {
        case .loopStarved:
            return late(
                "The run loop gets no processor for four seconds.", seenBy: "Frames that waited, by their stamps.")
        case .programStopped:
            return late(
                "The whole program stands still for four seconds.", seenBy: "The mailbox that nobody looked into.")
        case .machineSuspended:
            return late(
                "The machine stands still for four seconds, with all that is simulated on it.",
                seenBy: "The monotonic clock, which goes on.")
        case .processorScarce:
            return BenchFaultFacts(
                .host, "The machine is busy: every 200 ms the program stands still for 80 ms.",
                seenBy: "The mailbox that nobody looked into.",
                survivedBecause: "What came meanwhile has its turn before any deadline; only what is late is in doubt.",
                or: "rig.undecided")
        case .mailboxOverflows:
            return BenchFaultFacts(
                .host, "More frames come than the mailbox holds, and some are lost.",
                seenBy: "The mailbox's own count.", "rig.fault")
        case .diskFull:
            return BenchFaultFacts(
                .host, "The disk takes no more of the evidence.", seenBy: "The write's own error.",
                "evidence.notWritten")
        case .folderTaken:
            return BenchFaultFacts(
                .host, "Somebody removes the run's folder while it is played.", seenBy: "The verdict finds no place.",
                "evidence.notWritten")
        default:
            return BenchFaultFacts(
                .host, "The machine in which the run is played is killed.",
                seenBy: "A folder with a journal that has no end, and without a verdict.", "run.lost")
        }
    }
}
