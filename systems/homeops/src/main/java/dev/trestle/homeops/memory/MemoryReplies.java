package dev.trestle.homeops.memory;

import dev.trestle.homeops.household.Home;
import dev.trestle.homeops.model.Activities;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.Memory;
import dev.trestle.homeops.reply.ReplyText;
import dev.trestle.homeops.text.FoldedWords;
import dev.trestle.homeops.understanding.MemoryQuestion;
import dev.trestle.store.Store;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.temporal.TemporalAdjusters;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Replies to questions about the past: who did it last, when, and how often this week. */
public final class MemoryReplies {
  private static final int ACTIVITIES_MAX = 1000;

  private final Store store;

  public MemoryReplies(Store store) {
    this.store = store;
  }

  /**
   * A question about an activity.
   *
   * @param about the member it is about, if it names one
   */
  public record Question(
      String text, String activity, Optional<MemberId> about, MemberId sender, Instant now) {}

  /** The reply; empty if it is no question that can be replied to. */
  public Optional<String> reply(Home home, Question question) {
    var texts = new ReplyText(home.language());
    var about = question.about().or(() -> self(question));
    return MemoryQuestion.in(question.text())
        .map(kind ->
            switch (kind) {
              case WHO_LAST -> last(home, question, Optional.empty(), texts);
              case WHEN_LAST -> last(home, question, about, texts);
              case HOW_OFTEN -> howOften(home, question, about, texts);
            });
  }

  /** "Hur ofta har jag …" is about the sender. */
  private static Optional<MemberId> self(Question question) {
    var words = FoldedWords.of(question.text());
    return words.contains("jag") || (words.contains("i") && isEnglish(words))
        ? Optional.of(question.sender())
        : Optional.empty();
  }

  /** In Swedish "i" is a preposition. */
  private static boolean isEnglish(List<String> words) {
    return words.contains("did") || words.contains("have") || words.contains("do");
  }

  private String last(Home home, Question question, Optional<MemberId> member, ReplyText texts) {
    if (member.isPresent()) {
      var seen =
          home.chats().stream()
              .map(chat -> new Memory.OfHabit(chat, member.get(), question.activity()))
              .flatMap(key -> store.run(Memory.LAST_DONE_BY_USER, key).stream())
              .map(Memory.Habit::lastSeen)
              .max(Comparator.naturalOrder());
      var name = home.name(member.get()).orElse("?");
      return seen.map(at -> texts.last(name, question.activity(), at, question.now(), home.zone()))
          .orElseGet(() -> texts.never(question.activity()));
    }
    return home.chats().stream()
        .map(chat -> new Activities.Of(chat, question.activity()))
        .flatMap(key -> store.run(Activities.LATEST, key).items().stream())
        .max(Comparator.comparing(Activity::timestamp))
        .map(activity ->
            texts.last(
                home.name(activity.userId()).orElse(activity.userName()),
                question.activity(),
                activity.timestamp(),
                question.now(),
                home.zone()))
        .orElseGet(() -> texts.never(question.activity()));
  }

  private String howOften(
      Home home, Question question, Optional<MemberId> member, ReplyText texts) {
    var monday =
        question
            .now()
            .atZone(home.zone())
            .toLocalDate()
            .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
            .atStartOfDay(home.zone())
            .toInstant();
    int times = 0;
    for (var chat : home.chats()) {
      var within = new Activities.Within(chat, question.activity(), monday, question.now());
      times +=
          (int)
              store.stream(Activities.WITHIN, within, ACTIVITIES_MAX)
                  .filter(activity -> member.isEmpty() || activity.userId().equals(member.get()))
                  .count();
    }
    return texts.times(member.flatMap(home::name), question.activity(), times);
  }
}
