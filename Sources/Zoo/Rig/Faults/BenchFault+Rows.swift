import Ground

// The rows of the table, by part of the bench.

extension BenchFault {
    var adapterFacts: BenchFaultFacts {
        func row(_ meaning: String, seenBy evidence: String) -> BenchFaultFacts {
            BenchFaultFacts(.adapter, meaning, seenBy: evidence, "rig.fault", "rig.mute", "rig.undecided")
        }
        switch self {
        case .adapterUnplugged:
            return row("The adapter is unplugged.", seenBy: "The kernel's Index Removed, for all links at once.")
        case .adapterReset:
            return row(
                "The controller resets itself: every link ends on this side, and the adapter is powered off.",
                seenBy: "The sockets' error, and New Settings without Powered within half a second.")
        case .adapterStuck:
            return row(
                "The controller hangs: no frames and no events come.",
                seenBy: "It does not answer Read Local Version, nor end a link on request.")
        case .adapterDropsLink:
            return row(
                "The kernel or another program ends the link on this side.",
                seenBy: "Device Disconnected with the reason local host, although the rig had not requested it.")
        case .adapterHeldByOthers:
            return row(
                "Another program holds the ATT channel to the accessory.", seenBy: "EBUSY when the socket connects.")
        case .adapterDaemonStarts:
            return row(
                "bluetoothd starts beside the rig.",
                seenBy: "The monitor channel, which names the program; otherwise its process, checked each second.")
        case .adapterSendQueueFull:
            return row(
                "The controller accepts no more frames, and the queue before it overflows.",
                seenBy: "The driver's count of waiting frames.")
        case .adapterDeaf:
            return row(
                "The adapter's antenna is off: it hears no advertisement, and its controller answers.",
                seenBy: "A reference accessory, which is not heard either.")
        default:
            return row(
                "The machine goes to sleep, and its links end.",
                seenBy: "Device Disconnected with the reason suspend.")
        }
    }

    var kitFacts: BenchFaultFacts {
        switch self {
        case .kitUnplugged:
            BenchFaultFacts(
                .kit, "The kit is unplugged.", seenBy: "libusb's hotplug event, or a transfer without a device.",
                "rig.fault")
        case .kitNeverOpens:
            BenchFaultFacts(
                .kit, "The kit's line does not open, without a reason.",
                seenBy: "Nothing within the start-up time.", "rig.notReady")
        case .kitHangs:
            BenchFaultFacts(
                .kit, "The kit's firmware hangs: it neither sends nor receives.",
                seenBy: "Commands without an answer, and rounds that are not reported.", "rig.notReady", "rig.fault",
                "rig.mute", "rig.undecided")
        case .kitStopsReading:
            BenchFaultFacts(
                .kit, "The kit accepts no more bytes.", seenBy: "The transfer's time-out after two seconds.",
                "rig.fault", "rig.mute", "rig.undecided")
        case .kitLineFails:
            BenchFaultFacts(
                .kit, "Transfers from the kit fail again and again.", seenBy: "libusb's status of eight in a row.",
                "rig.fault")
        case .kitReboots:
            BenchFaultFacts(
                .kit, "The kit restarts and forgets its sessions.",
                seenBy: "An unsolicited device status READY, and no rounds after it.", "rig.fault", "rig.mute",
                "rig.undecided")
        case .kitReportsError:
            BenchFaultFacts(.kit, "The kit fails inside.", seenBy: "A device status ERROR.", "rig.fault")
        case .kitRefuses:
            BenchFaultFacts(
                .kit, "The kit refuses every command.", seenBy: "The status REJECTED in each response.", "rig.fault",
                "rig.undecided")
        case .kitAnswersLate:
            BenchFaultFacts(
                .kit, "The kit answers each command four seconds late.", seenBy: "Commands that must be repeated.",
                "rig.fault", "rig.mute", "rig.undecided")
        case .kitAnswersTwice:
            BenchFaultFacts(
                .kit, "The kit answers each command twice.", seenBy: "A response without a command in flight.",
                harmlessBecause: "The second response is reported as a finding and changes nothing; no round is lost.")
        default: kitSessionFacts
        }
    }

