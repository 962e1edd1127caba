package dev.trestle.accounts.profile;

import dev.trestle.accounts.model.Claims;
import dev.trestle.accounts.model.IdleAccounts;
import dev.trestle.accounts.model.IdleAccounts.IdleAccount;
import dev.trestle.accounts.model.Users;
import dev.trestle.accounts.model.Users.User;
import dev.trestle.platform.schedule.DueHandler;
import dev.trestle.platform.schedule.DueItems;
import dev.trestle.platform.schedule.Schedule;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * Archives accounts that nobody has used for two years (docs/decisions/0063): they have no devices,
 * and others no longer find them by their number. The next sign-in restores them, in the
 * transaction that opens the session. The number stays theirs, and so do their chats.
 */
public final class AccountArchive implements DueHandler<IdleAccount> {
  /** When an account is looked at again that a system could not archive. */
  private static final Duration SOON = Duration.ofMinutes(10);

  private final Store store;
  private final AccountClosing systems;
  private final InstantSource clock;

  public AccountArchive(Store store, AccountClosing systems, InstantSource clock) {
    this.store = store;
    this.systems = systems;
    this.clock = clock;
  }

  /** Starts to look at accounts, as one of the servers that share the tables. */
  public Schedule.Running start(Schedule schedule) {
    var items =
        new DueItems<>(
            "accounts-idle", store, IdleAccounts.DUE, 1, (_, upTo) -> new IdleAccounts.DueBy(upTo));
    return schedule.due(items, this);
  }

  @Override
  public void due(IdleAccount due) {
    var user = store.run(Users.BY_ID_CONSISTENT, new Users.ById(due.userId()));
    var number = user.flatMap(User::phoneNumber);
    if (user.isEmpty() || number.isEmpty()) {
      store.run(IdleAccounts.END, new IdleAccounts.Ending(due.userId(), due.dueAt()));
      return;
    }
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var idleAt = user.get().lastUse().plus(IdleAccounts.IDLE_MAX);
    if (idleAt.isAfter(now)) {
      store.run(IdleAccounts.POSTPONE, new IdleAccounts.Next(due.userId(), due.dueAt(), idleAt));
    } else {
      archive(due, user.get(), number.get(), now);
    }
  }

  /** The last step is refused if the account was used in the meantime. */
  private void archive(IdleAccount due, User user, String number, Instant now) {
    try {
      for (var data : systems.systems()) data.archive(user.userId());
    } catch (RuntimeException e) {
      // Not at once again, and not instead of other accounts.
      var later = now.plus(SOON);
      store.run(IdleAccounts.POSTPONE, new IdleAccounts.Next(due.userId(), due.dueAt(), later));
      throw e;
    }
    var id = user.userId();
    store.run(
        IdleAccounts.ARCHIVE,
        new IdleAccounts.Archiving(
            new Users.Archiving(id, user.usedAt().orElse(now), user.updatedAt(), now),
            new Claims.Archiving(number, id, now),
            new IdleAccounts.Ending(id, due.dueAt())));
  }
}
