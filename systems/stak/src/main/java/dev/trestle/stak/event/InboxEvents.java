package dev.trestle.stak.event;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Publishes events to the listeners of this process, on the thread where they happened. */
public final class InboxEvents implements Consumer<InboxEvent> {
  private static final System.Logger LOG = System.getLogger(InboxEvents.class.getName());

  private final List<Consumer<InboxEvent>> recorders = new CopyOnWriteArrayList<>();
  private final List<Consumer<InboxEvent>> listeners = new CopyOnWriteArrayList<>();

  /** Adds a listener that must get every event: if it fails, the publisher fails and retries. */
  public void record(Consumer<InboxEvent> recorder) {
    recorders.add(recorder);
  }

  /** Adds a listener whose failures are only logged. */
  public void listen(Consumer<InboxEvent> listener) {
    listeners.add(listener);
  }

  @Override
  public void accept(InboxEvent event) {
    recorders.forEach(recorder -> recorder.accept(event));
    for (var listener : listeners) {
      try {
        listener.accept(event);
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, "a listener failed", e);
      }
    }
  }
}
