package dev.trestle.homeops.understanding.llm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.trestle.engine.ManualClock;
import dev.trestle.homeops.model.ActType;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.understanding.Act;
import dev.trestle.homeops.understanding.Gate;
import dev.trestle.homeops.understanding.Understood;
import dev.trestle.homeops.understanding.Utterance;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers of a language model, good and bad, over HTTP. */
class LanguageModelUnderstandingTest {
  private static final String KEY = "the-secret-key";
  private static final MemberId MARTIN = new MemberId(1);
  private static final MemberId ANNA = new MemberId(2);
  private static final Understood WITHOUT = new Understood(List.of(), Gate.HABIT);
  private static final String WASHED =
      """
      {"acts":[{"type":"chore","activity":"tvätt","effort":"high","confidence":0.9,"who":"Anna"}],\
      "gate":"open"}\
      """;

  private final ManualClock clock = new ManualClock();
  private final List<JsonNode> requests = new CopyOnWriteArrayList<>();
  private final List<String> keys = new CopyOnWriteArrayList<>();
  private final List<String> logged = new CopyOnWriteArrayList<>();
  private final CountDownLatch release = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Handler handler = collecting();
  private final HttpServer server = server();
  private volatile int status = 200;
  private volatile String answer = WASHED;
  private volatile boolean hangs;

  @BeforeEach
  void listen() {
    Logger.getLogger("").addHandler(handler);
  }

  @AfterEach
  void close() {
    release.countDown();
    server.stop(0);
    threads.close();
    Logger.getLogger("").removeHandler(handler);
    assertThat(logged).noneMatch(line -> line.contains(KEY) || line.contains("tvättmaskin"));
  }

