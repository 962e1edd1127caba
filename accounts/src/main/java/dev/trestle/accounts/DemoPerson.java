package dev.trestle.accounts;

/** A person whom visitors of a demo may be: the sign-in page offers to continue as them. */
public record DemoPerson(String displayName, String phoneNumber) {}
