package dev.trestle.homeops.alias;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.model.AliasSource;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.Memory.Alias;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.text.FoldedWords;
import dev.trestle.platform.signal.Signals;
import dev.trestle.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Each chat's words for activities. A word that a member defines counts at once; one that is only
 * confirmed counts after three times. Cached for five minutes, and invalidated on every server by a
 * change.
 */
public final class Aliases implements AutoCloseable {
  /** How often a word must be confirmed before it counts. */
  public static final long RELIABLE = 3;

  public static final int ALIASES_MAX = 200;
  private static final int BYTES_MAX = 120;
  private static final int LEARNED_WORDS_MAX = 3;
  private static final String TOPIC = "homeops-aliases";
  private static final Duration KEPT = Duration.ofMinutes(5);
  private static final int CACHED_MAX = 20_000;

  private final Store store;
  private final InstantSource clock;
  private final Signals signals;
  private final Signals.Subscription subscription;
  private final Cache<ChatId, Map<String, String>> reliable =
      Caffeine.newBuilder().maximumSize(CACHED_MAX).expireAfterWrite(KEPT).build();

  public Aliases(Store store, InstantSource clock, Signals signals) {
    this.store = store;
    this.clock = clock;
    this.signals = signals;
    this.subscription = signals.subscribe(TOPIC, new Changes());
  }

  /** How a word was learned, from which message, and by whom. */
  private record Taught(AliasSource source, Optional<MessageNumber> from, MemberId by) {}

  /** The activities of a chat's words that can be relied on. */
  public Map<String, String> reliable(ChatId chatId) {
    return reliable.get(chatId, this::read);
  }

  private Map<String, String> read(ChatId chatId) {
    var found = new HashMap<String, String>();
    for (var alias : of(chatId)) {
      if (alias.confirmations() >= RELIABLE) {
        found.put(alias.alias(), alias.activity());
      }
    }
    return Map.copyOf(found);
  }

  public List<Alias> of(ChatId chatId) {
    return store.run(Memory.ALIASES_OF_CHAT, new Memory.OfChat(chatId)).items();
  }

  /** A member defines a word. */
  public Alias set(ChatId chatId, String word, String activity, MemberId by) {
    var alias = normalised(word);
    if (!hasRoom(chatId, alias)) {
      throw new Refusal.Invalid("alias", "A chat has at most 200 aliases.");
    }
    var taught = new Taught(AliasSource.explicit, Optional.empty(), by);
    return save(chatId, alias, activity(activity), RELIABLE, taught);
  }

  /** Whether a chat knows a word, or can learn one more. */
  private boolean hasRoom(ChatId chatId, String word) {
    var known = of(chatId);
    return known.size() < ALIASES_MAX || known.stream().anyMatch(a -> a.alias().equals(word));
  }

  /** A member corrected how a message was understood. A long message defines no word. */
  public void corrected(
      ChatId chatId, String text, String activity, MessageNumber messageId, MemberId by) {
    var taught = new Taught(AliasSource.correction, Optional.of(messageId), by);
    word(text)
        .filter(word -> hasRoom(chatId, word))
        .ifPresent(word -> save(chatId, word, activity, RELIABLE, taught));
  }

  /** A member confirmed how a message was understood. A message confirms a word once. */
  public void confirmed(
      ChatId chatId, String text, String activity, MessageNumber messageId, MemberId by) {
    var taught = new Taught(AliasSource.learned, Optional.of(messageId), by);
    word(text)
        .filter(word -> hasRoom(chatId, word))
        .ifPresent(word -> {
          var known = store.run(Memory.FIND_ALIAS, new Memory.OfAlias(chatId, word));
          if (known.flatMap(Alias::learnedFrom).equals(Optional.of(messageId))) {
            return;
          }
          boolean same = known.map(alias -> alias.activity().equals(activity)).orElse(false);
          boolean outright =
              known.map(alias -> alias.source() != AliasSource.learned).orElse(false);
          if (!same && outright) {
            return;
          }
          long times = same ? known.map(Alias::confirmations).orElse(0L) + 1 : 1;
          save(chatId, word, activity, times, taught);
        });
  }

  public void remove(ChatId chatId, String word) {
    store.run(Memory.REMOVE_ALIAS, new Memory.OfAlias(chatId, normalised(word)));
    changed(chatId);
  }

  /** Forgets what a member taught. */
  public void removeOf(ChatId chatId, MemberId member) {
    for (var alias : of(chatId)) {
      if (alias.by().equals(Optional.of(member))) {
        remove(chatId, alias.alias());
      }
    }
  }

  /** Moves the words of one chat to another, which keeps those that it has. */
  public void move(ChatId from, ChatId to) {
    var known = of(to).stream().map(Alias::alias).collect(Collectors.toSet());
    for (var alias : of(from)) {
      if (!known.contains(alias.alias())) {
        store.run(
            Memory.SAVE_ALIAS,
            new Alias(
                to,
                alias.alias(),
                alias.activity(),
                alias.confirmations(),
                alias.source(),
                Optional.empty(),
                alias.by(),
                alias.updatedAt()));
      }
      store.run(Memory.REMOVE_ALIAS, new Memory.OfAlias(from, alias.alias()));
    }
    changed(from);
    changed(to);
  }

  private Alias save(
      ChatId chatId, String word, String activity, long confirmations, Taught taught) {
    var alias =
        new Alias(
            chatId,
            word,
            activity,
            confirmations,
            taught.source(),
            taught.from(),
            Optional.of(taught.by()),
            clock.instant().truncatedTo(ChronoUnit.MILLIS));
    store.run(Memory.SAVE_ALIAS, alias);
    changed(chatId);
    return alias;
  }

  private static Optional<String> word(String text) {
    var word = FoldedWords.normaliseAlias(text);
    boolean isShort =
        !word.isEmpty()
            && bytes(word) <= BYTES_MAX
            && word.split(" ", -1).length <= LEARNED_WORDS_MAX;
    return isShort ? Optional.of(word) : Optional.empty();
  }

  private static String normalised(String text) {
    var word = FoldedWords.normaliseAlias(text);
    if (word.isEmpty() || bytes(word) > BYTES_MAX) {
      throw new Refusal.Invalid("alias", "An alias has 1 to 120 bytes.");
    }
    return word;
  }

  private static int bytes(String word) {
    return word.getBytes(StandardCharsets.UTF_8).length;
  }

  /** An activity's name: one of the vocabulary's, or one of the household's own. */
  public static String activity(String text) {
    var activity = FoldedWords.normaliseAlias(text);
    if (!activity.matches("[a-z0-9åäöæøéü _-]{1,30}")) {
      throw new Refusal.Invalid("activity", "An activity has 1 to 30 letters.");
    }
    return activity;
  }

  private void changed(ChatId chatId) {
    reliable.invalidate(chatId);
    signals.publish(TOPIC, chatId.value().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    subscription.close();
  }

  private final class Changes implements Signals.Listener {
    @Override
    public void received(byte[] message) {
      reliable.invalidate(new ChatId(new String(message, StandardCharsets.UTF_8)));
    }

    @Override
    public void missed() {
      reliable.invalidateAll();
    }
  }
}
