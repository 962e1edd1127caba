package dev.trestle.homeops.chat;

import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.household.Home;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.model.HouseholdMembers;
import dev.trestle.homeops.model.HouseholdMembers.DmStatus;
import dev.trestle.homeops.model.IsoWeek;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.store.Store;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Private messages of the assistant to members who asked for them: at most two a week, none after a
 * member has blocked it. A message is counted before it is sent, so it may be lost, but is never
 * sent twice.
 */
public final class DirectMessages {
  static final int WEEKLY_MAX = 2;
  private static final int ATTEMPTS_MAX = 20;

  private final Store store;
  private final HouseholdDirectory directory;
  private final ChatAdapters adapters;
  private final InstantSource clock;

  public DirectMessages(
      Store store, HouseholdDirectory directory, ChatAdapters adapters, InstantSource clock) {
    this.store = store;
    this.directory = directory;
    this.adapters = adapters;
    this.clock = clock;
  }

  /** A member wants private messages at this address. */
  public void open(MemberId member, String address) {
    change(member, before -> with(before, true, address));
  }

  /** A member wants no more of them. */
  public void close(MemberId member) {
    change(member, before -> with(before, false, before.address()));
  }

  /** Sends a member the summary of a week, once. */
  public void sendSummary(Home home, MemberId member, IsoWeek week, String text) {
    var status = status(member).filter(DmStatus::open);
    var adapter = directory.link(home.chat()).flatMap(link -> adapters.of(link.source()));
    if (status.isPresent() && adapter.isPresent() && claim(home, status.get(), week)) {
      var delivery = adapter.get().sendPrivately(status.get().address(), text);
      if (delivery == PrivateDelivery.BLOCKED) {
        close(member);
      }
    }
  }

  private Optional<DmStatus> status(MemberId member) {
    return store.run(HouseholdMembers.FIND_DM_STATUS, new HouseholdMembers.OfUser(member));
  }

  private boolean claim(Home home, DmStatus status, IsoWeek week) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var period = IsoWeek.of(now, home.zone());
    long sent = status.period().equals(period) ? status.sent() : 0;
    if (status.summarised().equals(Optional.of(week)) || sent >= WEEKLY_MAX) {
      return false;
    }
    var claimed =
        new DmStatus(
            status.userId(),
            true,
            status.address(),
            period,
            sent + 1,
            Optional.of(week),
            now,
            status.version());
    return store.run(HouseholdMembers.SAVE_DM_STATUS, claimed).isDone();
  }

  private DmStatus with(DmStatus before, boolean open, String address) {
    return new DmStatus(
        before.userId(),
        open,
        address,
        before.period(),
        before.sent(),
        before.summarised(),
        clock.instant().truncatedTo(ChronoUnit.MILLIS),
        before.version());
  }

  private void change(MemberId member, UnaryOperator<DmStatus> change) {
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      var before =
          status(member)
              .orElseGet(() ->
                  new DmStatus(
                      member, false, "", IsoWeek.NONE, 0, Optional.empty(), clock.instant(), 0));
      if (store.run(HouseholdMembers.SAVE_DM_STATUS, change.apply(before)).isDone()) {
        return;
      }
    }
    throw new Refusal.Busy();
  }
}
