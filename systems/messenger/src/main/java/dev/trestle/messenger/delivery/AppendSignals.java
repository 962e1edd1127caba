package dev.trestle.messenger.delivery;

import dev.trestle.messenger.message.AppendListener;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.signal.Signals;
import java.util.List;

/**
 * Tells other servers of the entries that this one has stored, as soon as they are stored. The
 * {@link EntryFeed} tells of them too, later, and finds those whose signals were lost.
 */
public final class AppendSignals implements AppendListener, AutoCloseable {
  private static final String TOPIC = "messenger.appended";

  private final Signals signals;
  private final Hub hub;
  private final Signals.Subscription subscription;

  /** Starts listening to the signals of all servers. */
  public AppendSignals(Signals signals, Hub hub) {
    this.signals = signals;
    this.hub = hub;
    this.subscription = signals.subscribe(TOPIC, new FromServers());
  }

  /** Delivers the entries here, and then tells the others. */
  @Override
  public void appended(List<Message> entries) {
    hub.appended(entries);
    var first = entries.getFirst();
    var last = entries.getLast();
    var told = new NewEntries(first.chatId(), first.sequence(), last.sequence());
    signals.publish(TOPIC, NewEntries.write(List.of(told)));
  }

  @Override
  public void close() {
    subscription.close();
  }

  private final class FromServers implements Signals.Listener {
    @Override
    public void received(byte[] signal) {
      NewEntries.read(signal).forEach(hub::heardOf);
    }

    @Override
    public void missed() {
      // EntryFeed looks at the tables.
    }
  }
}
