package dev.trestle.messenger;

import dev.trestle.messenger.chat.ChatList;
import dev.trestle.messenger.chat.DirectChats;
import dev.trestle.messenger.chat.Groups;
import dev.trestle.messenger.chat.Members;
import dev.trestle.messenger.delivery.Delivery;
import dev.trestle.messenger.delivery.Hub;
import dev.trestle.messenger.delivery.Watermarks;
import dev.trestle.messenger.identity.LoginCodes;
import dev.trestle.messenger.identity.Logins;
import dev.trestle.messenger.identity.Revocations;
import dev.trestle.messenger.message.Access;
import dev.trestle.messenger.message.Appended;
import dev.trestle.messenger.message.History;
import dev.trestle.messenger.message.Log;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.MessengerModel;
import dev.trestle.messenger.people.People;
import dev.trestle.messenger.web.Api;
import dev.trestle.messenger.web.Frames;
import dev.trestle.model.Model;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.idempotency.Idempotency;
import dev.trestle.platform.idempotency.Remembered;
import dev.trestle.platform.identity.Bearer;
import dev.trestle.platform.identity.SigningKeys;
import dev.trestle.platform.identity.TokenIssuer;
import dev.trestle.platform.identity.TokenVerifier;
import dev.trestle.platform.limit.Limits;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Messenger, put together. Its tables must be there. Serve {@link #rest} at {@code /api/v1} and
 * {@link #sockets} at {@code /v1}.
 */
public final class Messenger implements AutoCloseable {
  /** Who issues its tokens, and for whom. */
  public static final String ISSUER = "trestle-messenger";

  public static final String AUDIENCE = "trestle";

  /** Its name among those who follow the log of all chats. */
  public static final String CONSUMER = "messenger-delivery";

  private static final Duration ACCESS = Duration.ofMinutes(60);
  private static final int SECRET_BYTES = 32;

  private final Store store;
  private final SigningKeys keys;
  private final Api.Parts parts;
  private final Api api;

  private Messenger(Store store, SigningKeys keys, Api.Parts parts, Api api) {
    this.store = store;
    this.keys = keys;
    this.parts = parts;
    this.api = api;
  }

  /** Whose tables it needs. */
  public static List<Model> models() {
    return List.of(MessengerModel.MODEL, Remembered.MODEL);
  }

  /** How logs are made: tests plant wrong ones. */
  @FunctionalInterface
  interface LogMaker {
    Log make(Store store, Access access, Ids ids, InstantSource clock, Appended listener);
  }

  public static Messenger of(DynamoDbClient client, MessengerOptions options) {
    return of(client, options, Log::new);
  }

  static Messenger of(DynamoDbClient client, MessengerOptions options, LogMaker logs) {
    var store = Store.of(MessengerModel.MODEL, client, options.store());
    var clock = options.store().clock();
    var keys = SigningKeys.in(options.secrets(), "messenger-tokens");
    var ids = new Ids(clock, options.random());
    var frames = new Frames(clock);
    var parts = parts(store, options, ids, frames, logs);
    var trusted = new TokenVerifier.Trusted(ISSUER, AUDIENCE, keys);
    var answers = Store.of(Remembered.MODEL, client, options.store());
    var once = new Idempotency(answers, "messenger", Api::caller, clock);
    var guards =
        new Api.Guards(
            new Bearer(new TokenVerifier(List.of(trusted), clock)),
            new TokenIssuer(ISSUER, AUDIENCE, ACCESS, keys, clock, ids::ulid),
            new Limits(options.limiter()),
            options.limits(),
            options.sms(),
            once::around,
            secret(options, "messenger-cursors"));
    return new Messenger(store, keys, parts, new Api(parts, guards, frames));
  }

  private static Api.Parts parts(
      Store store, MessengerOptions options, Ids ids, Frames frames, LogMaker logs) {
    var clock = options.store().clock();
    var random = options.random();
    var revocations = new Revocations(ACCESS);
    var hub = new Hub(store, frames);
    revocations.listen(hub);
    var access = new Access(store);
    var log = logs.make(store, access, ids, clock, hub);
    var people = new People(store, clock);
    var logins =
        new Logins(store, secret(options, "messenger-refresh"), random, revocations, ids, clock);
    var members = new Members(store, log, access, people, ids, clock);
    var chats = new ChatList(store, clock);
    var history = new History(store);
    return new Api.Parts(
        store,
        ids,
        new LoginCodes(store, secret(options, "messenger-codes"), random, clock),
        logins,
        revocations,
        people,
        access,
        log,
        history,
        members,
        new Groups(store, log, access, people, ids, clock),
        new DirectChats(store, log, people, ids, clock),
        chats,
        new Watermarks(store, log, access, clock, hub::moved),
        hub,
        new Account(store, people, logins, chats, members, access, history, clock));
  }

  private static byte[] secret(MessengerOptions options, String name) {
    return options.secrets().bytes(name, SECRET_BYTES);
  }

  /** For {@code /api/v1}. */
  public Router rest() {
    return api.rest();
  }

  /** For {@code /v1}. */
  public Router sockets() {
    return api.sockets();
  }

  /** The web page, for {@code /messenger}; it asks the two above. */
  public static Router page() {
    return Pages.beside(Messenger.class, "page").router();
  }

  /** Whose patterns the console shows. */
  public Store store() {
    return store;
  }

  /** How others check its tokens. */
  public SigningKeys keys() {
    return keys;
  }

  /** What it is made of: for those who drive it without HTTP. */
  public Api.Parts parts() {
    return parts;
  }

  /**
   * Follows the log of all chats, so that nothing that was stored stays untold, whoever stored it
   * and whatever happened to them afterwards. Close it before this.
   */
  public ChangeFeed.Subscription follow(ChangeFeed feed) {
    return feed.follow(
        CONSUMER, Messages.TABLE, ChangeFeed.Start.NOW, new Delivery(parts.log(), parts.hub()));
  }

  /** Before the server stops to listen: sockets are asked to come back elsewhere. */
  public void shutDown() {
    parts.hub().shutDown();
  }

  /** Writes what waits to be written. */
  @Override
  public void close() {
    parts.watermarks().close();
    parts.log().close();
  }
}
