package dev.trestle.homeops.understanding;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** An understanding that is loaded with the first message, so that a server starts without it. */
public final class LazyUnderstanding implements Understanding {
  private final Supplier<? extends Understanding> source;

  /** Guards the loading. */
  private final ReentrantLock lock = new ReentrantLock();

  private volatile Optional<Understanding> loaded = Optional.empty();

  public LazyUnderstanding(Supplier<? extends Understanding> source) {
    this.source = source;
  }

  @Override
  public Understood understand(Utterance utterance) {
    return loaded.orElseGet(this::load).understand(utterance);
  }

  private Understanding load() {
    lock.lock();
    try {
      var understanding = loaded.orElseGet(source);
      loaded = Optional.of(understanding);
      return understanding;
    } finally {
      lock.unlock();
    }
  }
}
