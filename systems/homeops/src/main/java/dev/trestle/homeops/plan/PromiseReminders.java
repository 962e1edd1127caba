package dev.trestle.homeops.plan;

import dev.trestle.homeops.activity.PromiseKeeper;
import dev.trestle.homeops.balance.Balances;
import dev.trestle.homeops.chat.ChatAdapters;
import dev.trestle.homeops.chat.OutgoingMessage;
import dev.trestle.homeops.household.Home;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.live.ChatEvents;
import dev.trestle.homeops.model.Promises.Promise;
import dev.trestle.homeops.reply.ReplyText;
import dev.trestle.homeops.reply.ToneFilter;
import dev.trestle.homeops.time.QuietHours;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Reminds members of overdue promises: once, without a sound, never at night, and at most one
 * message a day in a household. Whoever carries much is not reminded.
 */
public final class PromiseReminders {
  private static final System.Logger LOG = System.getLogger(PromiseReminders.class.getName());

  private final HouseholdDirectory directory;
  private final ChatAdapters adapters;
  private final PromiseKeeper promises;
  private final Balances balances;
  private final Plans plans;
  private final ChatEvents events;
  private final InstantSource clock;

  public PromiseReminders(
      HouseholdDirectory directory,
      ChatAdapters adapters,
      PromiseKeeper promises,
      Balances balances,
      Plans plans,
      ChatEvents events,
      InstantSource clock) {
    this.directory = directory;
    this.adapters = adapters;
    this.promises = promises;
    this.balances = balances;
    this.plans = plans;
    this.events = events;
    this.clock = clock;
  }

  /** Follows a promise up, puts that off, or lets it be. */
  public void due(Promise promise) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var home = directory.ofChat(promise.chatId());
    if (home.isEmpty() || balances.isHighlyLoaded(home.get(), promise.userId(), now)) {
      promises.expire(promise);
      return;
    }
    var zone = home.get().zone();
    if (QuietHours.contain(now, zone)) {
      promises.postpone(promise, QuietHours.endFrom(now, zone));
    } else if (!plans.claimMessage(home.get(), now)) {
      promises.postpone(promise, Plans.tomorrow(now, zone));
    } else if (promises.expire(promise)) {
      remind(home.get(), promise);
      events.changed(promise.chatId(), ChatEvents.Kind.promise);
    }
  }

  private void remind(Home home, Promise promise) {
    var text =
        new ReplyText(home.language())
            .followUp(home.name(promise.userId()).orElse(""), promise.activity());
    if (!ToneFilter.allows(text)) {
      return;
    }
    try {
      directory
          .link(promise.chatId())
          .flatMap(link -> adapters.of(link.source()))
          .ifPresent(adapter ->
              adapter.send(new OutgoingMessage(promise.chatId(), text, Optional.empty(), true)));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a reminder could not be sent: " + e.getClass().getName());
    }
  }
}
