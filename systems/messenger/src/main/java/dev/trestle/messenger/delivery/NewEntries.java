package dev.trestle.messenger.delivery;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.trestle.messenger.model.ChatId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Entries of a chat that were stored, given by their numbers. A log is dense, so the first and the
 * last number say it all.
 */
record NewEntries(ChatId chat, long first, long last) {
  NewEntries and(NewEntries other) {
    return new NewEntries(chat, Math.min(first, other.first), Math.max(last, other.last));
  }

  /** A signal: one line for each chat. */
  static byte[] write(Collection<NewEntries> all) {
    var text = new StringBuilder();
    for (var each : all) {
      text.append(each.chat.value()).append(' ').append(each.first).append(' ').append(each.last);
      text.append('\n');
    }
    return text.toString().getBytes(US_ASCII);
  }

  static List<NewEntries> read(byte[] signal) {
    var all = new ArrayList<NewEntries>();
    for (var line : new String(signal, US_ASCII).lines().toList()) {
      var parts = line.split(" ", -1);
      all.add(
          new NewEntries(new ChatId(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2])));
    }
    return all;
  }
}
