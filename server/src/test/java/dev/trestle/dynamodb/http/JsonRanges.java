package dev.trestle.dynamodb.http;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The positions of all values and members of a JSON text, from outside to inside. */
final class JsonRanges {
  /** From one character to before another. */
  record Place(int start, int end) {
    String in(String text) {
      return text.substring(start, end);
    }

    String replacedIn(String text, String by) {
      return text.substring(0, start) + by + text.substring(end);
    }
  }

  private JsonRanges() {}

  static List<Place> values(String json) {
    return walk(json, false);
  }

  /** Names with their values. */
  static List<Place> members(String json) {
    return walk(json, true);
  }

  private static List<Place> walk(String json, boolean members) {
    var places = new ArrayList<Place>();
    var open = new ArrayDeque<Integer>();
    int nameStart = -1;
    try (var in = new JsonFactory().createParser(json)) {
      for (var token = in.nextToken(); token != null; token = in.nextToken()) {
        int start = (int) in.currentTokenLocation().getCharOffset();
        switch (token) {
          case FIELD_NAME -> nameStart = start;
          case START_OBJECT, START_ARRAY -> {
            open.push(members ? nameStart : start);
            nameStart = -1;
          }
          case END_OBJECT, END_ARRAY -> add(places, open.pop(), start + 1);
          default -> {
            in.getText();
            add(places, members ? nameStart : start, (int) in.currentLocation().getCharOffset());
            nameStart = -1;
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return places;
  }

  private static void add(List<Place> places, int start, int end) {
    if (start >= 0) places.add(new Place(start, end));
  }
}
