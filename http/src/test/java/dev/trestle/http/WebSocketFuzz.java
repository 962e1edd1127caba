package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Property;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Frames that are split, mixed and corrupted at random. A failure's message contains the seed. */
class WebSocketFuzz {
  private static final int RUNS = 60;
  private static final String LETTERS = "ab\u00fc\u20ac\ud83d\ude00\n\0";

  private final Sockets sockets = Sockets.echo(Sockets.LIMITS);
  private HttpServer server;

  @BeforeEach
  void start() {
    server = HttpServer.start(sockets, "127.0.0.1", 0, HttpLimits.ofBodyBytes(1024));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static String text(Random random) {
    int length = random.nextInt(10) == 0 ? random.nextInt(8000) : random.nextInt(40);
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      int at = LETTERS.offsetByCodePoints(0, random.nextInt(LETTERS.codePointCount(0, 8)));
      text.appendCodePoint(LETTERS.codePointAt(at));
    }
    return text.toString();
  }

  /** A message in up to four frames, which may split a character, with pings in between. */
  private static void put(ByteArrayOutputStream out, Random random, String text) {
    var bytes = Sockets.utf8(text);
    int parts = random.nextInt(4);
    int start = 0;
    for (int part = 0; part <= parts; part++) {
      int end = part == parts ? bytes.length : start + random.nextInt(bytes.length - start + 1);
      int opcode = part == 0 ? FrameFormat.TEXT : FrameFormat.CONTINUATION;
      int first = opcode | (part == parts ? FrameFormat.FINAL : 0);
      out.writeBytes(FrameClient.masked(first, Arrays.copyOfRange(bytes, start, end)));
      if (random.nextInt(3) == 0) {
        var ping = new byte[random.nextInt(FrameFormat.CONTROL_BYTES_MAX + 1)];
        out.writeBytes(FrameClient.masked(FrameFormat.FINAL | FrameFormat.PING, ping));
      }
      start = end;
    }
  }

  private static byte[] script(Random random, List<String> texts) {
    var out = new ByteArrayOutputStream();
    for (var text : texts) put(out, random, text);
    return out.toByteArray();
  }

  private static List<String> texts(Random random) {
    var texts = new ArrayList<String>();
    for (int i = random.nextInt(10); i >= 0; i--) texts.add(text(random));
    return texts;
  }

  private static void send(RawClient client, Random random, byte[] bytes) {
    int start = 0;
    while (start < bytes.length) {
      int end = Math.min(bytes.length, start + 1 + random.nextInt(random.nextBoolean() ? 3 : 3000));
      client.send(Arrays.copyOfRange(bytes, start, end));
      start = end;
    }
  }

  @Test
  void messages_cut_in_any_way_come_back_whole_and_in_order() {
    long seed = Property.seed();
    for (int run = 0; run < Property.scaled(RUNS); run++) {
      var random = new Random(seed + run);
      var texts = texts(random);
      try (var client = new FrameClient(server.port())) {
        send(client.raw, random, script(random, texts));
        for (var text : texts) {
          var frame = client.read();
          while (frame.opcode() == FrameFormat.PONG) frame = client.read();
          assertThat(frame.text()).as("seed %d", seed + run).isEqualTo(text);
        }
      }
    }
  }

  @Test
  void spoilt_frames_end_in_a_goodbye_or_silence_and_are_told_once() throws Exception {
    long seed = Property.seed();
    for (int run = 0; run < Property.scaled(RUNS); run++) {
      var random = new Random(seed + run);
      var bytes = script(random, texts(random));
      for (int i = random.nextInt(4); i >= 0; i--) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      try (var client = new FrameClient(server.port())) {
        var opened = sockets.nextOpened();
        client.raw.sendAndAwaitEnd(bytes);
        assertThat(opened.closeCode()).as("seed %d", seed + run).isBetween(1000, 4999);
        assertThat(opened.closed).as("seed %d", seed + run).isEmpty();
        for (var text : opened.texts) {
          assertThat(text.length()).as("seed %d", seed + run).isLessThanOrEqualTo(64 * 1024);
        }
      }
    }
    try (var client = new FrameClient(server.port())) {
      assertThat(client.text("still here").read().text()).isEqualTo("still here");
    }
  }
}
