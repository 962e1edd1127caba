package dev.trestle.store;

/**
 * Is told of each call of a {@link Store} when it has ended, for metrics, traces and logs. Set by
 * {@link StoreOptions#observer}.
 *
 * <p>Runs on the thread of the call, before its caller gets the result, so it should be quick. An
 * exception that it throws is logged and does not reach the caller.
 */
@FunctionalInterface
public interface StoreObserver {
  /** Called once for each call, also for those that failed. */
  void ended(StoreCall call);
}
