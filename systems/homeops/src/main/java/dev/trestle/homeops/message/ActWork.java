package dev.trestle.homeops.message;

import dev.trestle.homeops.activity.ActivityIds;
import dev.trestle.homeops.activity.ActivityLog;
import dev.trestle.homeops.activity.PromiseKeeper;
import dev.trestle.homeops.balance.Balances;
import dev.trestle.homeops.live.ChatEvents;
import dev.trestle.homeops.memory.MemoryReplies;
import dev.trestle.homeops.model.ActType;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.Decisions.DecidedAct;
import dev.trestle.homeops.model.Decisions.Decision;
import dev.trestle.homeops.model.Decisions.Stage;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.reply.ReplyText;
import dev.trestle.homeops.reply.ResponsePolicy;
import dev.trestle.homeops.understanding.Vocabulary;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
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

  /** Does what is left to do about a message, and returns its decision. */
  Decision run(MessageScene scene, Decision decision, Steps steps, Consumer<String> reached) {
    return switch (decision.stage()) {
      case received, understood -> act(scene, decision, steps, reached);
      case replying, done -> Speaking.done(decision);
      case learning -> learnAgain(scene, decision, steps);
    };
  }

  private Decision act(
      MessageScene scene, Decision decision, Steps steps, Consumer<String> reached) {
    if (scene.message().replyTo().isPresent()) {
      steps.attempt(Steps.ENGAGEMENT, () -> speaking.noteEngagement(scene));
    }
    var confirmed = confirmations.confirmed(scene, decision, this::logConfirmed);
    if (confirmed.isPresent()) {
      return confirmed.get();
    }
    if (decision.stage() == Stage.received) {
      return Speaking.failed(decision);
    }
    if (scene.edited()) {
      withdraw(scene, decision);
    }
    judge(decision, steps);
    var logged = logAll(scene, decision, steps, reached);
    promiseAll(scene, decision, steps);
    reached.accept("promises");
    boolean promiseLost = steps.hasFailed(Steps.PROMISED) && logged.isEmpty();
    if (promiseLost || steps.hasFailed(Steps.LOGGED)) {
      return Speaking.failed(decision);
    }
    var said = reply(scene, decision, logged);
    boolean failed = steps.hasFailed(Steps.LEARNED) || steps.hasFailed(Steps.PROMISED);
    return failed ? Speaking.learning(said) : said;
  }

  private static void judge(Decision decision, Steps steps) {
    steps.judge(
        Steps.UNDERSTOOD, decision.acts().stream().anyMatch(act -> act.type() != ActType.none));
    if (decision.acts().stream().anyMatch(ActWork::isDone)) {
      steps.judge(Steps.CONFIDENCE, decision.acts().stream().anyMatch(ActWork::isSure));
    }
  }

  /** What was undone meanwhile is not learned. */
  private Decision learnAgain(MessageScene scene, Decision decision, Steps steps) {
    for (var act : decision.acts()) {
      if (isSure(act)) {
        var activity = activity(scene, act, scene.message().messageId());
        log.find(scene.chatId(), activity.activityId())
            .ifPresent(logged -> learn(scene, logged, steps, _ -> {}));
      }
    }
    promiseAll(scene, decision, steps);
    boolean failed = steps.hasFailed(Steps.LEARNED) || steps.hasFailed(Steps.PROMISED);
    return failed ? decision : Speaking.done(decision);
  }

  void reacted(ChatId chatId, MessageNumber messageId, Instant at, ZoneId zone) {
    speaking.noteEngagement(chatId, messageId, at, zone);
  }

  private List<Activity> logAll(
      MessageScene scene, Decision decision, Steps steps, Consumer<String> reached) {
    var logged = new ArrayList<Activity>();
    for (var act : decision.acts()) {
      if (isSure(act)) {
        var activity = activity(scene, act, scene.message().messageId());
        if (steps.attempt(Steps.LOGGED, () -> log.save(activity))) {
          logged.add(activity);
          reached.accept("activity");
          learn(scene, activity, steps, reached);
        }
      }
    }
    return logged;
  }

  private void learn(MessageScene scene, Activity activity, Steps steps, Consumer<String> reached) {
    steps.attempt(Steps.LEARNED, () -> log.learn(activity, scene.home().zone(), reached));
    steps.attempt(
        Steps.LEARNED,
        () -> balances.changed(scene.home(), List.of(activity.timestamp()), scene.now()));
    events.changed(scene.chatId(), ChatEvents.Kind.activity);
  }

  /** A failure leaves the question open, so that the yes is handled again. */
  private void logConfirmed(MessageScene scene, DecidedAct act, MessageNumber messageId) {
    var activity = activity(scene, act, messageId);
    log.save(activity);
    log.learn(activity, scene.home().zone(), _ -> {});
    balances.changed(scene.home(), List.of(activity.timestamp()), scene.now());
    events.changed(scene.chatId(), ChatEvents.Kind.activity);
  }

  private static Activity activity(MessageScene scene, DecidedAct act, MessageNumber messageId) {
    var name = act.activity().orElseThrow();
    var member = act.who().orElse(scene.member());
    var at = scene.message().timestamp();
    return new Activity(
        scene.chatId(),
        ActivityIds.of(scene.chatId(), messageId, at, name, member),
        messageId,
        member,
        scene.home().name(member).orElse("?"),
        Vocabulary.kindOf(name),
        name,
        act.effort(),
        act.confidence(),
        act.when().truncatedTo(ChronoUnit.SECONDS),
        at);
  }

  private static boolean isDone(DecidedAct act) {
    return act.type().isDone() && act.activity().isPresent();
  }

  private static boolean isSure(DecidedAct act) {
    return isDone(act) && act.confidence() >= ResponsePolicy.ACTING;
  }

  /** Undoes what an edited message no longer says, or now says differently. */
  private void withdraw(MessageScene scene, Decision decision) {
    var logged =
        log.ofMessage(scene.chatId(), scene.message().messageId(), scene.message().timestamp());
    for (var old : logged) {
      if (decision.acts().stream().noneMatch(act -> reports(scene, act, old))) {
        log.undo(scene.chatId(), old.activityId(), scene.home().zone());
        scene.adapter().unreact(scene.chatId(), old.messageId());
        balances.changed(scene.home(), List.of(old.timestamp()), scene.now());
      }
    }
    var promised = new HashMap<String, Instant>();
    for (var act : decision.acts()) {
      if (act.type() == ActType.promise) {
        act.activity().ifPresent(activity -> promised.put(activity, act.when()));
      }
    }
    promises.withdraw(scene.chatId(), scene.message().messageId(), scene.member(), promised);
  }

  /**
   * Whether an act is the one that was logged. What a member confirmed or corrected stays as it is
   * while the message still speaks of it, however unsure that is.
   */
  private static boolean reports(MessageScene scene, DecidedAct act, Activity logged) {
    if (!isDone(act) || act.confidence() < ResponsePolicy.ASKING) {
      return false;
    }
    var activity = activity(scene, act, scene.message().messageId());
    if (!activity.activityId().equals(logged.activityId())) {
      return false;
    }
    return logged.confidence() == 1
        || (isSure(act)
            && activity.timestamp().equals(logged.timestamp())
            && activity.effort() == logged.effort());
  }

  private void promiseAll(MessageScene scene, Decision decision, Steps steps) {
    for (var act : decision.acts()) {
      if (act.type() == ActType.promise && act.activity().isPresent()) {
        var promise =
            new PromiseKeeper.NewPromise(
                scene.chatId(),
                scene.message().messageId(),
                scene.message().timestamp(),
                scene.member(),
                act.activity().get(),
                scene.message().text(),
                act.when());
        steps.attempt(Steps.PROMISED, () -> promises.make(promise, scene.home().zone()));
        events.changed(scene.chatId(), ChatEvents.Kind.promise);
      }
    }
  }

  private Decision reply(MessageScene scene, Decision decision, List<Activity> logged) {
    var texts = new ReplyText(scene.home().language());
    var question = act(decision, ActType.question);
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
          .orElseGet(() -> helpOrSilence(scene, decision, "question_not_understood"));
    }
    var correction = act(decision, ActType.correction);
    if (correction.isPresent()) {
      return corrections
          .apply(scene, decision, correction.get())
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
    return helpOrSilence(scene, decision, silence(decision));
  }

  /** A question to the assistant that it does not understand is one about what it can do. */
  private Decision helpOrSilence(MessageScene scene, Decision decision, String silence) {
    boolean asked =
        scene.addressed()
            && !scene.edited()
            && scene.message().text().contains("?")
            && act(decision, ActType.promise).isEmpty();
    return asked
        ? speaking.direct(scene, decision, new ReplyText(scene.home().language()).help(), "help")
        : Speaking.silent(decision, silence);
  }

  private static String silence(Decision decision) {
    if (act(decision, ActType.promise).isPresent()) {
      return "promise_noted";
    }
    boolean unsure = decision.acts().stream().anyMatch(ActWork::isDone);
    return unsure ? "confidence" : "none";
  }

  private static Optional<DecidedAct> act(Decision decision, ActType type) {
    return decision.acts().stream().filter(act -> act.type() == type).findFirst();
  }
}
