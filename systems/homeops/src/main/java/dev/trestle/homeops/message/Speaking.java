package dev.trestle.homeops.message;

import dev.trestle.homeops.chat.OutgoingMessage;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.Decisions.Action;
import dev.trestle.homeops.model.Decisions.Decision;
import dev.trestle.homeops.model.Decisions.LastReply;
import dev.trestle.homeops.model.Decisions.Stage;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.reply.Preferences;
import dev.trestle.homeops.reply.ResponsePolicy;
import dev.trestle.homeops.reply.ToneFilter;
import dev.trestle.homeops.time.QuietHours;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** Sends reactions if the chat supports them, else replies if the policy allows it. */
public final class Speaking {
  private static final System.Logger LOG = System.getLogger(Speaking.class.getName());

  private final Store store;
  private final ResponsePolicy policy;
  private final Preferences preferences;

  public Speaking(Store store, ResponsePolicy policy, Preferences preferences) {
    this.store = store;
    this.policy = policy;
    this.preferences = preferences;
  }

  /** A member who replies to the assistant has not ignored it. */
  void noteEngagement(MessageScene scene) {
    scene
        .message()
        .replyTo()
        .ifPresent(
            replied -> noteEngagement(scene.chatId(), replied, scene.now(), scene.home().zone()));
  }

  /** A member replied or reacted to a message, perhaps to the assistant's. */
  void noteEngagement(ChatId chatId, MessageNumber messageId, Instant at, ZoneId zone) {
    store
        .run(Decisions.FIND_LAST_REPLY, new Decisions.OfChat(chatId))
        .filter(last -> last.sentId().equals(Optional.of(messageId)))
        .filter(last -> last.engaged().isEmpty())
        .ifPresent(last -> preferences.engaged(last, at, zone));
  }

  /** Confirms that something was logged. */
  Decision noted(MessageScene scene, Decision decision, String text) {
    if (scene.adapter().canReact()) {
      react(scene);
      return with(decision, Stage.done, Action.react, "noted", Optional.empty(), List.of());
    }
    if (scene.edited()) {
      return silent(decision, "edited");
    }
    return ask(scene, decision, text, "noted").decision();
  }

  /** Marks a message that a member confirmed. */
  static Decision confirmed(MessageScene scene, MessageScene original, Decision decision) {
    if (!scene.adapter().canReact()) {
      return silent(decision, "confirmed");
    }
    react(original);
    return with(decision, Stage.done, Action.react, "confirmed", Optional.empty(), List.of());
  }

  private static void react(MessageScene scene) {
    try {
      scene.adapter().react(scene.chatId(), scene.message().messageId());
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a reaction could not be sent: " + e.getClass().getName());
    }
  }

  /** Replies to a message that addresses the assistant, at any hour. */
  Decision direct(MessageScene scene, Decision decision, String text, String reason) {
    if (!ToneFilter.allows(text)) {
      return silent(decision, "tone");
    }
    return send(scene, decision, text, reason, List.of()).decision();
  }

  /** A decision, and the number of the reply if one was sent. */
  record Said(Decision decision, boolean sent, Optional<MessageNumber> sentId) {}

  /** Replies if the policy allows it. */
  Said ask(MessageScene scene, Decision decision, String text, String reason) {
    var verdict =
        policy.ask(
            new ResponsePolicy.Wish(
                scene.chatId(),
                scene.message().messageId(),
                scene.member(),
                text,
                scene.now(),
                scene.home().zone()));
    if (!verdict.allowed()) {
      var silent =
          with(
              decision,
              Stage.done,
              Action.silent,
              verdict.reason(),
              Optional.empty(),
              verdict.steps());
      return new Said(silent, false, Optional.empty());
    }
    var said = send(scene, decision, text, reason, verdict.steps());
    if (said.sent()) {
      preferences.replied(
          new LastReply(
              scene.chatId(), scene.now(), scene.member(), said.sentId(), Optional.empty()));
    }
    return said;
  }

  private Said send(
      MessageScene scene, Decision decision, String text, String reason, List<String> steps) {
    var replying = with(decision, Stage.replying, Action.reply, reason, Optional.of(text), steps);
    store.run(Decisions.SAVE, replying);
    try {
      var message =
          new OutgoingMessage(
              scene.chatId(),
              text,
              Optional.of(scene.message().messageId()),
              QuietHours.contain(scene.now(), scene.home().zone()));
      return new Said(done(replying), true, scene.adapter().send(message));
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a reply could not be sent: " + e.getClass().getName());
      var failed =
          with(decision, Stage.done, Action.silent, "send_failed", Optional.of(text), steps);
      return new Said(failed, false, Optional.empty());
    }
  }

  static Decision done(Decision decision) {
    return with(
        decision,
        Stage.done,
        decision.action(),
        decision.reason(),
        decision.reply(),
        decision.steps());
  }

  static Decision silent(Decision decision, String reason) {
    return with(decision, Stage.done, Action.silent, reason, Optional.empty(), List.of());
  }

  /** Nothing is said for now; the message is handled again. */
  static Decision failed(Decision decision) {
    return with(
        decision, decision.stage(), Action.silent, Decisions.FAILED, Optional.empty(), List.of());
  }

  /** All is said; what could not be learned is learned when the message is handled again. */
  static Decision learning(Decision decision) {
    return with(
        decision,
        Stage.learning,
        decision.action(),
        decision.reason(),
        decision.reply(),
        decision.steps());
  }

  private static Decision with(
      Decision decision,
      Stage stage,
      Action action,
      String reason,
      Optional<String> reply,
      List<String> steps) {
    return new Decision(
        decision.chatId(),
        decision.decided(),
        decision.messageId(),
        decision.userId(),
        stage,
        decision.acts(),
        decision.gate(),
        action,
        reason,
        reply,
        steps,
        decision.targets(),
        decision.ttl());
  }
}
