package dev.trestle.app.demo;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.demo.HouseholdScript.Line;
import dev.trestle.homeops.HomeOps;
import dev.trestle.homeops.chat.PageAdapter;
import dev.trestle.homeops.client.HomeOpsClient;
import dev.trestle.homeops.message.ReceivedMessage;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.messenger.client.ChatCalls;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

/**
 * A family that has used HomeOps for four weeks and goes on writing now and then. Robin, who lives
 * there, too, is for the visitor: Robin has a past, and writes nothing afterwards. If Messenger is
 * served, they have a cottage as well, which is a group there with the assistant in it.
 */
public final class HomeOpsDemo implements SystemDemo {
  private static final String NUMBERS = "+467017406";
  private static final int FIRST_NUMBER = 60;
  private static final int NUMBERS_PER_MILLISECOND = 100;

  /** A family chat is quiet, however busy the other demos are. */
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final HomeOps homeops;
  private final Optional<String> inMessenger;
  private final Clock clock;
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<SignedInClient> accounts = new ArrayList<>();
  private final List<HomeOpsClient> family = new ArrayList<>();
  private final AtomicReference<Instant> next = new AtomicReference<>(Instant.EPOCH);
  private String chat = "";

  /**
   * Creates the demo.
   *
   * @param inMessenger the assistant's number in Messenger, if that is served, too
   */
  public HomeOpsDemo(HomeOps homeops, Optional<String> inMessenger) {
    this.homeops = homeops;
    this.inMessenger = inMessenger;
    this.clock = Clock.systemUTC();
  }

  @Override
  public void announce(PrintWriter out) {
    out.printf("homeops: continue as %s on its page%n", DemoVisitor.ROBIN.displayName());
  }

  @Override
  public void populate(URI site, Simulation simulation) {
    for (int i = 0; i < HouseholdScript.NAMES.size(); i++) {
      var account = signIn(site, HouseholdScript.NAMES.get(i), NUMBERS + (FIRST_NUMBER + i));
      accounts.add(account);
      family.add(new HomeOpsClient(account));
    }
    var visitor = DemoVisitor.ROBIN;
    var robin = new HomeOpsClient(signIn(site, visitor.displayName(), visitor.phoneNumber()));
    var first = family.getFirst();
    var household =
        first.createHousehold(HouseholdScript.HOUSEHOLD, "en", HouseholdScript.NAMES.getFirst());
    chat = household.path("chat_id").asText();
    var invite = household.path("invite").asText();
    for (int i = 1; i < family.size(); i++) {
      family.get(i).join(invite, HouseholdScript.NAMES.get(i));
    }
    robin.join(invite, visitor.displayName());
    HouseholdScript.WORDS.forEach((word, activity) ->
        first.call(
            "PUT",
            "/chats/" + chat + "/aliases/" + word.replace(" ", "%20"),
            Map.of("activity", activity)));
    for (var line : HouseholdScript.past(clock.instant())) load(line, robin);
    inMessenger.ifPresent(number -> createGroup(number, robin.userId()));
    simulation.add(2, this::write);
  }

  private SignedInClient signIn(URI site, String name, String number) {
    var account = SignedInClient.signIn(http, site, number, "demo-" + name, code -> code);
    account.patch("/users/me", Map.of("display_name", name));
    return account;
  }

  /** The family's group in Messenger, which the assistant reads. */
  private void createGroup(String assistantNumber, String robin) {
    var first = accounts.getFirst();
    var found = first.post("/users/lookup", Map.of("phone_numbers", List.of(assistantNumber)));
    var members = new ArrayList<String>();
    members.add(found.findPath("user_id").asText());
    members.add(robin);
    for (var other : accounts.subList(1, accounts.size())) members.add(other.userId());
    var group = ChatCalls.createGroup(first, HouseholdScript.COTTAGE, members);
    for (var said : HouseholdScript.AT_THE_COTTAGE) {
      var message =
          Map.of("client_message_id", UUID.randomUUID().toString(), "content", said.text());
      accounts.get(said.sender()).post("/chats/" + group + "/messages", message);
    }
  }

  /** Sends a message of the past the way that a chat adapter does. */
  private void load(Line line, HomeOpsClient robin) {
    var sender = line.sender() < family.size() ? family.get(line.sender()) : robin;
    homeops
        .messages()
        .handleNow(
            new ReceivedMessage(
                PageAdapter.SOURCE,
                new ChatId(chat),
                new MessageNumber(line.at().toEpochMilli() * NUMBERS_PER_MILLISECOND),
                sender.userId(),
                "",
                line.text(),
                line.at(),
                Optional.empty(),
                Optional.empty(),
                false,
                ""));
  }

  private void write(RandomGenerator random) {
    var now = clock.instant();
    var due = next.get();
    if (now.isBefore(due) || !next.compareAndSet(due, now.plus(PAUSE))) return;
    var lines = HouseholdScript.NOW_AND_THEN;
    family.get(random.nextInt(family.size())).write(chat, lines.get(random.nextInt(lines.size())));
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
