package dev.trestle.stak.event;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Tells those who listen what has happened, on the thread where it happened. */
public final class Happenings implements Consumer<Happening> {
  private static final System.Logger LOG = System.getLogger(Happenings.class.getName());

  private final List<Consumer<Happening>> listeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<Happening>> keepers = new CopyOnWriteArrayList<>();

  public void listen(Consumer<Happening> listener) {
    listeners.add(listener);
  }

  /** Someone who must be told: if that fails, whoever tells has failed and tells again. */
  public void keep(Consumer<Happening> keeper) {
    keepers.add(keeper);
  }

  /** What has happened has happened: a mere listener that fails does not undo it. */
  @Override
  public void accept(Happening happening) {
    keepers.forEach(keeper -> keeper.accept(happening));
    for (var listener : listeners) {
      try {
        listener.accept(happening);
      } catch (RuntimeException failed) {
        LOG.log(Level.ERROR, "a listener failed", failed);
      }
    }
  }
}
