package dev.trestle.platform.event;

final class MemoryEventLogTest extends EventLogContract {
  private final MemoryEventLog log = new MemoryEventLog();

  @Override
  protected EventLog log() {
    return log;
  }
}
