package dev.trestle.homeops.message;

import dev.trestle.homeops.alias.Aliases;
import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.Decisions.DecidedAct;
import dev.trestle.homeops.model.Decisions.Decision;
import dev.trestle.homeops.model.Decisions.Pending;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Messages;
import dev.trestle.homeops.text.FoldedWords;
import dev.trestle.store.Store;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Asks "did you mean …?", and logs the act once a member says yes. */
public final class Confirmations {
  private static final Duration KEPT = Duration.ofMinutes(15);
  private static final Set<String> YES =
      Set.of(
          "ja",
          "japp",
          "jepp",
          "jo",
          "jadå",
          "jada",
          "precis",
          "stammer",
          "ja precis",
          "yes",
          "yep",
          "yeah",
          "yup",
          "right",
          "correct",
          "exactly",
          "ok");
  private static final Set<String> NO = Set.of("nej", "na", "nae", "nope", "no");

  private final Store store;
  private final Aliases aliases;

  public Confirmations(Store store, Aliases aliases) {
    this.store = store;
    this.aliases = aliases;
  }

  /** Logs an act of an earlier message. */
  @FunctionalInterface
  interface Logging {
    void log(MessageScene scene, DecidedAct act, MessageNumber messageId);
  }

  /**
   * Handles a yes or no to a question.
   *
   * @return empty if the message is about something else
   */
  Optional<Decision> confirmed(MessageScene scene, Decision decision, Logging logging) {
    var words = String.join(" ", FoldedWords.of(scene.message().text()));
    boolean yes = YES.contains(words) || scene.message().text().strip().startsWith("👍");
    if (!yes && !NO.contains(words)) {
      return Optional.empty();
    }
    var pending = store.run(Decisions.FIND_PENDING, new Decisions.OfChat(scene.chatId()));
    if (pending.filter(asked -> isReply(scene, asked)).isEmpty()) {
      return Optional.empty();
    }
    var asked = pending.get();
    var original =
        store
            .run(Messages.FIND, new Messages.OfMessage(scene.chatId(), asked.messageId()))
            .filter(_ -> yes)
            .map(scene::about);
    if (original.isPresent()) {
      logging.log(original.get(), asked.act(), asked.messageId());
      aliases.confirmed(
          scene.chatId(),
          asked.text(),
          asked.act().activity().orElseThrow(),
          asked.messageId(),
          scene.member());
    }
    store.run(Decisions.REMOVE_PENDING, new Decisions.OfChat(scene.chatId()));
    return Optional.of(
        original
            .map(about -> Speaking.confirmed(scene, about, decision))
            .orElseGet(() -> Speaking.silent(decision, "declined")));
  }

  private static boolean isReply(MessageScene scene, Pending asked) {
    var replied = scene.message().replyTo();
    return (replied.isPresent() && replied.equals(asked.sentId()))
        || (replied.isEmpty()
            && scene.member().equals(asked.userId())
            && scene.now().isBefore(asked.asked().plus(KEPT)));
  }

  Decision ask(
      MessageScene scene, Decision decision, DecidedAct act, String text, Speaking speaking) {
    var said = speaking.ask(scene, decision, text, "unsure");
    if (said.sent()) {
      store.run(
          Decisions.SAVE_PENDING,
          new Pending(
              scene.chatId(),
              scene.message().messageId(),
              scene.member(),
              scene.message().text(),
              new DecidedAct(
                  act.type(),
                  act.activity(),
                  act.effort(),
                  1,
                  Optional.of(act.who().orElse(scene.member())),
                  act.when()),
              scene.now(),
              said.sentId(),
              scene.now().plus(Duration.ofDays(1))));
    }
    return said.decision();
  }
}
