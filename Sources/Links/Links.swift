// The module Links begins here.
