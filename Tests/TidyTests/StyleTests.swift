import Foundation
import Testing

/// The house rules that a machine can check, on every file of the project.
@Suite struct StyleTests {
    @Test func theProjectIsFound() {
        #expect(Project.swiftFiles.count > 50)
        #expect(Project.swiftFiles.contains { $0.path == "Tests/TidyTests/StyleTests.swift" })
    }

    @Test(arguments: Project.swiftFiles) func aFileHasAtMost400Lines(file: ProjectFile) {
        #expect(file.lines.count <= 401, "\(file) has \(file.lines.count - 1) lines: it holds more than one idea")
    }

    @Test(arguments: Project.swiftFiles) func aLineHasAtMost120Columns(file: ProjectFile) {
        for (index, line) in file.lines.enumerated() where line.count > 120 {
            Issue.record("\(file):\(index + 1): the line has \(line.count) columns")
        }
    }

    @Test(arguments: Project.swiftFiles) func aFunctionHasFewerThan60Lines(file: ProjectFile) {
        for function in functions(in: file.lines) where function.length >= 60 {
            Issue.record("\(file):\(function.line): the function has \(function.length) lines")
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

    @Test(arguments: Project.swiftFiles) func aFileIsNamedForItsOneIdea(file: ProjectFile) {
        let name = file.name.dropLast(".swift".count)
        #expect(name.first?.isUppercase == true && name.allSatisfy { $0.isLetter || $0.isNumber }, "\(file)")
        let drawers = ["Util", "Helper", "Misc", "Common", "Extension", "Various", "Stuff", "Placeholder"]
        #expect(!drawers.contains { name.contains($0) }, "\(file) is named for a drawer and not for what is in it")
        let theme = name.hasSuffix("s") ? name.dropLast() : name[...]
        let words = file.lines.filter { !$0.hasPrefix("import") }.joined(separator: "\n").lowercased()
        #expect(words.contains(String(theme.prefix(4)).lowercased()), "\(file) does not speak of what it is named for")
    }

    @Test func fileNamesAreUniqueInAModule() {
        for folder in Project.moduleFolders {
            let names = Project.swiftFiles.filter { $0.path.hasPrefix(folder + "/") }.map(\.name)
            #expect(Set(names).count == names.count, "\(folder) has two files of one name")
        }
    }

    @Test(arguments: Project.files) func nothingIsPutOff(file: ProjectFile) {
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
        for (index, line) in file.lines.enumerated() where marks.contains(where: { line.contains($0) }) {
            #expect(line.contains("(#"), "\(file):\(index + 1): put it into an issue and name the issue, or do it")
        }
    }

    @Test(arguments: Project.files) func noPathOfOneMachineIsNamed(file: ProjectFile) {
        let places = ["work", "tmp", "home", "root", "farm", "Users"].map { "/" + $0 + "/" }
        for (index, line) in file.lines.enumerated() {
            let found = places.filter { line.contains($0) }
            #expect(found.isEmpty, "\(file):\(index + 1) names \(found)")
        }
    }
}
