package dev.trestle.app;

import dev.trestle.engine.Engine;
import dev.trestle.platform.feed.ChangeSignal;
import java.time.Duration;

/** The engine tells those who follow its tables when something changed. */
record EngineSignal(Engine engine) implements ChangeSignal {
  @Override
  public long position() {
    return engine.changePosition();
  }

  @Override
  public void await(long position, Duration timeout) throws InterruptedException {
    engine.awaitChange(position, timeout);
  }
}
