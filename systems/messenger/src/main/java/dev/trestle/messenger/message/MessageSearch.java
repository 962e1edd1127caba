package dev.trestle.messenger.message;

import dev.trestle.messenger.cold.ColdEntries;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Searches a chat for words: backwards through the log, a bounded distance at a time
 * (docs/decisions/0021). It goes on into cold storage.
 */
public final class MessageSearch {
  /** The most pages that one call reads, in one chat or in several. */
  private static final int PAGES_MAX = 10;

  private static final int PAGES_OF_ALL_MAX = 40;

  /** Where a search of several chats goes on: below this sequence of this chat. */
  public record Position(ChatId chat, long before) {}

  /** The matches of one call in several chats, and where to go on. */
  public record AllResult(List<Message> messages, Optional<Position> next) {}

  /**
   * The matches of one call.
   *
   * @param searchedTo the lowest sequence that was searched
   * @param more whether there is anything below it
   * @param pages how many pages were read
   */
  public record SearchResult(List<Message> messages, long searchedTo, boolean more, int pages) {}

  private final Store store;
  private final ColdEntries cold;

  public MessageSearch(Store store, ColdEntries cold) {
    this.store = store;
    this.cold = cold;
  }

  /** Texts below a sequence that contain all of the words, in any case. */
  public SearchResult find(Membership member, String words, long before, int limit) {
    return find(member, words, before, limit, PAGES_MAX);
  }

  /**
   * Searches several chats, one after the other.
   *
   * @param members the caller's memberships in the order of searching
   * @param before where to begin in the first of them
   */
  public AllResult findInAll(List<Membership> members, String words, long before, int limit) {
    var found = new ArrayList<Message>();
    int pages = 0;
    long from = before;
    for (var member : members) {
      boolean isEnough = found.size() == limit || pages >= PAGES_OF_ALL_MAX;
      if (isEnough) return new AllResult(found, Optional.of(new Position(member.chatId(), from)));
      var here = find(member, words, from, limit - found.size(), PAGES_OF_ALL_MAX - pages);
      found.addAll(here.messages());
      pages += here.pages();
      if (here.more()) {
        return new AllResult(found, Optional.of(new Position(member.chatId(), here.searchedTo())));
      }
      from = Messages.SEQUENCE_MAX;
    }
    return new AllResult(found, Optional.empty());
  }

  private SearchResult find(Membership member, String words, long before, int limit, int pagesMax) {
    var wanted = List.of(words.toLowerCase(Locale.ROOT).strip().split("\\s+", -1));
    var found = new ArrayList<Message>();
    long searched = before;
    int page = 0;
    while (page < pagesMax && searched > member.joinedSequence()) {
      page++;
      var entries = below(member.chatId(), searched);
      for (var entry : entries) {
        if (entry.sequence() < member.joinedSequence())
          return new SearchResult(found, searched, false, page);
        searched = entry.sequence();
        if (matches(entry, wanted)) found.add(entry);
        if (found.size() == limit) break;
      }
      if (entries.isEmpty()) return new SearchResult(found, searched, false, page);
      if (found.size() == limit) break;
    }
    return new SearchResult(found, searched, searched > member.joinedSequence(), page);
  }

  /** Some entries below a number, descending: of the table, or of a segment where it has none. */
  private List<Message> below(ChatId chat, long sequence) {
    var entries = store.run(Messages.SEARCH, new Messages.At(chat, sequence)).items();
    if (!entries.isEmpty()) return entries;
    long next = sequence - 1;
    return cold.find(chat, next).map(segment -> segment.downFrom(next)).orElse(List.of());
  }

  private static boolean matches(Message entry, List<String> words) {
    if (entry.kind() != Kind.text || entry.deletedAt().isPresent()) return false;
    var name = entry.file().map(file -> "\n" + file.name()).orElse("");
    var content = (entry.content() + name).toLowerCase(Locale.ROOT);
    return words.stream().allMatch(content::contains);
  }
}