    private var kitSessionFacts: BenchFaultFacts {
        switch self {
        case .kitEndsSession:
            BenchFaultFacts(
                .kit, "The kit ends each session midway.",
                seenBy: "A session status IDLE with a reason that is not the host's.", "rig.fault", "rig.mute",
                "rig.undecided", "kit.session")
        case .kitOtherSession:
            BenchFaultFacts(
                .kit, "The kit reports its rounds under another session's handle.",
                seenBy: "No rounds of the session that was started.", "rig.mute", "rig.undecided")
        case .kitSwallowsRounds:
            BenchFaultFacts(
                .kit, "The kit answers commands and stops reporting rounds.",
                seenBy: "No more rounds.", "rig.mute", "rig.undecided")
        case .kitRepeatsRounds:
            BenchFaultFacts(
                .kit, "The kit reports each round twice.", seenBy: "The same sequence number twice.",
                harmlessBecause: "A repeated round is counted once, and reported as a finding.")
        case .kitTransmitsNothing:
            BenchFaultFacts(
                .kit, "The kit fails to transmit in every round.",
                seenBy: "The status RANGING_TX_FAILED of each round.", "rig.kitFailed", "rig.undecided")
        case .kitTransmitsHalf:
            BenchFaultFacts(
                .kit, "The kit fails to transmit in every other round.",
                seenBy: "The status RANGING_TX_FAILED of those rounds.",
                survivedBecause: "The other rounds were measured, and nothing that depends on the lost ones is judged.",
                or: "rig.kitFailed", "rig.undecided")
        case .kitStopsTransmitting:
            BenchFaultFacts(
                .kit, "After five rounds the kit fails to transmit.",
                seenBy: "The status RANGING_TX_FAILED of those rounds.", "rig.kitFailed", "rig.undecided")
        case .kitGarbles:
            BenchFaultFacts(
                .kit, "The line to the kit flips bits in the headers of packets.",
                seenBy: "Bytes that are no packets.", "uci.framing", "uci.malformed", "uci.device", "rig.fault",
                "rig.mute", "rig.undecided")
        case .kitCutsPackets:
            BenchFaultFacts(
                .kit, "The line to the kit loses the last byte of each packet.", seenBy: "Bytes that are no packets.",
                "uci.framing", "uci.malformed", "uci.device", "rig.fault", "rig.mute", "rig.undecided")
        case .kitDeaf, .kitOnOtherChannel, .kitWithOtherPreamble, .kitMismeasures: deafKitFacts
        default: cliKitFacts
        }
    }

    private var deafKitFacts: BenchFaultFacts {
        func row(_ meaning: String, seenBy evidence: String) -> BenchFaultFacts {
            BenchFaultFacts(.kit, meaning, seenBy: evidence, "rig.undecided")
        }
        let unmeasured = "A reference accessory, which is not measured either."
        return switch self {
        case .kitDeaf: row("The kit's antenna is off: each round ends without an answer.", seenBy: unmeasured)
        case .kitOnOtherChannel:
            row("The kit ranges on a channel other than the one requested.", seenBy: unmeasured)
        case .kitWithOtherPreamble:
            row("The kit gets another preamble code than the accessory's data gives.", seenBy: unmeasured)
        default:
            row(
                "The kit's distances are 1.5 m too long.",
                seenBy: "A reference accessory, which is measured far from its known distance.")
        }
    }

