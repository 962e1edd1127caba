package dev.trestle.platform.signal;

class MemorySignalsTest extends SignalsContract {
  private final MemorySignals signals = new MemorySignals();

  @Override
  protected Signals here() {
    return signals;
  }

  @Override
  protected Signals there() {
    return signals;
  }
}
