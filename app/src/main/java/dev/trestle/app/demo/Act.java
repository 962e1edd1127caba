package dev.trestle.app.demo;

import java.util.random.RandomGenerator;

/** Something that somebody in the crowd does now and then. */
@FunctionalInterface
public interface Act {
  /** Does it once. What it throws is counted and forgotten: people meet errors too. */
  void perform(RandomGenerator random) throws Exception;
}
