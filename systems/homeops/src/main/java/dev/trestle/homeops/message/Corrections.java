package dev.trestle.homeops.message;

import dev.trestle.homeops.activity.ActivityLog;
import dev.trestle.homeops.alias.Aliases;
import dev.trestle.homeops.balance.Balances;
import dev.trestle.homeops.chat.AssistantMessages;
import dev.trestle.homeops.live.ChatEvents;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.ActivityId;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.Decisions.DecidedAct;
import dev.trestle.homeops.model.Decisions.Decision;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Messages;
import dev.trestle.homeops.reply.ReplyText;
import dev.trestle.homeops.text.FoldedWords;
import dev.trestle.homeops.time.SpokenTime;
import dev.trestle.homeops.understanding.Vocabulary;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Corrects logged activities: "nej, jag menade tvätt", "det var Anna", "det var igår", "ångra". */
public final class Corrections {
  /** A correction that is not a reply refers to the member's latest activity within this time. */
  private static final Duration RECENT = Duration.ofMinutes(30);

  private static final Pattern MEANT = Pattern.compile(".*\\b(?:menade|mena|meant) (.+)");

  private final Store store;
  private final ActivityLog log;
  private final Aliases aliases;
  private final Balances balances;
  private final ChatEvents events;

  public Corrections(
      Store store, ActivityLog log, Aliases aliases, Balances balances, ChatEvents events) {
    this.store = store;
    this.log = log;
    this.aliases = aliases;
    this.balances = balances;
    this.events = events;
  }

  /** Returns the reply; empty if there is nothing to correct. */
  Optional<String> apply(MessageScene scene, Decision decision, DecidedAct act) {
    var targets = chosen(scene, decision);
    if (targets.isEmpty()) {
      return Optional.empty();
    }
    var zone = scene.home().zone();
    Optional<Instant> at =
        SpokenTime.past(scene.message().text(), scene.message().timestamp().atZone(zone))
            .map(ZonedDateTime::toInstant)
            .map(time -> time.truncatedTo(ChronoUnit.SECONDS));
    var meant = MEANT.matcher(String.join(" ", FoldedWords.of(scene.message().text())));
    boolean isMeant = meant.matches();
    var activity =
        act.activity()
            .or(() -> isMeant ? Vocabulary.named(meant.group(1)) : Optional.<String>empty());
    var change = new ActivityLog.Correction(activity, act.who(), at, Optional.empty());
    boolean undo = activity.isEmpty() && act.who().isEmpty() && at.isEmpty();
    if (undo && isMeant) {
      return Optional.empty();
    }
    var texts = new ReplyText(scene.home().language());
    if (undo) {
      targets.forEach(target -> undo(scene, target));
      return Optional.of(texts.undone());
    }
    log.correct(
            scene.chatId(),
            targets.getFirst(),
            change,
            member -> scene.home().name(member).orElse("?"),
            zone)
        .ifPresent(corrected -> {
          activity.ifPresent(word -> teach(scene, corrected.after(), word));
          changed(scene, corrected.times());
        });
    return Optional.of(texts.changed());
  }

  private void undo(MessageScene scene, ActivityId target) {
    log.find(scene.chatId(), target)
        .ifPresent(activity -> {
          scene.adapter().unreact(scene.chatId(), activity.messageId());
          log.undo(scene.chatId(), target, scene.home().zone());
          changed(scene, List.of(activity.timestamp()));
        });
  }

  /**
   * What a correction is about. It is stored before anything is changed: once the latest activity
   * is undone, another one is the latest.
   */
  private List<ActivityId> chosen(MessageScene scene, Decision decision) {
    if (!decision.targets().isEmpty()) {
      return decision.targets();
    }
    var chosen = targets(scene).stream().map(Activity::activityId).toList();
    if (!chosen.isEmpty()) {
      store.run(Decisions.SAVE, decision.aimedAt(chosen));
    }
    return chosen;
  }

  private void changed(MessageScene scene, List<Instant> times) {
    balances.changed(scene.home(), times, scene.now());
    events.changed(scene.chatId(), ChatEvents.Kind.activity);
  }

  private void teach(MessageScene scene, Activity target, String activity) {
    store
        .run(Messages.FIND, new Messages.OfMessage(scene.chatId(), target.messageId()))
        .ifPresent(message ->
            aliases.corrected(
                scene.chatId(), message.text(), activity, message.messageId(), scene.member()));
  }

  private List<Activity> targets(MessageScene scene) {
    var replied = scene.message().replyTo();
    if (replied.isPresent()) {
      return message(scene.chatId(), replied.get())
          .flatMap(message ->
              message.userId().equals(AssistantMessages.SENDER)
                  ? message.replyTo().flatMap(original -> message(scene.chatId(), original))
                  : Optional.of(message))
          .map(message -> log.ofMessage(scene.chatId(), message.messageId(), message.timestamp()))
          .orElse(List.of());
    }
    var said = scene.message().timestamp();
    return log.recent(scene.chatId()).stream()
        .filter(activity -> activity.userId().equals(scene.member()))
        .filter(activity -> !activity.createdAt().isBefore(said.minus(RECENT)))
        .filter(activity -> !activity.createdAt().isAfter(said))
        .max(Comparator.comparing(Activity::createdAt))
        .map(List::of)
        .orElse(List.of());
  }

  private Optional<Messages.Message> message(ChatId chatId, MessageNumber messageId) {
    return store.run(Messages.FIND, new Messages.OfMessage(chatId, messageId));
  }
}
