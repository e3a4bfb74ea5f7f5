// The module PhoneTests begins here.
