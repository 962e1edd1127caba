package dev.trestle.app.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.trestle.platform.event.Event;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowCommandTest {
  @TempDir Path folder;

  private static Event event(String key) {
    var data = JsonNodeFactory.instance.objectNode().put("number", 7).put("name", "a\u001b[31m");
    data.putArray("mentions").add("b\u009b");
    return new Event(
        key, "100", "message_sent", "messages", Instant.parse("2026-11-17T10:00:00Z"), data);
  }

  private CommandRun run(String... arguments) {
    return CommandRun.of(folder, Map.of(), arguments);
  }

  @Test
  void wrong_usage_is_explained() {
    var unknown = run("follow", "mesenger", "--kafka", "localhost:9092");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err())
        .contains("no topic 'mesenger'", "messenger, stak, ecobid", "Did you mean 'messenger'?");
    assertThat(run("follow", "stak").err()).contains("Name Kafka's brokers: --kafka");
    assertThat(run("follow", "stak", "--kafka", "http://localhost").err())
        .contains("hosts with ports such as kafka1:9092,kafka2:9092");
    assertThat(run("follow", "stak", "--group", "g", "--from-start").err())
        .contains("Leave out --from-start");
    assertThat(run("follow", "stak", "--group", "a b").err()).contains("--group takes");
    var settings = folder.resolve("missing.properties").toString();
    assertThat(run("follow", "stak", "--kafka", "a:1", "--kafka-config", settings).err())
        .contains("cannot read kafka.config");
  }

  @Test
  void an_event_is_a_line_for_people_or_of_json() throws Exception {
    var text = new StringWriter();
    var json = new StringWriter();
    var both = List.of(event("chat_1"), event("chat_2"));
    new EventPrinter(new PrintWriter(text), false, Optional.empty(), false, () -> {})
        .received(both);
    new EventPrinter(new PrintWriter(json), true, Optional.of("chat_2"), false, () -> {})
        .received(both);
    assertThat(text.toString().lines())
        .containsExactly(
            "2026-11-17T10:00:00.000Z chat_1 message_sent number=7 name=a?[31m mentions=[\"b?\"]",
            "2026-11-17T10:00:00.000Z chat_2 message_sent number=7 name=a?[31m mentions=[\"b?\"]");
    assertThat(json.toString().lines()).hasSize(1);
    assertThat(Event.parse(json.toString().strip().getBytes(UTF_8))).hasValue(event("chat_2"));
  }

  /** As {@code head} leaves it. */
  private static final class ClosedPipe extends Writer {
    @Override
    public void write(char[] text, int from, int length) throws IOException {
      throw new IOException("closed");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void it_ends_when_nobody_reads_and_a_group_does_not_count_what_was_not_printed()
      throws Exception {
    var unread = new AtomicInteger();
    var events = List.of(event("k"));
    var alone =
        new EventPrinter(
            new PrintWriter(new ClosedPipe()),
            true,
            Optional.empty(),
            false,
            unread::incrementAndGet);
    alone.received(events);
    assertThat(unread).hasValue(1);
    var group =
        new EventPrinter(
            new PrintWriter(new ClosedPipe()),
            true,
            Optional.empty(),
            true,
            unread::incrementAndGet);
    assertThatThrownBy(() -> group.received(events)).isInstanceOf(IOException.class);
    assertThat(unread).hasValue(2);
  }
}
