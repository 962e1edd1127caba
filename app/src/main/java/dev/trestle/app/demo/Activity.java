package dev.trestle.app.demo;

import java.util.random.RandomGenerator;

/** Something that a simulated person does now and then. */
@FunctionalInterface
public interface Activity {
  /** Does it once. Exceptions are counted: real people meet errors, too. */
  void run(RandomGenerator random) throws Exception;
}
