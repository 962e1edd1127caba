package dev.trestle.engine.ttl;

/** Removes items whose time is over. */
public final class Sweeper {
  private Sweeper() {}
}
