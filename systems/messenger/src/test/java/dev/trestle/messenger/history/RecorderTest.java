package dev.trestle.messenger.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Property;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {
  @TempDir Path folder;

  @Test
  void what_is_written_is_read_again_one_line_per_event() {
    Property.check(
        20,
        Simulation.histories(50, 150),
        history -> {
          var file = folder.resolve("history.jsonl");
          try (var recorder = Recorder.into(file, Recorder.ownClock("test"))) {
            history.forEach(event -> recorder.record(_ -> event));
          }
          assertThat(Files.readAllLines(file)).hasSameSizeAs(history);
          assertThat(Recorder.read(List.of(file))).isEqualTo(history);
        });
  }

  @Test
  void a_line_can_be_read_by_a_person() throws Exception {
    var file = folder.resolve("history.jsonl");
    try (var recorder = Recorder.into(file, () -> new Timestamp("clients", 12, 34))) {
      recorder.record(at -> new Event.SendAcked(at, 7, "msg_1", 3));
    }
    assertThat(Files.readString(file))
        .isEqualToIgnoringNewLines(
            """
            {"event":"send_acked","at":{"process":"clients","nanos":12,"wall_micros":34},\
            "call":7,"message_id":"msg_1","sequence":3}\
            """);
  }
}
