// A single import for a package with its own scenarios and rigs: the language for writing them, the built-in ones, and
// the command line that plays them.
@_exported public import GateKit
@_exported public import RigKit
@_exported public import Rigs
@_exported public import ScenarioKit
@_exported public import Scenarios
@_exported public import TrammelCommandLine
