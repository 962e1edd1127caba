package dev.trestle.messenger.history;

import dev.trestle.messenger.history.Event.PageAsked;
import dev.trestle.messenger.history.Event.PageGiven;
import dev.trestle.messenger.history.Event.Received;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** An entry that a device never received. */
record SkippedEntry(String device, long sequence) {
  List<Event> in(List<Event> events) {
    var left = new ArrayList<Event>();
    Set<Long> own = new HashSet<>();
    for (var event : events) {
      if (event instanceof PageAsked asked && asked.device().equals(device)) own.add(asked.call());
      if (event instanceof PageGiven(var at, var call, var entries, var more)
          && own.contains(call)) {
        var rest = entries.stream().filter(entry -> entry.sequence() != sequence).toList();
        left.add(new PageGiven(at, call, rest, more));
      } else if (!isPush(event)) {
        left.add(event);
      }
    }
    return left;
  }

  private boolean isPush(Event event) {
    return event instanceof Received push
        && push.connection().startsWith(device + "#")
        && push.entry().sequence() == sequence;
  }
}
