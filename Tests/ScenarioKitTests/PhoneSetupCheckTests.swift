import ScenarioKit
import Testing

@Suite struct PhoneSetupCheckTests {
    private func expectPhone(
        _ setup: PhoneSetup, says message: String, source: SourceLocation = #_sourceLocation
    ) {
        expect(.made(phone: setup, .connecting), says: message, line: 0, source: source)
    }

    private func expectSoundPhone(_ setup: PhoneSetup, source: SourceLocation = #_sourceLocation) {
        expectSound(.made(phone: setup, .connecting), source: source)
    }

    private func zone(_ name: ZoneName, _ radius: Double, of accessory: AccessoryName? = nil) -> Zone {
        Zone(name: name, radius: .metres(radius), hysteresis: .metres(0.2), accessory: accessory)
    }

    @Test func zonesAreComparedAroundOneAccessory() {
        expectSoundPhone(PhoneSetup(zones: [zone("far", 3, of: "door"), zone("far", 3, of: "trunk")]))
        expectPhone(PhoneSetup(zones: [zone("far", 3), zone("far", 5, of: "door")]), says: "two zones are called far")
        expectPhone(
            PhoneSetup(zones: [zone("far", 3), zone("near", 3, of: "door")]), says: "far and near have the same radius")
        expectPhone(
            PhoneSetup(zones: [zone("near", 2.9, of: "door"), zone("far", 3, of: "door")]),
            says: "near is only left at 3.10 m")
    }

    @Test func zonesAndFeaturesNameAccessoriesOfTheBench() {
        let facts = BenchFacts(accessories: ["door"], tags: [])
        expect(
            .made(phone: PhoneSetup(zones: [zone("far", 3, of: "dor")]), .connecting), on: facts,
            says: "no accessory of the rig is called dor: did you mean door?", line: 0)
        expect(
            .made(phone: PhoneSetup(features: [Feature(name: "unlock", inside: "near", of: "dor")]), .connecting),
            on: facts, says: "did you mean door?", line: 0)
    }

    @Test func featuresHangOnZonesThatThereAre() {
        expectSoundPhone(PhoneSetup(features: [Feature(name: "unlock", inside: "near")]))
        expectPhone(
            PhoneSetup(features: [Feature(name: "unlock", inside: "nera")]), says: "called nera: did you mean near?")
        expectPhone(
            PhoneSetup(features: [Feature(name: "unlock", inside: "nera")]),
            says: "unlock depends on a zone that does not exist")
        let own = [zone("hall", 3, of: "trunk")]
        expectPhone(
            PhoneSetup(zones: own, features: [Feature(name: "unlock", inside: "hall", of: "door")]),
            says: "no zone of the phone around door is called hall")
        expectPhone(
            PhoneSetup(features: [Feature(name: "unlock", inside: "near"), Feature(name: "unlock", inside: "far")]),
            says: "two features are called unlock")
        expectSoundPhone(
            PhoneSetup(features: [
                Feature(name: "unlock", inside: "near", of: "door"),
                Feature(name: "unlock", inside: "far", of: "trunk"),
            ]))
    }

    @Test(arguments: [22, 528, -1, 0]) func anMTUOutsideOfWhatCanBeOfferedIsRefused(mtu: Int) {
        expectPhone(
            PhoneSetup(link: LinkSetup(mtu: mtu)), says: "an MTU of \(mtu) cannot be offered: the range is 23 to 527")
    }

    @Test(arguments: [nil, 23, 185, 517, 527]) func anMTUThatPhonesOfferIsSound(mtu: Int?) {
        expectSoundPhone(PhoneSetup(link: LinkSetup(mtu: mtu)))
    }

    @Test func aLinkLooksForSomethingAndConnectsAgainSoOften() {
        expectPhone(PhoneSetup(link: LinkSetup(profiles: [])), says: "finds no data channel")
        expectPhone(
            PhoneSetup(link: LinkSetup(profiles: [.qorvoQNIS, .qorvoQNIS])), says: "qorvoQNIS is looked for twice")
        expectPhone(PhoneSetup(link: LinkSetup(reconnectAttempts: -1)), says: "cannot reconnect -1 times")
        expectSoundPhone(PhoneSetup(link: .appleSample))
    }

