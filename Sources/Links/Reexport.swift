// This module's API uses these shared values, so its clients need them.
@_exported public import Vocabulary