  private Handler collecting() {
    return new Handler() {
      @Override
      public void publish(LogRecord record) {
        logged.add(record.getMessage() + " " + record.getThrown());
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  private HttpServer server() {
    try {
      var made = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      made.setExecutor(threads);
      made.createContext("/v1/chat/completions", this::answer);
      made.start();
      return made;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.add(Json.tree().readTree(exchange.getRequestBody().readAllBytes()));
      keys.add(exchange.getRequestHeaders().getFirst("Authorization"));
      if (hangs) {
        release.await();
      }
      var message = Map.of("role", "assistant", "content", answer);
      var body = Json.write(Map.of("choices", List.of(Map.of("message", message))));
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private LanguageModelUnderstanding model(Duration timeout) {
    var endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/");
    return new LanguageModelUnderstanding(
        new LanguageModelOptions(endpoint, "small", KEY, timeout), _ -> WITHOUT, clock);
  }

  private static Utterance utterance(String text) {
    return new Utterance(
        text,
        MARTIN,
        List.of(new Utterance.Member(MARTIN, "Martin"), new Utterance.Member(ANNA, "Anna")),
        Map.of("fixat golvet", "golvvård"),
        ZoneId.of("Europe/Stockholm"),
        Instant.parse("2026-03-11T18:10:00Z"));
  }

  private Understood understood() {
    try (var model = model(Duration.ofSeconds(60))) {
      return model.understand(utterance("Anna körde en tvättmaskin igår"));
    }
  }

  @Test
  void an_act_has_the_member_and_the_time_that_the_message_names() {
    assertThat(understood().acts())
        .singleElement()
        .satisfies(act -> {
          assertThat(act.type()).isEqualTo(ActType.chore);
          assertThat(act.activity()).hasValue("tvätt");
          assertThat(act.who()).hasValue(ANNA);
          assertThat(act.confidence()).isEqualTo(0.9);
          assertThat(act.when()).isBefore(Instant.parse("2026-03-10T23:00:00Z"));
        });
    assertThat(keys).containsExactly("Bearer " + KEY);
    var request = requests.getFirst();
    assertThat(request.path("model").asText()).isEqualTo("small");
    var schema = request.path("response_format").path("json_schema");
    assertThat(schema.path("strict").asBoolean()).isTrue();
    assertThat(schema.toString()).contains("golvvård", "diskning", "Anna", "somebody_else");
    assertThat(request.path("messages").path(1).path("content").asText())
        .isEqualTo("Anna körde en tvättmaskin igår");
  }

  @Test
  void what_people_outside_the_household_did_is_nothing() {
    answer = WASHED.replace("Anna", "somebody_else");
    assertThat(understood().acts()).isEmpty();
    answer = "{\"acts\":[],\"gate\":\"future\"}";
    assertThat(understood().gate()).isEqualTo(Gate.FUTURE);
  }

  private Optional<MemberId> whoOf(String text) {
    try (var model = model(Duration.ofSeconds(60))) {
      return model.understand(utterance(text)).acts().getFirst().who();
    }
  }

  /** Otherwise a question would be about the sender alone, and "ångra" would change the member. */
  @Test
  void a_question_or_a_correction_that_names_nobody_is_about_nobody() {
    answer = WASHED.replace("chore", "question").replace("Anna", "sender");
    assertThat(whoOf("när tvättades det senast?")).isEmpty();
    answer = WASHED.replace("chore", "question");
    assertThat(whoOf("när tvättade Anna senast?")).hasValue(ANNA);
    answer =
        WASHED
            .replace("chore", "correction")
            .replace("\"tvätt\"", "null")
            .replace("Anna", "sender");
    assertThat(whoOf("ångra")).isEmpty();
    assertThat(whoOf("det var jag")).hasValue(MARTIN);
  }

  @Test
  void nobody_promises_for_another() {
    answer = WASHED.replace("chore", "promise");
    assertThat(understood().acts()).isEmpty();
    for (var sender : List.of("sender", "Martin")) {
      answer = WASHED.replace("chore", "promise").replace("Anna", sender);
      assertThat(understood().acts()).extracting(Act::who).containsExactly(Optional.of(MARTIN));
    }
  }

  @Test
  void an_answer_that_does_not_keep_to_the_schema_is_not_used() {
    for (var wrong :
        List.of(
            "",
            "I think that Anna did the laundry.",
            "[]",
            "{\"acts\":[]}",
            WASHED.replace("tvätt", "gardening on the moon"),
            WASHED.replace("Anna", "Bertil"),
            WASHED.replace("0.9", "1.5"),
            WASHED.replace("0.9", "\"0.9\""),
            WASHED.replace("high", "enormous"),
            WASHED.replace("chore", "command"),
            WASHED.replace("open", "wide open"))) {
      answer = wrong;
      assertThat(understood()).as(wrong).isEqualTo(WITHOUT);
    }
    assertThat(requests).hasSize(11);
  }

  @Test
  void a_model_that_fails_three_times_is_left_alone_for_a_minute() {
    status = 500;
    try (var model = model(Duration.ofSeconds(60))) {
      for (int i = 0; i < 5; i++) {
        assertThat(model.understand(utterance("tvättmaskin"))).isEqualTo(WITHOUT);
      }
      assertThat(requests).hasSize(3);
      status = 200;
      clock.advance(Duration.ofMinutes(1));
      assertThat(model.understand(utterance("tvättmaskin")).acts())
          .extracting(Act::type)
          .containsExactly(ActType.chore);
    }
  }

  @Test
  void an_answer_that_comes_too_late_is_ignored() {
    hangs = true;
    try (var model = model(Duration.ofMillis(200))) {
      assertThat(model.understand(utterance("tvättmaskin"))).isEqualTo(WITHOUT);
    }
  }

  @Test
  void an_endpoint_that_is_gone_is_done_without() {
    server.stop(0);
    assertThat(understood()).isEqualTo(WITHOUT);
  }

  @Test
  void the_key_is_not_printed() {
    var options =
        new LanguageModelOptions(
            URI.create("http://localhost"), "small", KEY, LanguageModelOptions.TIMEOUT);
    assertThat(options.toString()).doesNotContain(KEY);
  }
}
