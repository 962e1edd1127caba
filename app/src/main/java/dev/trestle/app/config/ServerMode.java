package dev.trestle.app.config;

/** Whom {@code serve} trusts. Trust is chosen by a flag; it never follows from an address. */
public enum ServerMode {
  /** Nobody: the operator needs the password, and login codes are sent by SMS. */
  STANDARD,
  /** Everybody on this machine, for development. */
  DEV,
  /** The same, in memory, with simulated people. */
  DEMO;

  /** Whether everybody on this machine is the operator and sees login codes. */
  public boolean isLocal() {
    return this != STANDARD;
  }

  public boolean isDemo() {
    return this == DEMO;
  }
}