    private var cliKitFacts: BenchFaultFacts {
        switch self {
        case .cliKitEndsSession:
            BenchFaultFacts(
                .kit, "A kit with CLI firmware gives up each session midway.",
                seenBy: "The state IDLE with the reason \"Max ranging round retry count reached\".", "rig.fault",
                "rig.mute", "rig.undecided", "kit.session")
        case .cliKitTransmitsNothing:
            BenchFaultFacts(
                .kit, "A kit with CLI firmware fails to transmit in every round.",
                seenBy: "The status TX_FAILED of each round.", "rig.kitFailed", "rig.undecided")
        case .cliKitTransmitsHalf:
            BenchFaultFacts(
                .kit, "A kit with CLI firmware fails to transmit in every other round.",
                seenBy: "The status TX_FAILED of those rounds.",
                survivedBecause: "The other rounds were measured, and nothing that depends on the lost ones is judged.",
                or: "rig.kitFailed", "rig.undecided")
        default:
            BenchFaultFacts(
                .kit, "After five rounds a kit with CLI firmware fails to transmit.",
                seenBy: "The status TX_FAILED of those rounds.", "rig.kitFailed", "rig.undecided")
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
            return row("There is no reader to open.", seenBy: "libnfc opens none, three times.")
        case .readerUnplugged:
            return row("The reader is unplugged.", seenBy: "libnfc's Input / Output Error at the next command.")
        case .readerSilent:
            return row("The reader stops answering.", seenBy: "libnfc's time-out.")
        case .readerGarbles:
            return row("The checksums of the reader's answers are wrong.", seenBy: "libnfc's Input / Output Error.")
        case .readerRefuses:
            return row("The reader answers each command with an error.", seenBy: "libnfc's Input / Output Error.")
        case .readerHot:
            return row(
                "The reader's chip is too hot and ends each exchange by itself.",
                seenBy: "The chip's own status instead of the tag's answer.")
        case .readerAborts:
            return BenchFaultFacts(
                .reader, "The reader's library aborts once.", seenBy: "The end of the helper process.",
                survivedBecause: "The reader is opened again, and the tag is read again.", or: "rig.undecided")
        case .readerForgets:
            return BenchFaultFacts(
                .reader, "The reader is lost once, and does not identify itself when it is opened again.",
                seenBy: "The helper's message at the second opening.",
                survivedBecause: "The reader is opened again, and the tag is read again.", or: "rig.undecided")
        default:
            return row("The reader's helper hangs, and its watchdog with it.", seenBy: "A request without an answer.")
        }
    }

    var stageFacts: BenchFaultFacts {
        switch self {
        case .consoleUnplugged:
            BenchFaultFacts(
                .console, "The console's line is unplugged.", seenBy: "The serial device hangs up.", "rig.fault")
        case .consoleMute:
            BenchFaultFacts(
                .console, "The console's wire is cut before the adapter: no line comes.",
                seenBy: "No line in the whole run.", "rig.undecided")
        case .stageStuck:
            BenchFaultFacts(
                .stage, "The stage neither moves nor switches, and says nothing.",
                seenBy: "An order without an answer.", "rig.stage")
        case .stageFails:
            BenchFaultFacts(
                .stage, "The program that switches power, or the stage itself, fails.",
                seenBy: "Its exit status.", "rig.fault")
        case .stageSlow:
            BenchFaultFacts(
                .stage, "The stage reports a second late that it is done.", seenBy: "The instant of its report.",
                harmlessBecause: "The stage has its own time limit, and no accessory is timed by its report.")
        default:
            BenchFaultFacts(
                .stage, "The power switch reports that it switched, but did not.",
                seenBy: "A link that stays up, with traffic, after the power was switched off.", "rig.stage",
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
                "The run loop gets no processor for four seconds.", seenBy: "The timestamps of the frames that waited.")
        case .programStopped:
            return late(
                "The whole program stalls for four seconds.", seenBy: "A mailbox that was not read.")
        case .machineSuspended:
            return late(
                "The machine stalls for four seconds, with everything simulated on it.",
                seenBy: "The monotonic clock, which continues.")
        case .processorScarce:
            return BenchFaultFacts(
                .host, "The machine is busy: every 200 ms the program stalls for 80 ms.",
                seenBy: "A mailbox that was not read.",
                survivedBecause: "Arrivals are processed before any deadline; only late ones are in doubt.",
                or: "rig.undecided")
        case .mailboxOverflows:
            return BenchFaultFacts(
                .host, "More frames come than the mailbox holds, and some are lost.",
                seenBy: "The mailbox's own count.", "rig.fault")
        case .diskFull:
            return BenchFaultFacts(
                .host, "The disk accepts no more evidence.", seenBy: "The write's own error.",
                "evidence.notWritten")
        case .folderTaken:
            return BenchFaultFacts(
                .host, "The run's folder is removed during the run.", seenBy: "The verdict cannot be written.",
                "evidence.notWritten")
        default:
            return BenchFaultFacts(
                .host, "The machine that plays the run is killed.",
                seenBy: "A folder with an unfinished journal and without a verdict.", "run.lost")
        }
    }
}
