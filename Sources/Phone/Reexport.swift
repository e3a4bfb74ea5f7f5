// This module's interface consists of shared values, so every importer needs them.
@_exported public import Vocabulary
