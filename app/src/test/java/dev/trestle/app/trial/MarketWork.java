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
  /** A user may hold few reservations at a time. */
  private static final int ITEMS_MAX = 8;

  private final List<SignedInClient> users;
  private final EcoBidClient giver;
  private final SplittableRandom random;
  private final List<String> violations = new ArrayList<>();
  private int items;

  MarketWork(SignedInClient giver, List<SignedInClient> users, SplittableRandom random) {
    this.giver = EcoBidClient.of(giver);
    this.users = users;
    this.random = random;
  }

  @Override
  public void step() throws Exception {
    Thread.sleep(random.nextInt(500, 1500));
    if (items == ITEMS_MAX) return;
    int number = items++;
    var offer =
        EcoBidClient.NewOffer.free(
            "Chair " + number, "furniture", 59.33, 18.06, "Main Street 1", "first");
    var key = "chair-" + number;
    var item = Repeat.until(() -> refusing(() -> giver.list(offer, key))).id();
    var winners = winners(item);
    var receiver = Repeat.until(() -> refusing(() -> giver.item(item))).receiver().map(Person::id);
    if (winners.size() > 1) violations.add(item + " was reserved by " + winners);
    if (receiver.isEmpty()) violations.add(item + " was reserved by nobody");
    for (var winner : winners) {
      if (receiver.filter(winner::equals).isEmpty()) {
        violations.add(item + " was reserved by " + winner + " and went to " + receiver);
      }
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
      if (e.status() >= 500 || e.status() == 429) throw new IOException(e);
      return false;
    } catch (UncheckedIOException e) {
      throw new IOException(e);
    }
  }

  /** A refusal ends the trial, a failure is repeated. */
  private static <T> T refusing(Callable<T> call) throws Exception {
    try {
      return call.call();
    } catch (EcoBidException e) {
      if (e.status() >= 500 || e.status() == 429) throw new IOException(e);
      throw new AssertionError("EcoBid refused a call", e);
    }
  }

  @Override
  public List<String> violations() {
    return violations;
  }

  @Override
  public String summary() {
    return "items=" + items;
  }
}
