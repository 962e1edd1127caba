package dev.trestle.app.trial;

import dev.trestle.stak.client.AdminClient;
import dev.trestle.stak.client.StakClient;
import dev.trestle.stak.client.UserClient;
import dev.trestle.testing.Await;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * An administrator of Stak who posts everything twice with the same key, as if the first response
 * had been lost, and users whose counts must be exact.
 */
final class InboxWork implements TrialWork {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final List<String> USERS = List.of("ann", "bo", "cay");
  private static final int PAGE = 50;
  private static final int POSTS_MAX = 1500;

  private final StakClient clients;
  private final AdminClient admin;
  private final String tenant;
  private final Pace pace;
  private final SplittableRandom random;
  private final Set<String> posted = new LinkedHashSet<>();
  private final List<String> violations = new ArrayList<>();

  InboxWork(URI address, String tenant, String adminKey, Pace pace, SplittableRandom random) {
    this.pace = pace;
    this.random = random;
    this.clients = new StakClient(address);
    this.admin = clients.admin(tenant, "DEFAULT", adminKey, "boss");
    this.tenant = tenant;
  }

  @Override
  public void step() throws Exception {
    var key = "post-" + posted.size();
    var first = Repeat.until(() -> post(key));
    var second = Repeat.until(() -> post(key));
    posted.add(first);
    if (!first.equals(second)) violations.add("a repeated post became another message: " + key);
    pace.pause(random, 400, POSTS_MAX);
  }

  private String post(String key) {
    var content = AdminClient.Content.of(key, "text");
    return admin.post("news", USERS, content, key).id();
  }

  @Override
  public List<String> violations() {
    for (var user : USERS) {
      // Tokens of users last for an hour.
      var inbox = clients.user(tenant, "DEFAULT", Repeat.until(() -> admin.token(user)));
      try {
        Await.slowly(() -> total(inbox) >= posted.size(), TIMEOUT);
      } catch (AssertionError late) {
        violations.add(user + " has " + total(inbox) + " of " + posted.size() + " unread");
      }
      violations.addAll(CountCheck.violations("the inbox of " + user, posted, all(inbox)));
      if (total(inbox) != posted.size()) violations.add(user + " has too many unread");
    }
    return violations;
  }

  private static long total(UserClient inbox) {
    return Repeat.until(inbox::unread).total();
  }

  private static List<String> all(UserClient inbox) {
    var ids = new ArrayList<String>();
    var page = Repeat.until(() -> inbox.last(PAGE));
    while (true) {
      page.messages().forEach(message -> ids.add(message.id()));
      Optional<String> next = page.next();
      if (next.isEmpty()) return ids;
      page = Repeat.until(() -> inbox.last(PAGE, next.get()));
    }
  }

  @Override
  public String summary() {
    return "posts=" + posted.size();
  }

  @Override
  public List<ComparedEvent> events() {
    var events = new ArrayList<ComparedEvent>();
    for (var user : USERS) {
      for (var message : posted) events.add(ComparedEvent.delivered(tenant, user, message));
    }
    return events;
  }

  @Override
  public void close() {
    clients.close();
  }
}
