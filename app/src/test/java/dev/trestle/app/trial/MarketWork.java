package dev.trestle.app.trial;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.ecobid.client.EcoBidClient;
import dev.trestle.ecobid.client.EcoBidException;
import dev.trestle.ecobid.client.MarketRecords.Person;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/** Users of EcoBid who all want the same thing at once: one of them gets it. */
final class MarketWork implements TrialWork {
  private static final int ITEMS_MAX = 300;

  private final List<SignedInClient> users;
  private final EcoBidClient giver;
  private final Pace pace;
  private final SplittableRandom random;
  private final List<String> violations = new ArrayList<>();
  private final List<String> items = new ArrayList<>();

  MarketWork(SignedInClient giver, List<SignedInClient> users, Pace pace, SplittableRandom random) {
    this.giver = EcoBidClient.of(giver);
    this.users = users;
    this.pace = pace;
    this.random = random;
  }

  @Override
  public void step() throws Exception {
    pace.pause(random, 1000, ITEMS_MAX);
    int number = items.size();
    var offer =
        EcoBidClient.NewOffer.free(
            "Chair " + number, "furniture", 59.33, 18.06, "Main Street 1", "first");
    var key = "chair-" + number;
    var item = decided(() -> giver.list(offer, key)).id();
    items.add(item);
    var winners = winners(item);
    var receiver = decided(() -> giver.item(item)).receiver().map(Person::id);
    if (winners.size() > 1) violations.add(item + " was reserved by " + winners);
    if (receiver.isEmpty()) violations.add(item + " was reserved by nobody");
    for (var winner : winners) {
      if (receiver.filter(winner::equals).isEmpty()) {
        violations.add(item + " was reserved by " + winner + " and went to " + receiver);
      }
    }
    for (var user : users) cancelAll(EcoBidClient.of(user));
  }

  /** A user may hold few reservations at a time. */
  private static void cancelAll(EcoBidClient user) {
    for (var reservation : decided(user::reservations)) {
      decided(() -> user.cancel(reservation.id()));
    }
  }

  /** Those whose reservation was acknowledged. Each asks until the server has decided. */
  private List<String> winners(String item) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls = new ArrayList<Callable<List<String>>>();
      for (var user : users) {
        calls.add(
            () -> Repeat.until(() -> reserve(user, item)) ? List.of(user.userId()) : List.of());
      }
      var winners = new ArrayList<String>();
      for (var done : threads.invokeAll(calls)) winners.addAll(done.get());
      return winners;
    }
  }

  private static boolean reserve(SignedInClient user, String item) throws IOException {
    try {
      var reservation = EcoBidClient.of(user).reserve(item);
      return !reservation.status().equals("waiting");
    } catch (EcoBidException e) {
      if (isUndecided(e)) throw new IOException(e);
      return false;
    } catch (UncheckedIOException e) {
      throw new IOException(e);
    }
  }

  /** Repeats a call until it succeeds. A refusal ends the trial. */
  static <T> T decided(Callable<T> call) {
    return Repeat.until(() -> {
      try {
        return call.call();
      } catch (EcoBidException e) {
        if (isUndecided(e)) throw new IOException(e);
        throw new AssertionError("EcoBid refused a call", e);
      }
    });
  }

  /** Whether to ask again: also while another server runs the same call with the same key. */
  static boolean isUndecided(EcoBidException e) {
    boolean isRunning = e.status() == 409 && "This call is still running.".equals(e.getMessage());
    return e.status() >= 500 || e.status() == 429 || isRunning;
  }

  @Override
  public List<String> violations() {
    return violations;
  }

  @Override
  public String summary() {
    return "items=" + items.size();
  }

  @Override
  public List<ComparedEvent> events() {
    return items.stream().map(ComparedEvent::listed).toList();
  }
}
