// One import for a package that has scenarios and rigs of its own: what they are written with, those that are built in,
// and the command line that plays them.
@_exported public import GateKit
@_exported public import RigKit
@_exported public import Rigs
@_exported public import ScenarioKit
@_exported public import Scenarios
@_exported public import TrammelCommandLine
