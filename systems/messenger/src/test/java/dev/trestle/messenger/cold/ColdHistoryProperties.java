package dev.trestle.messenger.cold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.gen.Property;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Years of a chat: what one reads is what was written, wherever it is stored by then. */
class ColdHistoryProperties {
  private static final int ACTIONS = 750;
  private static final int DAYS_MAX = 200;

  @TempDir private Path folder;

  /** An entry as a list would have it. */
  private record Expected(Kind kind, String content, boolean deleted, Map<String, String> by) {
    static Expected of(Message entry) {
      return new Expected(
          entry.kind(), entry.content(), entry.deletedAt().isPresent(), entry.reactions());
    }

    static Expected of(Kind kind, String content) {
      return new Expected(kind, content, false, Map.of());
    }

    Expected edited(String text) {
      return new Expected(kind, text, deleted, by);
    }

    Expected erased() {
      return new Expected(kind, "", true, Map.of());
    }

    Expected reacted(UserId user, String emoji) {
      var all = new HashMap<>(by);
      all.put(user.value(), emoji);
      return new Expected(kind, content, deleted, Map.copyOf(all));
    }
  }

  /** The chat and the list that it is compared with. */
  private static final class Run {
    private final ColdFixture fixture;
    private final Random random;
    private final List<Expected> log = new ArrayList<>();
    private final Map<Integer, UserId> senders = new HashMap<>();

    Run(ColdFixture fixture, long seed) {
      this.fixture = fixture;
      this.random = new Random(seed);
      log.add(Expected.of(Kind.created, "Choir"));
    }

    void act() {
      var user = random.nextBoolean() ? fixture.ann : fixture.bo;
      int choice = random.nextInt(100);
      if (choice < 65) {
        say(user);
      } else if (choice < 98) {
        amend(user);
      } else {
        fixture.clock.advance(Duration.ofDays(random.nextInt(DAYS_MAX)));
        fixture.move();
      }
    }

    private void say(UserId user) {
      var text = "text " + log.size() + " " + "x".repeat(random.nextInt(200));
      senders.put(log.size(), user);
      add(fixture.send(user, text), Expected.of(Kind.text, text));
    }

    /** Anything that was ever said, mostly long ago. */
    private void amend(UserId user) {
      var target = random.ints(20, 0, log.size()).filter(i -> isOpen(i, user)).findFirst();
      if (target.isEmpty()) return;
      int at = target.getAsInt();
      var old = log.get(at);
      switch (random.nextInt(4)) {
        case 0 -> {
          log.set(at, old.erased());
          add(fixture.amend(user, Kind.delete, at + 1, ""), Expected.of(Kind.delete, ""));
        }
        case 1 -> {
          var text = "edited " + log.size();
          log.set(at, old.edited(text));
          add(fixture.amend(user, Kind.edit, at + 1, text), Expected.of(Kind.edit, text));
        }
        default -> {
          var emoji = String.valueOf((char) ('a' + random.nextInt(26)));
          log.set(at, old.reacted(user, emoji));
          var entry = Expected.of(Kind.reaction, emoji);
          add(fixture.amend(user, Kind.reaction, at + 1, emoji), entry);
        }
      }
    }

    private boolean isOpen(int at, UserId user) {
      var entry = log.get(at);
      return entry.kind == Kind.text && !entry.deleted && user.equals(senders.get(at));
    }

    private void add(long sequence, Expected entry) {
      log.add(entry);
      assertThat(sequence).isEqualTo(log.size());
    }

    void compare() {
      int limit = 1 + random.nextInt(100);
      assertThat(fixture.scrolledBack(fixture.ann, limit).stream().map(Expected::of))
          .isEqualTo(log);
      assertThat(fixture.readOn(fixture.bo, limit).stream().map(Expected::of)).isEqualTo(log);
      var member = fixture.member(fixture.ann);
      for (int i = 0; i < 50; i++) {
        int at = random.nextInt(log.size());
        assertThat(fixture.server.history.one(member, at + 1L).map(Expected::of))
            .isEqualTo(Optional.of(log.get(at)));
        var before = fixture.server.history.before(member, at + 1L, limit);
        assertThat(before.entries().stream().map(Expected::of).toList().reversed())
            .isEqualTo(log.subList(Math.max(0, at - limit), at));
        assertThat(before.more()).isEqualTo(at > limit);
      }
    }

    void compareUnread() {
      long unread =
          senders.entrySet().stream().filter(each -> !each.getValue().equals(fixture.ann)).count();
      var summary = fixture.server.chats.of(fixture.member(fixture.ann)).orElseThrow();
      assertThat(summary.unread().texts()).isEqualTo(unread);
      assertThat(summary.lastMessage()).isPresent();
    }
  }

  @Test
  void a_chat_of_several_years_reads_as_the_list_of_what_was_written() {
    long seed = Property.seed();
    try (var fixture = new ColdFixture(folder)) {
      var run = new Run(fixture, seed);
      for (int action = 0; action < ACTIONS; action++) {
        run.act();
        if (action % 250 == 249) run.compare();
      }
      fixture.clock.advance(ColdFixture.YEAR.multipliedBy(2));
      fixture.move();
      assertThat(fixture.segments()).as("seed %d", seed).isNotEmpty();
      run.compare();
      run.compareUnread();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed, e);
    }
  }
}
