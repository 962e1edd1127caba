package dev.trestle.app.trial;

import dev.trestle.platform.event.Event;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What came from Kafka, without repeated events, and whether it is what happened. */
final class EventCheck {
  /** Guarded by this, like all below. */
  private final Map<ComparedEvent, Integer> events = new HashMap<>();

  /** The numbers of each chat's entries, as they came. */
  private final Map<String, List<Long>> numbers = new HashMap<>();

  private final Map<String, BigInteger> highest = new HashMap<>();
  private long repeated;

  synchronized void add(String topic, List<Event> read) {
    for (var event : read) {
      var sequence = new BigInteger(event.sequence());
      var key = topic + "/" + event.key();
      if (sequence.compareTo(highest.getOrDefault(key, BigInteger.ZERO)) <= 0) {
        repeated++;
        continue;
      }
      highest.put(key, sequence);
      events.merge(ComparedEvent.of(topic, event), 1, Integer::sum);
      if (topic.equals("messenger")) {
        numbers
            .computeIfAbsent(event.key(), _ -> new ArrayList<>())
            .add(event.data().path("number").asLong());
      }
    }
  }

  synchronized boolean hasAll(Collection<ComparedEvent> expected) {
    return events.keySet().containsAll(expected);
  }

  /** Each of these events is there once, and no chat has gaps. */
  synchronized List<String> violations(Collection<ComparedEvent> expected) {
    var violations = new ArrayList<String>();
    for (var event : expected) {
      int times = events.getOrDefault(event, 0);
      if (times != 1) violations.add("Kafka has it " + times + " times: " + event);
    }
    numbers.forEach((chat, all) -> {
      long before = 0;
      for (long number : all) {
        if (number != before + 1) {
          violations.add("Kafka has " + number + " after " + before + " of " + chat);
        }
        before = number;
      }
    });
    return violations;
  }

  synchronized long count() {
    return events.values().stream().mapToInt(Integer::intValue).sum();
  }

  synchronized long repeated() {
    return repeated;
  }
}
