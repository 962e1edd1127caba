package dev.trestle.platform.lease;

/**
 * Named points that workers pass: a test can end a worker there, as if its process had died. What a
 * passage throws is not handled as a failure of the job or the record at hand.
 */
@FunctionalInterface
public interface Passage {
  Passage FREE = _ -> {};

  /** Ends the thread that meets it, unsettled. */
  final class Death extends Error {
    public Death(String point) {
      super("died at " + point);
    }
  }

  void at(String point);

  /** A virtual thread that ends quietly where a passage ends it. */
  static Thread thread(String name, Runnable work) {
    return Thread.ofVirtual()
        .name(name)
        .unstarted(() -> {
          try {
            work.run();
          } catch (Death _) {
            // as if the process had died
          }
        });
  }
}
