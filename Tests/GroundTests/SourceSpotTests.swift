import Foundation
import Testing

@testable import Ground

@Suite struct SourceSpotTests {
    @Test func aPlaceInThisProjectIsToldByAPathThatExistsInItsFolder() {
        let spot = SourceSpot(#filePath, 7)
        #expect(spot.description == "Tests/GroundTests/SourceSpotTests.swift:7")
        let project = "\(#filePath)".dropLast(spot.file.utf8.count)
        #expect(FileManager.default.fileExists(atPath: project + "Package.swift"))
    }

    @Test(arguments: [
        ("/builds/door/Sources/DoorScenarios/Far/Walk.swift", "Sources/DoorScenarios/Far/Walk.swift"),
        ("/srv/Tests/door/Scenarios/Walk.swift", "Scenarios/Walk.swift"),
        ("/volatile/door/Walk.swift", "door/Walk.swift"), ("/Walk.swift", "Walk.swift"), ("/", ""),
        ("Scenarios/Walk.swift", "Scenarios/Walk.swift"),
    ])
    func aPlaceElsewhereIsToldFromTheTopOfItsPackageOn(path: String, told: String) {
        #expect(SourceSpot.pathInProject(path) == told)
    }
}
