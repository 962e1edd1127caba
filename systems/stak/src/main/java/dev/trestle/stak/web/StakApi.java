package dev.trestle.stak.web;

import dev.trestle.platform.idempotency.Idempotency;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.delivery.DeadLetters;
import dev.trestle.stak.delivery.Timeline;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.message.Posts;
import dev.trestle.stak.tenant.BodySchema;
import dev.trestle.stak.tenant.Directory;
import dev.trestle.stak.tenant.Keys;
import dev.trestle.stak.tenant.UserTokens;
import dev.trestle.stak.webhook.Signatures;
import dev.trestle.stak.webhook.Targets;
import dev.trestle.stak.webhook.Webhooks;
import dev.trestle.store.Store;
import java.time.InstantSource;

/** Both APIs, as routers to be put below their prefixes. */
public final class StakApi {
  private final Router admin = new Router();
  private final Router users;

  /**
   * What the APIs stand on.
   *
   * @param cursorSecret signs where lists go on
   * @param remembered the store of the platform's idempotency keys
   */
  public record Ground(
      Store store,
      Store remembered,
      InstantSource clock,
      Mailroom room,
      Posts posts,
      Directory directory,
      Keys keys,
      UserTokens tokens,
      DeadLetters deadLetters,
      Timeline timeline,
      Webhooks webhooks,
      Signatures signatures,
      Targets targets,
      LiveFeeds feeds,
      AdminFeeds adminFeeds,
      byte[] cursorSecret) {}

  public StakApi(Ground ground) {
    var doors = new Doors(ground.keys, ground.tokens, ground.directory);
    var cursors = new Cursors(ground.cursorSecret);
    var schemas = new BodySchema();
    var idempotency =
        new Idempotency(
            ground.remembered,
            "stak",
            call -> call.noted(Doors.Admin.class).tenant() + " " + Doors.inbox(call),
            ground.clock);
    new AdminApi(
            ground.store,
            ground.room,
            ground.posts,
            ground.directory,
            schemas,
            ground.deadLetters,
            ground.timeline,
            doors,
            cursors,
            idempotency,
            ground.adminFeeds)
        .addTo(admin);
    new TenantApi(ground.directory, schemas, ground.targets, doors, ground.clock).addTo(admin);
    new KeyApi(
            ground.keys,
            ground.tokens,
            ground.room,
            ground.directory,
            ground.signatures,
            ground.webhooks,
            doors,
            ground.clock)
        .addTo(admin);
    users = new UserApi(ground.room, doors, cursors, ground.feeds).router();
  }

  /** To be put at {@link AdminApi#PREFIX}. */
  public Router admin() {
    return admin;
  }

  /** To be put at {@link UserApi#PREFIX}. */
  public Router users() {
    return users;
  }
}
