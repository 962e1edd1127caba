package dev.trestle.app.trial;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.homeops.client.HomeOpsClient;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** A household that chats with HomeOps: each message is kept once, and each chore logged once. */
final class HouseholdWork implements TrialWork {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final List<String> CHORES =
      List.of("I did the dishes", "I vacuumed the living room");
  private static final List<String> OTHER_TEXTS = List.of("Who took out the trash?", "Hello");

  /** All of them fit into one page of the lists that are checked at the end. */
  private static final int MESSAGES_MAX = 45;

  private static final int PAGE = 50;

  private final List<HomeOpsClient> members = new ArrayList<>();
  private final String chat;
  private final Pace pace;
  private final SplittableRandom random;
  private final Set<String> written = new LinkedHashSet<>();
  private final Set<String> chores = new LinkedHashSet<>();
  private final List<String> violations = new ArrayList<>();

  HouseholdWork(List<SignedInClient> users, Pace pace, SplittableRandom random) {
    this.pace = pace;
    this.random = random;
    for (var user : users) members.add(new HomeOpsClient(user));
    var first = members.getFirst();
    var household = Repeat.until(() -> first.createHousehold("Trial", "en", "Member 0"));
    this.chat = household.path("chats").path(0).asText();
    for (int i = 1; i < members.size(); i++) {
      var member = members.get(i);
      var name = "Member " + i;
      Repeat.until(() -> {
        member.join(household.path("invite").asText(), name);
        return true;
      });
    }
  }

  @Override
  public void step() throws Exception {
    pace.pause(random, 1100, MESSAGES_MAX);
    int number = written.size();
    if (number == MESSAGES_MAX) return;
    var member = members.get(number % members.size());
    boolean isChore = random.nextBoolean();
    var texts = isChore ? CHORES : OTHER_TEXTS;
    var body =
        Map.of("text", texts.get(random.nextInt(texts.size())), "client_id", "message-" + number);
    var first = Repeat.until(() -> write(member, body));
    var second = Repeat.until(() -> write(member, body));
    written.add(first);
    if (isChore) chores.add(first);
    if (!first.equals(second)) violations.add("a repeated message became another one: " + number);
  }

  private String write(HomeOpsClient member, Map<String, String> body) {
    return member.call("POST", "/chats/" + chat + "/messages", body).path("message_id").asText();
  }

  @Override
  public List<String> violations() {
    try {
      Await.slowly(() -> list("messages").containsAll(written), TIMEOUT);
      Await.slowly(() -> list("decisions").containsAll(written), TIMEOUT);
      Await.slowly(() -> list("activities").containsAll(chores), TIMEOUT);
    } catch (AssertionError late) {
      violations.add("messages were not handled");
    }
    violations.addAll(CountCheck.violations("the chat", written, list("messages")));
    violations.addAll(CountCheck.violations("the decisions", written, list("decisions")));
    violations.addAll(CountCheck.violations("the chores", chores, list("activities")));
    return violations;
  }

  /** The numbers of the members' messages, which are even. */
  private List<String> list(String what) {
    var all = new ArrayList<String>();
    for (var each : page(what)) {
      if (each.path("message_id").asLong() % 2 == 0) all.add(each.path("message_id").asText());
    }
    return all;
  }

  private JsonNode page(String what) {
    var path = "/chats/" + chat + "/" + what + "?limit=" + PAGE;
    return Repeat.until(() -> members.getFirst().get(path)).path(what);
  }

  @Override
  public String summary() {
    return "household_messages=" + written.size();
  }
}
