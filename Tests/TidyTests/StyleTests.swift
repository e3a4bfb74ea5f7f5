import Foundation
import Testing

/// The house rules that a machine can check, applied to every file of the project.
@Suite struct StyleTests {
    @Test func theProjectIsFound() {
        #expect(Project.swiftFiles.count > 50)
        #expect(Project.swiftFiles.contains { $0.path == "Tests/TidyTests/StyleTests.swift" })
    }

    @Test func aFileHasAtMost400Lines() {
        for file in Project.swiftFiles {
            #expect(file.lines.count <= 401, "\(file) has \(file.lines.count - 1) lines: it holds more than one idea")
        }
    }

    @Test func aLineHasAtMost120Columns() {
        for file in Project.swiftFiles {
            for (index, line) in file.lines.enumerated() where line.count > 120 {
                Issue.record("\(file):\(index + 1): the line has \(line.count) columns")
            }
        }
    }

    @Test func aFunctionHasFewerThan60Lines() {
        for file in Project.swiftFiles {
            for function in functions(in: file.lines) where function.length >= 60 {
                Issue.record("\(file):\(function.line): the function has \(function.length) lines")
            }
        }
    }

    @Test func theLengthOfAFunctionIsFound() {
        let source = """
            struct A {
                func one() { print("}") }
                public static func three(
                    a: Int
                ) -> Int {
                    if a > 0 {
                        a
                    }
                }
                init?(x: Int) throws {

                }
                // func comment() {
                let function = 1
            }
            protocol B {
                func nothing()
                var more: Int { get }
            }
            """
        let found = functions(in: source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        #expect(found.map(\.line) == [2, 3, 10])
        #expect(found.map(\.length) == [1, 7, 3])
    }

    /// A file is named for its main type or its theme; `Type+Topic` extends the type.
    @Test func aFileIsNamedForItsOneIdea() {
        for file in Project.swiftFiles {
            let parts = file.name.dropLast(".swift".count).split(separator: "+", omittingEmptySubsequences: false)
            #expect(parts.count <= 2 && parts.allSatisfy { $0.first?.isUppercase == true }, "\(file)")
            #expect(parts.joined().allSatisfy { $0.isLetter || $0.isNumber }, "\(file)")
            let drawers = ["Util", "Helper", "Misc", "Common", "Extension", "Various", "Stuff", "Placeholder"]
            #expect(
                !drawers.contains { parts.joined().contains($0) },
                "\(file) is named for a drawer and not for what is in it")
            guard parts.count == 2 else { continue }
            #expect(
                file.lines.contains { $0.contains("extension \(parts[0])") },
                "\(file) does not extend \(parts[0])")
        }
    }

    @Test func fileNamesAreUniqueInAModule() {
        for folder in Project.moduleFolders {
            let names = Project.swiftFiles.filter { $0.path.hasPrefix(folder + "/") }.map(\.name)
            #expect(Set(names).count == names.count, "\(folder) has two files of one name")
        }
    }

    @Test func nothingIsPutOff() {
        for file in Project.files {
            let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
            // One of the words is a directive of the Test Anything Protocol, which a fact sheet describes.
            guard !file.path.hasPrefix("Sources/Wording/Facts/") else { continue }
            // A template for a temporary name has a longer row of that letter.
            for (index, line) in file.lines.enumerated()
            where marks.contains(where: { line.contains($0) }) && !line.contains("XX" + "XX") {
                #expect(line.contains("(#"), "\(file):\(index + 1): put it into an issue and name the issue, or do it")
            }
        }
    }

    @Test func noPathOfOneMachineIsNamed() {
        // Lines with a template for a temporary name are left out.
        let places = ["work", "tmp", "home", "root", "farm", "Users"].map { "/" + $0 + "/" }
        for file in Project.files {
            for (index, line) in file.lines.enumerated() where !line.contains("XX" + "XX") {
                for place in places where line.contains(place) { Issue.record("\(file):\(index + 1) names \(place)") }
            }
        }
    }
}
