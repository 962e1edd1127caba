package dev.trestle.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.Mail;
import dev.trestle.model.Mail.OfUser;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class LiveEventsTest {
  private final OpenConsole open = OpenConsole.open();

  @AfterEach
  void close() {
    open.close();
  }

  @Test
  void each_second_brings_what_was_done_in_it() throws Exception {
    open.console.start();
    try (var http = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(open.at("/api/events")).timeout(Duration.ofSeconds(60)).build();
      var answer = http.send(request, BodyHandlers.ofLines());
      assertThat(answer.headers().firstValue("content-type").orElseThrow())
          .startsWith("text/event-stream");
      var lines = answer.body().iterator();
      // The stream is open when its first line comes, which may be after the headers.
      assertThat(lines.next()).startsWith("retry:");
      open.store.run(Mail.LATEST, new OfUser(OpenConsole.ANN));
      var tick = nextTick(lines);
      assertThat(tick.at("/patterns/0/id").asText()).isEqualTo("L2");
      assertThat(tick.at("/patterns/0/calls").asLong()).isEqualTo(1);
      assertThat(tick.at("/systems/0/name").asText()).isEqualTo("mail");
      http.shutdownNow();
    }
  }

  /** Returns the next second in which a pattern was used. */
  private static JsonNode nextTick(Iterator<String> lines) {
    while (lines.hasNext()) {
      var line = lines.next();
      if (!line.startsWith("data: ")) continue;
      var data = OpenConsole.tree(line.substring("data: ".length()));
      if (!data.path("patterns").isEmpty()) return data;
    }
    throw new AssertionError("the stream has ended");
  }

  @Test
  void what_is_kept_of_the_past_does_not_grow() {
    var system = new ConsoleSystem("mail", open.store);
    try (var sampler = new Sampler(List.of(system), InstantSource.system())) {
      for (int i = 0; i < Sampler.KEPT + 50; i++) sampler.take();
      assertThat(sampler.last(Integer.MAX_VALUE)).hasSize(Sampler.KEPT);
      assertThat(sampler.last(Integer.MAX_VALUE).getLast().number()).isEqualTo(Sampler.KEPT + 50);
    }
    var more = HttpRequest.newBuilder(open.at("/api/history?seconds=100000")).build();
    assertThat(open.send(more).statusCode()).isEqualTo(400);
  }
}
