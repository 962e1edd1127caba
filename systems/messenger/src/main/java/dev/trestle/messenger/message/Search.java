package dev.trestle.messenger.message;

import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Looks for words in a chat: back through the log, newest first, a bounded way at a time, and says
 * how far it looked (docs/decisions/0021).
 */
public final class Search {
  /** One call reads at most so many pages of a hundred entries. */
  private static final int PAGES_MAX = 10;

  /**
   * What was found.
   *
   * @param lookedTo the lowest number that was looked at
   * @param more whether there is anything below that
   */
  public record Found(List<Message> messages, long lookedTo, boolean more) {}

  private final Store store;

  public Search(Store store) {
    this.store = store;
  }

  /** Texts below this number that have all of the words, whatever their case. */
  public Found find(Membership member, String words, long before, int limit) {
    var wanted = List.of(words.toLowerCase(Locale.ROOT).strip().split("\\s+", -1));
    var found = new ArrayList<Message>();
    long looked = before;
    for (int page = 0; page < PAGES_MAX && looked > member.joinedSequence(); page++) {
      var entries = store.run(Messages.SEARCH, new Messages.At(member.chatId(), looked)).items();
      for (var entry : entries) {
        if (entry.sequence() < member.joinedSequence()) return new Found(found, looked, false);
        looked = entry.sequence();
        if (fits(entry, wanted)) found.add(entry);
        if (found.size() == limit) break;
      }
      if (entries.isEmpty()) return new Found(found, looked, false);
      if (found.size() == limit) break;
    }
    return new Found(found, looked, looked > member.joinedSequence());
  }

  private static boolean fits(Message entry, List<String> words) {
    if (entry.kind() != Kind.text || entry.deletedAt().isPresent()) return false;
    var content = entry.content().toLowerCase(Locale.ROOT);
    return words.stream().allMatch(content::contains);
  }
}
