package dev.trestle.homeops;

import dev.trestle.homeops.telegram.TelegramOptions;
import dev.trestle.homeops.understanding.LazyUnderstanding;
import dev.trestle.homeops.understanding.Understanding;
import dev.trestle.homeops.understanding.embedded.EmbeddedUnderstanding;
import dev.trestle.homeops.understanding.llm.LanguageModelOptions;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How HomeOps runs.
 *
 * @param languageModel asked first, if there is one; {@code understanding} is used when it fails
 * @param telegram the bot, if the assistant is in Telegram
 * @param reached called after each step of a message, for tests
 */
public record HomeOpsOptions(
    Understanding understanding,
    Optional<LanguageModelOptions> languageModel,
    Optional<TelegramOptions> telegram,
    Consumer<String> reached) {
  /** Understands messages without a network. The model is loaded with the first message. */
  public static HomeOpsOptions embedded() {
    return of(new LazyUnderstanding(EmbeddedUnderstanding::new));
  }

  public static HomeOpsOptions of(Understanding understanding) {
    return new HomeOpsOptions(understanding, Optional.empty(), Optional.empty(), _ -> {});
  }

  public HomeOpsOptions telegram(TelegramOptions bot) {
    return new HomeOpsOptions(understanding, languageModel, Optional.of(bot), reached);
  }

  public HomeOpsOptions languageModel(LanguageModelOptions model) {
    return new HomeOpsOptions(understanding, Optional.of(model), telegram, reached);
  }
}
