package dev.trestle.homeops.message;

import dev.trestle.homeops.activity.ActivityIds;
import dev.trestle.homeops.activity.ActivityLog;
import dev.trestle.homeops.activity.PromiseKeeper;
import dev.trestle.homeops.balance.Balances;
import dev.trestle.homeops.live.ChatEvents;
import dev.trestle.homeops.memory.MemoryReplies;
import dev.trestle.homeops.model.Activities;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.Decisions.DecidedAct;
import dev.trestle.homeops.model.Decisions.Decision;
import dev.trestle.homeops.model.Decisions.Stage;
import dev.trestle.homeops.reply.ReplyText;
import dev.trestle.homeops.reply.ResponsePolicy;
import dev.trestle.homeops.understanding.Vocabulary;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Executes the acts of a message and decides on the reply. */
public final class ActWork {
  private final ActivityLog log;
  private final PromiseKeeper promises;
  private final MemoryReplies memory;
  private final Corrections corrections;
  private final Confirmations confirmations;
  private final Balances balances;
  private final Speaking speaking;
  private final ChatEvents events;

  public ActWork(
      ActivityLog log,
      PromiseKeeper promises,
      MemoryReplies memory,
      Corrections corrections,
      Confirmations confirmations,
      Balances balances,
      Speaking speaking,
      ChatEvents events) {
    this.log = log;
    this.promises = promises;
    this.memory = memory;
    this.corrections = corrections;
    this.confirmations = confirmations;
    this.balances = balances;
    this.speaking = speaking;
    this.events = events;
  }

  /** The decision at its end. */
  Decision run(MessageScene scene, Decision decision, Consumer<String> reached) {
    if (decision.stage() == Stage.replying) {
      return Speaking.done(decision);
    }
    speaking.noteEngagement(scene);
    var confirmed = confirmations.confirmed(scene, this::log);
    if (confirmed.isPresent()) {
      return Speaking.silent(decision, confirmed.get());
    }
    if (scene.edited()) {
      withdraw(scene, decision);
    }
    var logged = logAll(scene, decision, reached);
    promiseAll(scene, decision);
    reached.accept("promises");
    return reply(scene, decision, logged);
  }

  void reacted(String chatId, long messageId, Instant at, ZoneId zone) {
    speaking.noteEngagement(chatId, messageId, at, zone);
  }

  private List<Activity> logAll(MessageScene scene, Decision decision, Consumer<String> reached) {
    var logged = new ArrayList<Activity>();
    for (var act : decision.acts()) {
      if (isDone(act) && act.confidence() >= ResponsePolicy.ACTING) {
        logged.add(log(scene, act, scene.message().messageId(), reached));
      }
    }
    return logged;
  }

  private void log(MessageScene scene, DecidedAct act, long messageId) {
    log(scene, act, messageId, _ -> {});
  }

  private Activity log(
      MessageScene scene, DecidedAct act, long messageId, Consumer<String> reached) {
    var activity = activity(scene, act, messageId);
    log.log(activity, scene.home().zone(), reached);
    balances.changed(scene.home(), activity.timestamp(), scene.now());
    events.changed(scene.chatId(), ChatEvents.Kind.activity);
    return activity;
  }

  private static Activity activity(MessageScene scene, DecidedAct act, long messageId) {
    var name = act.activity().orElseThrow();
    long member = act.who().orElse(scene.member());
    var at = scene.message().timestamp();
    return new Activity(
        scene.chatId(),
        ActivityIds.of(scene.chatId(), messageId, at, name, member),
        messageId,
        member,
        scene.home().name(member).orElse("?"),
        Vocabulary.kindOf(name),
        name,
        Activities.Effort.valueOf(act.effort()),
        act.confidence(),
        act.when().truncatedTo(ChronoUnit.SECONDS),
        at);
  }

  private static boolean isDone(DecidedAct act) {
    return (act.type().equals("chore") || act.type().equals("recovery"))
        && act.activity().isPresent();
  }

  /** Undoes what an edited message no longer says, or now says differently. */
  private void withdraw(MessageScene scene, Decision decision) {
    var wanted =
        decision.acts().stream()
            .filter(act -> isDone(act) && act.confidence() >= ResponsePolicy.ACTING)
            .map(act -> activity(scene, act, scene.message().messageId()))
            .toList();
    var logged =
        log.ofMessage(scene.chatId(), scene.message().messageId(), scene.message().timestamp());
    for (var old : logged) {
      boolean kept =
          wanted.stream().anyMatch(activity -> activity.activityId().equals(old.activityId()));
      boolean corrected = old.confidence() == 1;
      boolean same =
          wanted.stream()
              .anyMatch(activity ->
                  activity.activityId().equals(old.activityId())
                      && activity.timestamp().equals(old.timestamp())
                      && activity.effort() == old.effort());
      if (!kept || !(same || corrected)) {
        log.undo(scene.chatId(), old.activityId(), scene.home().zone());
        scene.adapter().unreact(scene.chatId(), old.messageId());
      }
    }
    var promised =
        decision.acts().stream()
            .filter(act -> act.type().equals("promise"))
            .flatMap(act -> act.activity().stream())
            .toList();
    promises.withdraw(scene.chatId(), scene.message().messageId(), scene.member(), promised);
  }

  private void promiseAll(MessageScene scene, Decision decision) {
    for (var act : decision.acts()) {
      if (act.type().equals("promise") && act.activity().isPresent()) {
        promises.make(
            new PromiseKeeper.NewPromise(
                scene.chatId(),
                scene.message().messageId(),
                scene.message().timestamp(),
                scene.member(),
                act.activity().get(),
                scene.message().text(),
                act.when()),
            scene.home().zone());
        events.changed(scene.chatId(), ChatEvents.Kind.promise);
      }
    }
  }

  private Decision reply(MessageScene scene, Decision decision, List<Activity> logged) {
    var texts = new ReplyText(scene.home().language());
    var question = act(decision, "question");
    if (question.isPresent()) {
      var asked =
          new MemoryReplies.Question(
              scene.message().text(),
              question.get().activity().orElse(""),
              question.get().who(),
              scene.member(),
              scene.now());
      return memory
          .reply(scene.home(), asked)
          .map(text -> speaking.direct(scene, decision, text, "question"))
          .orElseGet(() -> Speaking.silent(decision, "question_not_understood"));
    }
    var correction = act(decision, "correction");
    if (correction.isPresent()) {
      return corrections
          .apply(scene, correction.get())
          .map(text -> speaking.direct(scene, decision, text, "correction"))
          .orElseGet(() -> Speaking.silent(decision, "nothing_to_correct"));
    }
    if (!logged.isEmpty()) {
      return speaking.noted(scene, decision, texts.noted());
    }
    var unsure =
        decision.acts().stream()
            .filter(ActWork::isDone)
            .filter(act -> act.confidence() >= ResponsePolicy.ASKING || scene.addressed())
            .findFirst();
    if (unsure.isPresent() && !scene.edited()) {
      var text = texts.meant(unsure.get().activity().orElseThrow());
      return confirmations.ask(scene, decision, unsure.get(), text, speaking);
    }
    return Speaking.silent(decision, silence(decision));
  }

  private static String silence(Decision decision) {
    if (act(decision, "promise").isPresent()) {
      return "promise_noted";
    }
    boolean unsure = decision.acts().stream().anyMatch(ActWork::isDone);
    return unsure ? "confidence" : "none";
  }

  private static Optional<DecidedAct> act(Decision decision, String type) {
    return decision.acts().stream().filter(act -> act.type().equals(type)).findFirst();
  }
}
