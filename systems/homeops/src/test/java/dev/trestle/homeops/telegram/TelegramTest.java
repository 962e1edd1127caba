package dev.trestle.homeops.telegram;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.homeops.HomeOpsOptions;
import dev.trestle.homeops.model.ActType;
import dev.trestle.homeops.model.Activities;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.HouseholdLanguage;
import dev.trestle.homeops.model.HouseholdMembers;
import dev.trestle.homeops.model.Households;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Messages;
import dev.trestle.homeops.model.ResponseCounters;
import dev.trestle.homeops.model.Source;
import dev.trestle.homeops.telegram.BotApi.Canned;
import dev.trestle.homeops.understanding.Act;
import dev.trestle.homeops.understanding.Gate;
import dev.trestle.homeops.understanding.Understanding;
import dev.trestle.homeops.understanding.Understood;
import dev.trestle.homeops.understanding.embedded.EmbeddedUnderstanding;
import dev.trestle.homeops.web.HomeOpsServer;
import dev.trestle.store.Store;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** HomeOps in Telegram: updates are delivered over HTTP, and the bot calls a Bot API over HTTP. */
class TelegramTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String GROUP = "-4001";
  private static final String SUPERGROUP = "-1004001";
  private static final EmbeddedUnderstanding EMBEDDED = new EmbeddedUnderstanding();

  private final BotApi api = new BotApi();
  private final HomeOpsServer server =
      new HomeOpsServer(HomeOpsOptions.of(understanding()).telegram(api.options()));
  private final HttpClient http = HttpClient.newHttpClient();
  private int updates = 100;

  @AfterEach
  void close() {
    http.close();
    server.close();
    api.close();
  }

  /** Is unsure about one sentence, so that the assistant asks. */
  private static Understanding understanding() {
    return utterance ->
        utterance.text().equals("kört maskin")
            ? new Understood(
                List.of(
                    new Act(
                        ActType.chore,
                        Optional.of("tvätt"),
                        Activities.Effort.low,
                        0.6,
                        Optional.of(utterance.sender()),
                        utterance.at())),
                Gate.OPEN)
            : EMBEDDED.understand(utterance);
  }

  private void start() {
    server.clock.set(Instant.parse("2026-03-11T18:10:00Z"));
    server.started();
    api.awaited("setWebhook", 1);
  }

  private Store store() {
    return server.homeops.stores().getFirst();
  }

  private String secret() {
    return api.awaited("setWebhook", 1).path("secret_token").asText();
  }

  private int deliver(String token, String body) {
    var request =
        HttpRequest.newBuilder(server.address(Telegram.PATH))
            .header("Content-Type", "application/json")
            .header("X-Telegram-Bot-Api-Secret-Token", token)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void delivered(String update) {
    assertThat(deliver(secret(), update)).isEqualTo(200);
  }

  private String update(String kind, String fields) {
    return """
    {"update_id":%d,"%s":{%s,"date":%d}}\
    """
        .formatted(++updates, kind, fields, server.clock.instant().getEpochSecond());
  }

  private static String from(int id, String name) {
    return """
    "from":{"id":%d,"is_bot":false,"first_name":"%s","language_code":"sv"}\
    """
        .formatted(id, name);
  }

  private static String chat(String id, String type) {
    return """
    "chat":{"id":%s,"type":"%s","title":"Familjen"}\
    """
        .formatted(id, type);
  }

  private String message(String chat, int number, String text, String more) {
    var fields =
        """
        "message_id":%d,%s,%s,"text":"%s"%s\
        """
            .formatted(number, from(42, "Martin"), chat(chat, "supergroup"), text, more);
    return update("message", fields);
  }

  private String message(int number, String text) {
    return message(GROUP, number, text, "");
  }

  private String privately(String text) {
    var fields =
        """
        "message_id":7,%s,%s,"text":"%s\"\
        """
            .formatted(from(42, "Martin"), chat("42", "private"), text);
    return update("message", fields);
  }

  private List<Activity> activities(String chat) {
    return store().run(Activities.RECENT, new Activities.OfChat(new ChatId(chat))).items();
  }

  private void awaitActivities(String chat, int count) {
    Await.until(() -> activities(chat).size() == count, TIMEOUT);
  }

  private void awaitStored(String chat, long number) {
    Await.until(
        () ->
            store()
                .run(
                    Messages.FIND,
                    new Messages.OfMessage(new ChatId(chat), new MessageNumber(number)))
                .isPresent(),
        TIMEOUT);
  }

  @Test
  void an_update_without_the_secret_token_is_refused() {
    start();
    assertThat(deliver("", message(1, "diskat"))).isEqualTo(401);
    assertThat(deliver(secret() + "x", message(1, "diskat"))).isEqualTo(401);
    assertThat(deliver(secret(), "not JSON")).isEqualTo(200);
    assertThat(deliver(secret(), "{\"update_id\":1}")).isEqualTo(200);
    var hook = api.awaited("setWebhook", 1);
    assertThat(hook.path("url").asText())
        .isEqualTo("https://home.example/homeops/v1/telegram/webhook");
    assertThat(hook.path("secret_token").asText()).matches("[A-Za-z0-9_-]{32}");
  }

  @Test
  void a_message_delivered_twenty_times_and_out_of_order_is_noted_once() throws Exception {
    start();
    var first = message(1, "diskat");
    var second = message(2, "dammsugit");
    try (var senders = Executors.newVirtualThreadPerTaskExecutor()) {
      var sent = new ArrayList<java.util.concurrent.Future<?>>();
      for (int i = 0; i < 20; i++) {
        var update = i % 2 == 0 ? second : first;
        sent.add(senders.submit(() -> delivered(update)));
      }
      for (var each : sent) {
        each.get();
      }
    }
    awaitActivities(GROUP, 2);
    delivered(first);
    api.awaited("setMessageReaction", 2);
    delivered(message(3, "hej"));
    awaitStored(GROUP, 3);
    assertThat(activities(GROUP))
        .extracting(Activity::activity)
        .containsExactlyInAnyOrder("diskning", "dammsugning");
    var noted = api.calls("setMessageReaction").getFirst();
    assertThat(noted.path("reaction").path(0).path("emoji").asText()).isEqualTo("✍");
    assertThat(noted.path("chat_id").asText()).isEqualTo(GROUP);
    assertThat(api.calls("sendMessage")).isEmpty();
    assertThat(habit(GROUP).orElseThrow().totalCount()).isEqualTo(1);
  }

  private Optional<Memory.Habit> habit(String chat) {
    return store()
        .run(Memory.FIND_HABIT, new Memory.OfHabit(new ChatId(chat), member(), "diskning"));
  }

  private MemberId member() {
    return store()
        .run(
            HouseholdMembers.HOUSEHOLDS_OF,
            new HouseholdMembers.OfOutside(new Source("telegram"), "42"))
        .items()
        .getFirst()
        .member();
  }

  @Test
  void an_edit_withdraws_what_the_message_no_longer_says() {
    start();
    delivered(message(1, "diskat"));
    awaitActivities(GROUP, 1);
    server.clock.advance(Duration.ofMinutes(1));
    var edited =
        """
        "message_id":1,%s,%s,"text":"ska diska sen","edit_date":%d\
        """
            .formatted(
                from(42, "Martin"), chat(GROUP, "group"), server.clock.instant().getEpochSecond());
    delivered(update("edited_message", edited));
    awaitActivities(GROUP, 0);
    assertThat(api.awaited("setMessageReaction", 2).path("reaction")).isEmpty();
  }

  @Test
  void a_correction_is_a_reply_to_the_message_or_to_the_assistant() {
    start();
    delivered(message(1, "diskat"));
    awaitActivities(GROUP, 1);
    delivered(
        message(GROUP, 2, "nej, jag menade tvätt", ",\"reply_to_message\":{\"message_id\":1}"));
    var sent = api.awaited("sendMessage", 1);
    assertThat(sent.path("text").asText()).isEqualTo("Ändrat ✓");
    assertThat(sent.path("reply_parameters").path("message_id").asInt()).isEqualTo(2);
    assertThat(activities(GROUP)).extracting(Activity::activity).containsExactly("tvätt");
  }

  /** Telegram asks to wait; there is one message in the end, and one of the day's three is used. */
  @Test
  void a_reply_that_telegram_puts_off_is_sent_once_and_claimed_once() {
    start();
    api.next("sendMessage", Canned.tooMany(1));
    delivered(message(1, "kört maskin"));
    var question = api.awaited("sendMessage", 2);
    assertThat(question.path("text").asText()).isEqualTo("Menade du tvätt?");
    var counter =
        Await.value(
            () ->
                store()
                    .run(
                        ResponseCounters.FIND,
                        new ResponseCounters.OfDay(new ChatId(GROUP), "2026-03-11")),
            TIMEOUT);
    assertThat(counter.count()).isEqualTo(1);
    Await.until(
        () ->
            store()
                .run(Decisions.FIND_PENDING, new Decisions.OfChat(new ChatId(GROUP)))
                .isPresent(),
        TIMEOUT);
    delivered(message(2, "ja"));
    awaitActivities(GROUP, 1);
    assertThat(api.calls("sendMessage")).hasSize(2);
  }

  @Test
  void a_reaction_to_the_assistant_means_that_it_was_not_ignored() {
    start();
    delivered(message(1, "kört maskin"));
    api.awaited("sendMessage", 1);
    var last =
        Await.value(
            () -> store().run(Decisions.FIND_LAST_REPLY, new Decisions.OfChat(new ChatId(GROUP))),
            TIMEOUT);
    var fields =
        """
        %s,"message_id":%d,"user":{"id":42},"old_reaction":[],"new_reaction":[{"type":"emoji"}]\
        """
            .formatted(chat(GROUP, "group"), last.sentId().orElseThrow().value());
    delivered(update("message_reaction", fields));
    Await.until(
        () ->
            store()
                .run(Decisions.FIND_LAST_REPLY, new Decisions.OfChat(new ChatId(GROUP)))
                .flatMap(Decisions.LastReply::engaged)
                .isPresent(),
        TIMEOUT);
  }

  @Test
  void after_a_server_error_a_reaction_is_repeated_and_a_message_is_not() {
    var logged = new CopyOnWriteArrayList<String>();
    var handler = collecting(logged);
    Logger.getLogger("").addHandler(handler);
    try {
      start();
      api.next("setMessageReaction", Canned.broken());
      api.next("sendMessage", Canned.broken());
      delivered(message(1, "diskat"));
      api.awaited("setMessageReaction", 2);
      delivered(message(2, "vem diskade senast?"));
      Await.until(
          () -> decided(2).filter(d -> d.reason().equals("send_failed")).isPresent(), TIMEOUT);
      assertThat(api.calls("sendMessage")).hasSize(1);
      assertThat(logged).isNotEmpty().noneMatch(line -> line.contains("4711"));
    } finally {
      Logger.getLogger("").removeHandler(handler);
    }
  }

  private Optional<Decisions.Decision> decided(long message) {
    return store()
        .run(
            Decisions.LATEST,
            new Decisions.Before(
                new ChatId(GROUP), server.clock.instant().plus(Duration.ofDays(1))))
        .items()
        .stream()
        .filter(decision -> decision.messageId().value() == message)
        .filter(decision -> decision.stage() == Decisions.Stage.done)
        .findFirst();
  }

  private static Handler collecting(List<String> lines) {
    return new Handler() {
      @Override
      public void publish(LogRecord record) {
        lines.add(record.getMessage() + " " + record.getThrown());
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  @Test
  void a_group_that_becomes_a_supergroup_keeps_what_was_learned() {
    start();
    delivered(message(1, "diskat"));
    awaitActivities(GROUP, 1);
    Await.until(() -> habit(GROUP).isPresent(), TIMEOUT);
    var member = member();
    delivered(
        update(
            "message",
            "\"message_id\":2,%s,%s,\"migrate_to_chat_id\":%s"
                .formatted(from(42, "Martin"), chat(GROUP, "group"), SUPERGROUP)));
    Await.until(() -> habit(SUPERGROUP).isPresent(), TIMEOUT);
    assertThat(habit(GROUP)).isEmpty();
    delivered(message(GROUP, 3, "dammsugit", ""));
    delivered(message(SUPERGROUP, 1, "diskat", ""));
    awaitActivities(SUPERGROUP, 1);
    Await.until(() -> habit(SUPERGROUP).orElseThrow().totalCount() == 2, TIMEOUT);
    assertThat(member()).isEqualTo(member);
    assertThat(activities(GROUP)).extracting(Activity::activity).containsExactly("diskning");
    delivered(message(SUPERGROUP, 2, "vem diskade senast?", ""));
    assertThat(api.awaited("sendMessage", 1).path("chat_id").asText()).isEqualTo(SUPERGROUP);
    assertThat(household().chats()).containsExactly(new ChatId(SUPERGROUP), new ChatId(GROUP));
  }

  private Households.Household household() {
    var link =
        store()
            .run(Households.FIND_CHAT, new Households.OfChat(new ChatId(SUPERGROUP)))
            .orElseThrow();
    return store().run(Households.FIND, new Households.OfHousehold(link.household())).orElseThrow();
  }

  /** Telegram says so only when the bot writes to the old group. */
  @Test
  void a_reply_to_a_group_that_has_moved_goes_to_the_supergroup() {
    start();
    delivered(message(1, "diskat"));
    awaitActivities(GROUP, 1);
    api.next("sendMessage", Canned.migrated(SUPERGROUP));
    delivered(message(2, "vem diskade senast?"));
    var sent = api.awaited("sendMessage", 2);
    assertThat(sent.path("chat_id").asText()).isEqualTo(SUPERGROUP);
    assertThat(sent.has("reply_parameters")).isFalse();
    Await.until(() -> habit(SUPERGROUP).isPresent(), TIMEOUT);
  }

  @Test
  void a_bot_that_sees_only_commands_says_so_when_it_joins() {
    api.seesCommandsOnly();
    start();
    var fields =
        """
        %s,%s,"old_chat_member":{"status":"left"},"new_chat_member":{"status":"member"}\
        """
            .formatted(from(42, "Martin"), chat(GROUP, "group"));
    delivered(update("my_chat_member", fields));
    assertThat(api.awaited("sendMessage", 1).path("text").asText())
        .startsWith("Jag ser bara kommandon här.");
    delivered(message(1, "diskat"));
    awaitActivities(GROUP, 1);
    var link =
        store().run(Households.FIND_CHAT, new Households.OfChat(new ChatId(GROUP))).orElseThrow();
    assertThat(store().run(Households.FIND, new Households.OfHousehold(link.household())))
        .hasValueSatisfying(home -> assertThat(home.name()).isEqualTo("Familjen"));
  }

  /** As when the bot was in the group before this server knew of it. */
  @Test
  void a_group_that_begins_with_a_message_has_its_title_and_the_senders_language() {
    start();
    var fields =
        """
        "message_id":1,%s,%s,"text":"did the dishes"\
        """
            .formatted(
                from(42, "Martin").replace("\"sv\"", "\"en-GB\""), chat(GROUP, "supergroup"));
    delivered(update("message", fields));
    awaitActivities(GROUP, 1);
    var link =
        store().run(Households.FIND_CHAT, new Households.OfChat(new ChatId(GROUP))).orElseThrow();
    var home =
        store().run(Households.FIND, new Households.OfHousehold(link.household())).orElseThrow();
    assertThat(home.name()).isEqualTo("Familjen");
    assertThat(home.language()).isEqualTo(HouseholdLanguage.en);
  }

  @Test
  void a_member_gets_balance_and_summary_privately_until_the_bot_is_blocked() {
    start();
    delivered(message(1, "diskat"));
    awaitActivities(GROUP, 1);
    delivered(privately("/start"));
    assertThat(said(1)).startsWith("Klart. På måndagar");
    delivered(privately("/balance"));
    assertThat(said(2)).startsWith("Den här veckan: 1 syssla, 0 pauser, belastning ");
    server.clock.set(Instant.parse("2026-03-16T08:30:00Z"));
    assertThat(said(3)).startsWith("Vecka 11: 1 syssla, 0 pauser, belastning ").contains("100 %");
    api.next("sendMessage", Canned.blocked());
    server.clock.set(Instant.parse("2026-03-23T08:30:00Z"));
    assertThat(said(4)).startsWith("Vecka 12: 0 sysslor");
    Await.until(
        () ->
            store()
                .run(HouseholdMembers.FIND_DM_STATUS, new HouseholdMembers.OfUser(member()))
                .filter(status -> !status.open())
                .isPresent(),
        TIMEOUT);
  }

  private String said(int number) {
    JsonNode sent = api.awaited("sendMessage", number);
    assertThat(sent.path("chat_id").asText()).isEqualTo("42");
    return sent.path("text").asText();
  }
}
