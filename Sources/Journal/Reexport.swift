// What this module says, it says in shared values: whoever imports it needs them.
@_exported public import Vocabulary
