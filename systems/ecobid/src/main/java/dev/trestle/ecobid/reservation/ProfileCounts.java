package dev.trestle.ecobid.reservation;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.model.Profiles.Counting;
import dev.trestle.ecobid.model.Profiles.TakingUp;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Changes to the counters on profiles, one sum per user. */
final class ProfileCounts {
  private final Map<UserId, Counting> sums = new LinkedHashMap<>();

  void active(UserId user, long change) {
    add(new Counting(user, change, 0, 0, 0));
  }

  void noShow(UserId user) {
    add(new Counting(user, 0, 1, 0, 0));
  }

  void done(UserId giver, UserId receiver) {
    add(new Counting(giver, 0, 0, 1, 0));
    add(new Counting(receiver, 0, 0, 0, 1));
  }

  private void add(Counting more) {
    sums.merge(
        more.user(),
        more,
        (one, other) ->
            new Counting(
                one.user(),
                one.active() + other.active(),
                one.noShows() + other.noShows(),
                one.given() + other.given(),
                one.received() + other.received()));
  }

  /** A user with one more active reservation than before, which is limited. */
  Optional<TakingUp> takingUp(int max) {
    return sums.values().stream()
        .filter(sum -> sum.active() > 0)
        .findFirst()
        .map(sum -> new TakingUp(sum.user(), max));
  }

  /** Returns whether a user's profile is written anyway. */
  boolean has(UserId user) {
    return sums.containsKey(user);
  }

  List<Counting> counted() {
    return sums.values().stream()
        .filter(sum -> sum.active() <= 0)
        .filter(sum -> !sum.equals(new Counting(sum.user(), 0, 0, 0, 0)))
        .toList();
  }
}
