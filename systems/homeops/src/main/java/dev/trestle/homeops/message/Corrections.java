package dev.trestle.homeops.message;

import dev.trestle.homeops.activity.ActivityLog;
import dev.trestle.homeops.alias.Aliases;
import dev.trestle.homeops.balance.Balances;
import dev.trestle.homeops.chat.AssistantMessages;
import dev.trestle.homeops.live.ChatEvents;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.Decisions.DecidedAct;
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
  Optional<String> apply(MessageScene scene, DecidedAct act) {
    var targets = targets(scene);
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
      for (var target : targets) {
        log.undo(scene.chatId(), target.activityId(), zone);
        scene.adapter().unreact(scene.chatId(), target.messageId());
        changed(scene, target);
      }
      return Optional.of(texts.undone());
    }
    var target = targets.getFirst();
    log.correct(
        scene.chatId(),
        target.activityId(),
        change,
        member -> scene.home().name(member).orElse("?"),
        zone);
    activity.ifPresent(word -> teach(scene, target, word));
    changed(scene, target);
    return Optional.of(texts.changed());
  }

  private void changed(MessageScene scene, Activity activity) {
    balances.changed(scene.home(), activity.timestamp(), scene.now());
    events.changed(scene.chatId(), ChatEvents.Kind.activity);
  }

  private void teach(MessageScene scene, Activity target, String activity) {
    store
        .run(Messages.FIND, new Messages.OfMessage(scene.chatId(), target.messageId()))
        .ifPresent(message ->
            aliases.corrected(scene.chatId(), message.text(), activity, message.messageId()));
  }

  private List<Activity> targets(MessageScene scene) {
    var replied = scene.message().replyTo();
    if (replied.isPresent()) {
      return message(scene.chatId(), replied.get())
          .flatMap(message ->
              message.userId() == AssistantMessages.SENDER
                  ? message.replyTo().flatMap(original -> message(scene.chatId(), original))
                  : Optional.of(message))
          .map(message -> log.ofMessage(scene.chatId(), message.messageId(), message.timestamp()))
          .orElse(List.of());
    }
    return log.recent(scene.chatId()).stream()
        .filter(activity -> activity.userId() == scene.member())
        .filter(activity -> !activity.createdAt().isBefore(scene.now().minus(RECENT)))
        .max(Comparator.comparing(Activity::createdAt))
        .map(List::of)
        .orElse(List.of());
  }

  private Optional<Messages.Message> message(String chatId, long messageId) {
    return store.run(Messages.FIND, new Messages.OfMessage(chatId, messageId));
  }
}
