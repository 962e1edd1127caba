package dev.trestle.homeops.telegram;

import dev.trestle.homeops.balance.Balances;
import dev.trestle.homeops.chat.AssistantMessages;
import dev.trestle.homeops.chat.ChatAdapter;
import dev.trestle.homeops.chat.DirectMessages;
import dev.trestle.homeops.household.ChatMigration;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.message.MessagePipeline;
import dev.trestle.platform.identity.Secrets;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.system.Closing;
import dev.trestle.platform.system.PublicAddress;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * The assistant's bot in Telegram: updates come in by webhook, go through a queue, and are handled.
 */
public final class Telegram implements AutoCloseable {
  /** The queue of updates. */
  public static final String QUEUE = TelegramUpdates.QUEUE;

  /** The webhook's path, below the API. */
  public static final String PATH = "/telegram/webhook";

  private static final System.Logger LOG = System.getLogger(Telegram.class.getName());
  private static final Duration REGISTRATION_PAUSE = Duration.ofMinutes(1);
  private static final int SECRET_BYTES = 24;

  private final PublicAddress address;
  private final String secret;
  private final WorkQueue queue;
  private final BotClient client;
  private final TelegramAdapter adapter;
  private final BotAccount account;
  private final TelegramWebhook webhook;
  private final ChatMigration migration;
  private final List<AutoCloseable> running = new ArrayList<>();

  /**
   * Connects nothing yet: see {@link #start}.
   *
   * @param address to which Telegram delivers
   */
  public Telegram(
      TelegramOptions options,
      PublicAddress address,
      Secrets secrets,
      WorkQueue queue,
      AssistantMessages messages,
      ChatMigration migration) {
    this.address = address;
    this.secret =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(secrets.bytes("telegram-webhook", SECRET_BYTES));
    this.queue = queue;
    this.migration = migration;
    this.client = new BotClient(options);
    this.adapter = new TelegramAdapter(client, messages, migration);
    this.account = new BotAccount(client);
    this.webhook = new TelegramWebhook(queue, secret);
  }

  public ChatAdapter adapter() {
    return adapter;
  }

  /** The endpoint of the webhook. */
  public Reply receive(Call call) {
    return webhook.receive(call);
  }

  /** Starts to handle updates, and asks Telegram to deliver them. */
  public void start(
      MessagePipeline pipeline,
      HouseholdDirectory directory,
      DirectMessages messages,
      Balances balances,
      InstantSource clock) {
    var privateChat = new PrivateChat(adapter, directory, messages, balances, clock);
    var updates =
        new TelegramUpdates(account, adapter, pipeline, directory, migration, privateChat);
    running.add(queue.work(QUEUE, WorkOptions.STANDARD, updates::handle));
    var registration =
        new WebhookRegistration(this::register, this::registered, REGISTRATION_PAUSE);
    running.add(registration);
    registration.start();
  }

  private BotReply register() {
    var url = address.of("/homeops/v1" + PATH).toString();
    var body =
        Map.of(
            "url",
            url,
            "secret_token",
            secret,
            "allowed_updates",
            List.of("message", "edited_message", "my_chat_member", "message_reaction"));
    return client.repeatable("setWebhook", body);
  }

  private void registered() {
    if (account.bot().readsGroups()) return;
    LOG.log(
        Level.WARNING,
        "the Telegram bot sees commands only: turn off its group privacy with /setprivacy at"
            + " @BotFather, then add it to the group again");
  }

  @Override
  public void close() {
    new Closing().then(running.reversed()).then(client).close();
  }
}
