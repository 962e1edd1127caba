package dev.trestle.homeops.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.homeops.message.MessageQueue;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.HouseholdMembers;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.testing.Await;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApiTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final HomeOpsServer server = new HomeOpsServer().started();
  private final SignedInClient anna = server.person();
  private final SignedInClient martin = server.person();
  private final SignedInClient stranger = server.person();
  private final JsonNode household =
      ok(server.post(
              anna,
              "/households",
              Map.of(
                  "name", "Hemma",
                  "zone", "Europe/Stockholm",
                  "language", "sv",
                  "member_name", "Anna")))
          .path("household");
  private final String chat = "/chats/" + household.path("chat_id").asText();

  @AfterEach
  void close() {
    server.close();
  }

  private static JsonNode ok(HomeOpsServer.Response response) {
    assertThat(response.status()).as(response.text()).isBetween(200, 299);
    return response.body();
  }

  private JsonNode join() {
    var path = "/invites/" + household.path("invite").asText() + "/join";
    return ok(server.post(martin, path, Map.of("name", "Martin"))).path("household");
  }

  private long write(SignedInClient who, String text, String clientId) {
    var response =
        server.post(who, chat + "/messages", Map.of("text", text, "client_id", clientId));
    assertThat(response.status()).as(response.text()).isEqualTo(202);
    return response.body().path("message_id").asLong();
  }

  private JsonNode awaited(SignedInClient who, String path, String list, int size) {
    return Await.valueSlowly(
        () ->
            Optional.of(ok(server.get(who, path)).path(list)).filter(found -> found.size() == size),
        TIMEOUT);
  }

  @Test
  void a_household_is_made_joined_and_used() {
    assertThat(household.path("id").asText()).startsWith("home_");
    assertThat(join().path("members")).hasSize(2);
    assertThat(ok(server.get(martin, "/me/households")).path("households")).hasSize(1);
    long number = write(anna, "diskat", "c1");
    assertThat(write(anna, "diskat", "c1")).isEqualTo(number);
    var activity = awaited(anna, chat + "/activities", "activities", 1).get(0);
    assertThat(activity.path("activity").asText()).isEqualTo("diskning");
    assertThat(activity.path("type").asText()).isEqualTo("chore");
    assertThat(activity.path("message_id").asLong()).isEqualTo(number);
    assertThat(activity.path("member_name").asText()).isEqualTo("Anna");
    var decision = awaited(anna, chat + "/decisions", "decisions", 1).get(0);
    assertThat(decision.path("action").asText()).isEqualTo("react");
    var messages = ok(server.get(martin, chat + "/messages")).path("messages");
    assertThat(messages).hasSize(1);
  }

  @Test
  void an_activity_is_corrected_and_undone_on_the_page() {
    write(anna, "diskat", "c1");
    var id = awaited(anna, chat + "/activities", "activities", 1).get(0).path("id").asText();
    var body = Map.of("activity", "tvätt", "effort", "high");
    var changed = server.call(anna, "PATCH", "/activities/" + id, Optional.of(body));
    assertThat(ok(changed).path("activity").path("effort").asText()).isEqualTo("high");
    assertThat(server.post(anna, "/activities/" + id + "/undo", Map.of()).status()).isEqualTo(204);
    assertThat(server.post(anna, "/activities/" + id + "/undo", Map.of()).status()).isEqualTo(204);
    assertThat(ok(server.get(anna, chat + "/activities")).path("activities")).isEmpty();
    assertThat(ok(server.get(anna, chat + "/habits")).path("habits")).isEmpty();
  }

  /** Access tokens expire before that. */
  private void isNow(ZonedDateTime time) {
    server.clock.set(time.toInstant());
    anna.refresh(anna.accessToken());
  }

  private int choresLastWeek() {
    return ok(server.get(anna, "/me/summary")).at("/summaries/0/chores").asInt();
  }

  @Test
  void a_correction_or_an_undo_on_the_page_changes_the_summary_of_last_week() {
    var sunday =
        server
            .clock
            .instant()
            .atZone(ZoneId.of("Europe/Stockholm"))
            .with(TemporalAdjusters.next(DayOfWeek.SUNDAY));
    isNow(sunday);
    write(anna, "diskat", "c1");
    write(anna, "dammsugit", "c2");
    var activities = awaited(anna, chat + "/activities", "activities", 2);
    isNow(sunday.plusDays(1));
    assertThat(choresLastWeek()).isEqualTo(2);
    var moved = "/activities/" + activities.get(0).path("id").asText();
    var at = sunday.plusDays(1).toInstant().toString();
    ok(server.call(anna, "PATCH", moved, Optional.of(Map.of("at", at))));
    assertThat(choresLastWeek()).isEqualTo(1);
    var undone = "/activities/" + activities.get(1).path("id").asText() + "/undo";
    assertThat(server.post(anna, undone, Map.of()).status()).isEqualTo(204);
    assertThat(choresLastWeek()).isZero();
  }

  @Test
  void a_server_without_the_bot_shows_no_queue_of_updates() {
    assertThat(server.homeops.queues()).containsExactly(MessageQueue.NAME);
  }

  @Test
  void strangers_see_nothing_of_a_household() {
    write(anna, "diskat", "c1");
    var id = awaited(anna, chat + "/activities", "activities", 1).get(0).path("id").asText();
    for (var path :
        new String[] {
          "/messages",
          "/activities",
          "/decisions",
          "/habits",
          "/effort",
          "/promises",
          "/aliases",
          "/events"
        }) {
      assertThat(server.get(stranger, chat + path).status()).as(path).isEqualTo(404);
      assertThat(server.get(null, chat + path).status()).as(path).isEqualTo(401);
    }
    assertThat(server.post(stranger, "/activities/" + id + "/undo", Map.of()).status())
        .isEqualTo(404);
    assertThat(server.post(stranger, chat + "/understand", Map.of("text", "diskat")).status())
        .isEqualTo(404);
    assertThat(
            server
                .post(stranger, chat + "/messages", Map.of("text", "hej", "client_id", "x"))
                .status())
        .isEqualTo(404);
  }

  @Test
  void a_balance_is_ones_own_and_no_route_shows_anothers() {
    join();
    write(anna, "diskat", "c1");
    awaited(anna, chat + "/activities", "activities", 1);
    var annas = ok(server.get(anna, "/me/balance")).path("balances").get(0);
    assertThat(annas.path("load").asDouble()).isPositive();
    assertThat(annas.path("share").asDouble()).isEqualTo(1);
    var martins = server.get(martin, "/me/balance");
    assertThat(ok(martins).path("balances").get(0).path("load").asDouble()).isZero();
    assertThat(martins.text()).doesNotContain("Anna");
    assertThat(ok(server.get(martin, chat + "/effort")).path("effort")).isEmpty();
    assertThat(ok(server.get(anna, "/me/summary")).path("summaries")).hasSize(1);
  }

  @Test
  void weeks_that_do_not_exist_or_have_not_ended_have_no_summary() {
    for (var week : List.of("2025-W53", "2025-W00", "2025-W59", "2025-07", "2999-W01")) {
      assertThat(server.get(anna, "/me/summary?week=" + week).status()).as(week).isEqualTo(400);
    }
    assertThat(server.get(anna, "/me/summary?week=2020-W53").status()).isEqualTo(200);
  }

  /** It is stored when its week has ended; otherwise a client could store any number of weeks. */
  @Test
  void asking_for_a_summary_stores_nothing() {
    ok(server.get(anna, "/me/summary"));
    ok(server.get(anna, "/me/summary?week=1999-W01"));
    var member = MemberId.of(household.path("member_id").asText());
    var store = server.homeops.stores().getFirst();
    var stored = store.run(HouseholdMembers.SUMMARIES_OF_USER, new HouseholdMembers.OfUser(member));
    assertThat(stored.items()).isEmpty();
  }

  @Test
  void trying_a_sentence_stores_nothing() {
    var understood = ok(server.post(anna, chat + "/understand", Map.of("text", "diskat")));
    assertThat(understood.path("acts").get(0).path("activity").asText()).isEqualTo("diskning");
    assertThat(understood.path("gate").asText()).isEqualTo("open");
    assertThat(ok(server.get(anna, chat + "/messages")).path("messages")).isEmpty();
  }

  @Test
  void an_alias_counts_at_once_and_can_be_removed() {
    var put =
        server.call(
            anna, "PUT", chat + "/aliases/mysat", Optional.of(Map.of("activity", "egentid")));
    assertThat(ok(put).path("alias").path("reliable").asBoolean()).isTrue();
    assertThat(ok(server.get(anna, chat + "/aliases")).path("aliases")).hasSize(1);
    assertThat(server.call(anna, "DELETE", chat + "/aliases/mysat", Optional.empty()).status())
        .isEqualTo(204);
    assertThat(ok(server.get(anna, chat + "/aliases")).path("aliases")).isEmpty();
  }

  @Test
  void an_edit_is_ones_own() {
    join();
    long number = write(anna, "diskat", "c1");
    awaited(anna, chat + "/activities", "activities", 1);
    var path = chat + "/messages/" + number;
    var text = Optional.<Object>of(Map.of("text", "det är kallt ute"));
    assertThat(server.call(martin, "PATCH", path, text).status()).isEqualTo(403);
    assertThat(server.call(anna, "PATCH", path, text).status()).isEqualTo(202);
    awaited(anna, chat + "/activities", "activities", 0);
  }

  private List<String> texts(String query) {
    var decisions = ok(server.get(anna, chat + "/decisions?" + query)).path("decisions");
    return decisions.findValuesAsText("text");
  }

  /** The clock stands still, so all of them have the same time. */
  @Test
  void decisions_of_the_same_second_are_listed_page_by_page() {
    for (int i = 1; i <= 5; i++) {
      write(anna, "hej " + i, "c" + i);
    }
    var all = awaited(anna, chat + "/decisions", "decisions", 5);
    assertThat(texts("limit=2")).containsExactly("hej 5", "hej 4");
    var id = all.get(1).path("id").asText();
    assertThat(texts("limit=2&before=" + id)).containsExactly("hej 3", "hej 2");
    assertThat(texts("before=" + server.clock.instant())).isEmpty();
    assertThat(server.get(anna, chat + "/decisions?before=dec_1").status()).isEqualTo(400);
  }

  @Test
  void a_page_of_decisions_is_full_though_a_message_is_still_being_worked_on() {
    for (int i = 1; i <= 3; i++) {
      write(anna, "hej " + i, "c" + i);
    }
    var all = awaited(anna, chat + "/decisions", "decisions", 3);
    var store = server.homeops.stores().getFirst();
    var chatId = new ChatId(household.path("chat_id").asText());
    var now = server.clock.instant();
    var second = new MessageNumber(all.get(1).path("message_id").asLong());
    var decision =
        store.run(Decisions.FIND, new Decisions.OfDecision(chatId, now, second)).orElseThrow();
    store.run(
        Decisions.SAVE,
        new Decisions.Decision(
            chatId,
            now,
            second,
            decision.userId(),
            Decisions.Stage.understood,
            List.of(),
            decision.gate(),
            Decisions.Action.silent,
            decision.reason(),
            Optional.empty(),
            List.of(),
            List.of(),
            decision.ttl()));
    assertThat(texts("limit=2")).containsExactly("hej 3", "hej 1");
  }

  @Test
  void a_user_with_too_many_pages_is_refused_and_others_are_not() throws Exception {
    join();
    var pages = new ArrayList<HttpResponse<InputStream>>();
    try {
      for (int i = 0; i < 20; i++) {
        pages.add(server.follow(anna, chat + "/events"));
      }
      Await.until(() -> server.homeops.connections() == 20, TIMEOUT);
      pages.add(server.follow(anna, chat + "/events"));
      pages.add(server.follow(martin, chat + "/events"));
      assertThat(pages.subList(0, 20)).allMatch(page -> page.statusCode() == 200);
      assertThat(pages.get(20).statusCode()).isEqualTo(429);
      assertThat(pages.get(21).statusCode()).isEqualTo(200);
    } finally {
      for (var page : pages) {
        page.body().close();
      }
    }
  }

  @Test
  void bad_values_are_refused() {
    assertThat(
            server
                .post(
                    anna, "/households", Map.of("name", "x", "zone", "Mars/Base", "language", "sv"))
                .status())
        .isEqualTo(400);
    assertThat(
            server
                .post(anna, chat + "/messages", Map.of("text", "x".repeat(2001), "client_id", "c"))
                .status())
        .isEqualTo(400);
    for (long number : new long[] {-1, Long.MAX_VALUE}) {
      var body = Map.of("text", "hej", "client_id", "c", "reply_to", number);
      assertThat(server.post(anna, chat + "/messages", body).status()).isEqualTo(400);
    }
    assertThat(server.post(anna, "/activities/act_nonsense/undo", Map.of()).status())
        .isEqualTo(404);
    assertThat(server.post(stranger, "/invites/nonsense/join", Map.of("name", "X")).status())
        .isEqualTo(404);
  }
}
