package dev.trestle.model.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Records of all sorts, which tests write and read. */
final class Samples {
  private Samples() {}

  enum Colour {
    RED,
    GREEN {
      @Override
      boolean calm() {
        return true;
      }
    },
    BLUE;

    boolean calm() {
      return false;
    }
  }

  record ChatId(String value) {}

  record Level(int value) {}

  record Ticket(ChatId chat) {}

  record Tags(Set<String> names) {}

  record Nothing() {}

  /** Bytes that are compared as such, which an array is not. */
  record Blob(byte[] bytes) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Blob blob && Arrays.equals(bytes, blob.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return Arrays.toString(bytes);
    }
  }

  record Numbers(
      int i,
      Integer boxedInt,
      long l,
      Long boxedLong,
      short s,
      byte b,
      double d,
      Double boxedDouble,
      float f,
      BigDecimal decimal,
      BigInteger whole) {}

  record Singles(
      String text,
      boolean flag,
      Boolean boxedFlag,
      Blob blob,
      Instant at,
      Duration took,
      LocalDate day,
      LocalTime time,
      LocalDateTime local,
      ZoneId zone,
      UUID id,
      Colour colour,
      ChatId chat,
      Level level,
      Ticket ticket,
      Nothing nothing) {}

  record Pair(int x, Optional<String> y) {}

  record Holder(
      Optional<String> name,
      Optional<ChatId> chat,
      Optional<Pair> pair,
      Optional<List<String>> lines,
      List<Pair> pairs,
      Set<String> words,
      Set<Long> numbers,
      Set<Level> levels,
      Set<BigDecimal> decimals,
      Set<Blob> blobs,
      Set<Colour> colours,
      Set<Pair> pairSet,
      Set<Boolean> flags,
      Tags tags,
      Map<String, Integer> counts,
      Map<Colour, List<ChatId>> byColour,
      Map<ChatId, Set<Long>> byChat) {}

  sealed interface Event {
    record Joined(ChatId chat) implements Event {}

    record Left() implements Event {}

    record Said(String text, Optional<Instant> at, List<Blob> attached) implements Event {}

    sealed interface Change extends Event {
      record Renamed(String from, String to) implements Change {}

      record Cleared(boolean all) implements Change {}
    }
  }

  record Log(List<Event> events, Optional<Event> last, Map<String, Event> named) {}

  record Node(String name, List<Node> children, Optional<Node> twin) {}

  record Forest(List<Forest> trees) {}

  sealed interface Term {
    record Literal(boolean value) implements Term {}

    record Not(Term term) implements Term {}

    record All(List<Term> terms) implements Term {}
  }
}
