import Testing

@Suite struct VirtualRunTests {
    @Test func aMachineThatCannotBeMadeIsAnErrorOfTheRigThatSaysWhatIsMissing() throws {
        let ended = try Program.run(
            "run", "fullFlow", "--rig", "virtual", environment: ["TRAMMEL_CACHE": "/nonexistent"])
        #expect(ended.status == 3)
        #expect(ended.error.contains("missing") && ended.error.contains("--fetch"), "\(ended.error)")
    }

    @Test func mistakesInTheArgumentsAreToldBeforeAMachineStarts() throws {
        let ended = try Program.run(
            "run", "fulFlow", "--rig", "virtual", environment: ["TRAMMEL_CACHE": "/nonexistent"])
        #expect(ended.status == 64 && ended.error.contains("did you mean fullFlow?"))
    }
}
