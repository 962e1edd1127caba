package dev.trestle.engine.table;

import java.io.IOException;
import java.util.function.BooleanSupplier;

/** What a request leaves to be done in the background. */
@FunctionalInterface
public interface BackgroundTask {
  /** Does it. Checks between small steps whether it has to end early. */
  void run(BooleanSupplier stopping) throws IOException;
}
