package dev.trestle.homeops.telegram;

import dev.trestle.platform.thread.RestartingThread;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Registers the webhook with Telegram, on a thread of its own. It tries until it succeeds, whatever
 * goes wrong: without the webhook, the bot hears nothing.
 */
final class WebhookRegistration implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(WebhookRegistration.class.getName());

  private final Supplier<BotReply> request;
  private final Runnable registered;
  private final Duration pause;
  private final Thread thread = RestartingThread.of("telegram-registration", this::run);

  /**
   * Asks for nothing yet: see {@link #start}.
   *
   * @param request asks Telegram to deliver updates
   * @param registered called when Telegram has agreed
   * @param pause before the next attempt
   */
  WebhookRegistration(Supplier<BotReply> request, Runnable registered, Duration pause) {
    this.request = request;
    this.registered = registered;
    this.pause = pause;
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (!isDone()) Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isDone() {
    try {
      if (request.get() instanceof BotReply.Done) {
        registered.run();
        return true;
      }
      warn("Telegram did not take the webhook");
    } catch (RuntimeException e) {
      // Without its text, which may contain the address and with it the token.
      warn("the webhook was not registered with Telegram: " + e.getClass().getSimpleName());
    }
    return false;
  }

  private void warn(String problem) {
    LOG.log(Level.WARNING, problem + "; it is tried again in " + pause.toSeconds() + " s");
  }

  /** Gives up. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