    @Test func limitsLeaveSomethingToRun() {
        expectPhone(PhoneSetup(activeSessionsLimit: 0), says: "runs 0 sessions at most runs none")
        expectSoundPhone(PhoneSetup(activeSessionsLimit: 1))
        expectPhone(PhoneSetup(runningLimit: .zero), says: "every session ends immediately")
        expectPhone(PhoneSetup(suspensionLimit: .seconds(-1)), says: "every suspension ends its session")
        expectSoundPhone(PhoneSetup(runningLimit: .seconds(1), suspensionLimit: .seconds(1)))
    }

    @Test func backgroundModesNeedASystemThatKnowsThem() {
        for system in SystemVersion.allCases {
            let phone = PhoneSetup(system: system, backgroundModes: true)
            if system == .iOS14 || system == .iOS15 {
                expectPhone(phone, says: "\(system) has no background modes")
            } else {
                expectSoundPhone(phone)
            }
        }
    }

    @Test func aShareableConfigurationHoldsWhatItsFieldsCan() {
        func phone(_ shareable: ShareableSetup) -> PhoneSetup { PhoneSetup(shareable: shareable) }
        expectPhone(phone(ShareableSetup(vector: [1])), says: "has six bytes, not 1")
        expectPhone(phone(ShareableSetup(interval: .zero)), says: "an interval of 0 ns cannot be encoded")
        expectPhone(phone(ShareableSetup(interval: .seconds(66))), says: "at most 65535")
        expectPhone(phone(ShareableSetup(interval: .microseconds(1500))), says: "whole milliseconds")
        expectPhone(phone(ShareableSetup(countryCode: "EUR")), says: "write two letters")
        expectPhone(phone(ShareableSetup(countryCode: "E1")), says: "write two letters")
        expectPhone(phone(ShareableSetup(countryCode: "\u{D6}A")), says: "write two letters")
        // Odd values are allowed if accessories must survive them.
        expectSoundPhone(
            phone(
                ShareableSetup(
                    sessionID: 0, address: 0xFFFF, vector: [0, 0, 0, 0, 0, 0], interval: .milliseconds(65535),
                    slotDurationRSTU: 0, slotsPerRound: 0, driftPPM: 0, preambleCode: 255, countryCode: "ZZ")))
    }

    @Test func aProbeTellsTheKitSomethingElseThanTheTruth() {
        func phone(_ shareable: ShareableSetup) -> PhoneSetup { PhoneSetup(shareable: shareable) }
        for probe in KitProbe.everyCase { expectSoundPhone(phone(ShareableSetup(probe: probe))) }
        let same = "so it proves nothing"
        expectPhone(phone(ShareableSetup(sessionID: 0x0102_0201, probe: .swappedSessionID)), says: same)
        expectPhone(phone(ShareableSetup(sessionID: 0x0102, probe: .shortSessionID(bytes: 2))), says: same)
        expectSoundPhone(phone(ShareableSetup(sessionID: 0x10102, probe: .shortSessionID(bytes: 2))))
        expectPhone(phone(ShareableSetup(address: 0x1111, probe: .swappedPhoneAddress)), says: same)
        expectPhone(phone(ShareableSetup(vector: [1, 2, 3, 3, 2, 1], probe: .reversedVector)), says: same)
        let interval = Lapse.milliseconds(180)
        expectPhone(phone(ShareableSetup(interval: interval, probe: .interval(interval))), says: same)
        expectPhone(phone(ShareableSetup(slotDurationRSTU: 2400, probe: .slotDuration(rstu: 2400))), says: same)
        expectPhone(phone(ShareableSetup(probe: .shortSessionID(bytes: 4))), says: "takes one to three of them")
        expectPhone(phone(ShareableSetup(probe: .shortSessionID(bytes: 0))), says: "takes one to three of them")
        expectPhone(phone(ShareableSetup(probe: .interval(.zero))), says: "hears nothing")
        expectPhone(phone(ShareableSetup(probe: .slotDuration(rstu: 0))), says: "hears nothing")
    }

    @Test func theNamedPoliciesAreThoseOfTheFactSheet() {
        let sample = RetryPolicy.appleSample
        #expect(sample.attempts == nil && sample.writes == .backToBack && sample.backOff == .zero)
        #expect(sample.cycle == .full && sample.onlyOnTimeout && !sample.givesUpWhenStopped)
        #expect(RetryPolicy.standard.attempts == 1 && RetryPolicy.never.attempts == 0)
        #expect(LinkSetup.appleSample.subscribesToBoth && LinkSetup.appleSample.reconnectAttempts == 5)
    }
}
