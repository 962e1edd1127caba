package dev.trestle.homeops.alias;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.model.Memory.Alias;
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
  private final Cache<String, Map<String, String>> reliable =
      Caffeine.newBuilder().maximumSize(CACHED_MAX).expireAfterWrite(KEPT).build();

  public Aliases(Store store, InstantSource clock, Signals signals) {
    this.store = store;
    this.clock = clock;
    this.signals = signals;
    this.subscription = signals.subscribe(TOPIC, new Changes());
  }

  /** The activities of a chat's words that can be relied on. */
  public Map<String, String> reliable(String chatId) {
    return reliable.get(chatId, this::read);
  }

  private Map<String, String> read(String chatId) {
    var found = new HashMap<String, String>();
    for (var alias : of(chatId)) {
      if (alias.confirmations() >= RELIABLE) {
        found.put(alias.alias(), alias.activity());
      }
    }
    return Map.copyOf(found);
  }

  public List<Alias> of(String chatId) {
    return store.run(Memory.ALIASES_OF_CHAT, new Memory.OfChat(chatId)).items();
  }

  /** A member defines a word. */
  public Alias set(String chatId, String word, String activity) {
    if (of(chatId).size() >= ALIASES_MAX) {
      throw new Refusal.Invalid("alias", "A chat has at most 200 aliases.").exception();
    }
    return save(
        chatId, normalised(word), activity(activity), RELIABLE, "explicit", Optional.empty());
  }

  /** A member corrected how a message was understood. A long message defines no word. */
  public void corrected(String chatId, String text, String activity, long messageId) {
    word(text)
        .ifPresent(
            word -> save(chatId, word, activity, RELIABLE, "correction", Optional.of(messageId)));
  }

  /** A member confirmed how a message was understood. */
  public void confirmed(String chatId, String text, String activity, long messageId) {
    word(text)
        .ifPresent(word -> {
          var known = store.run(Memory.FIND_ALIAS, new Memory.OfAlias(chatId, word));
          boolean same = known.map(alias -> alias.activity().equals(activity)).orElse(false);
          boolean outright = known.map(alias -> !alias.source().equals("learned")).orElse(false);
          if (!same && outright) {
            return;
          }
          long times = same ? known.map(Alias::confirmations).orElse(0L) + 1 : 1;
          save(chatId, word, activity, times, "learned", Optional.of(messageId));
        });
  }

  public void remove(String chatId, String word) {
    store.run(Memory.REMOVE_ALIAS, new Memory.OfAlias(chatId, normalised(word)));
    changed(chatId);
  }

  /** Moves the words of one chat to another, which keeps those that it has. */
  public void move(String from, String to) {
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
                alias.updatedAt()));
      }
      store.run(Memory.REMOVE_ALIAS, new Memory.OfAlias(from, alias.alias()));
    }
    changed(from);
    changed(to);
  }

  private Alias save(
      String chatId,
      String word,
      String activity,
      long confirmations,
      String source,
      Optional<Long> messageId) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var alias = new Alias(chatId, word, activity, confirmations, source, messageId, now);
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
      throw new Refusal.Invalid("alias", "An alias has 1 to 120 bytes.").exception();
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
      throw new Refusal.Invalid("activity", "An activity has 1 to 30 letters.").exception();
    }
    return activity;
  }

  private void changed(String chatId) {
    reliable.invalidate(chatId);
    signals.publish(TOPIC, chatId.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    subscription.close();
  }

  private final class Changes implements Signals.Listener {
    @Override
    public void received(byte[] message) {
      reliable.invalidate(new String(message, StandardCharsets.UTF_8));
    }

    @Override
    public void missed() {
      reliable.invalidateAll();
    }
  }
}
