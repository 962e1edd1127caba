package dev.trestle.stak.model;

import static dev.trestle.model.Load.perSecond;
import static dev.trestle.stak.model.StakTable.TABLE;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.BatchGet;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.stak.model.Tenants.PushPolicy;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The browsers to which users' messages are pushed, and which categories users want there. */
public final class Pushes {
  /** A browser's subscription: where it gets messages, and the keys to encrypt them. */
  public record PushDevice(String endpoint, String p256dh, String auth, Instant registeredAt) {}

  /**
   * How a user gets push messages.
   *
   * @param devices by the hash of their endpoint
   * @param choices whether the user wants a category, where the user has chosen
   */
  public record UserPush(
      TenantId tenant,
      UserId user,
      InboxId inbox,
      Map<String, PushDevice> devices,
      Map<String, Boolean> choices,
      long version) {
    /** Of a user who has neither a device nor chosen anything. */
    public static UserPush empty(UserInboxKey key) {
      return new UserPush(key.tenant(), key.user(), key.inbox(), Map.of(), Map.of(), 0);
    }

    public UserInboxKey key() {
      return new UserInboxKey(tenant, user, inbox);
    }

    /** Whether the user gets a category, under the policy that the inbox has for it. */
    public boolean isWanted(String category, PushPolicy policy) {
      return Optional.ofNullable(choices.get(category)).orElse(policy == PushPolicy.on);
    }

    /** With these choices beside those of other categories. */
    public UserPush withChoices(Map<String, Boolean> more) {
      var all = new HashMap<>(choices);
      all.putAll(more);
      return new UserPush(tenant, user, inbox, devices, Map.copyOf(all), version);
    }

    public UserPush withDevices(Map<String, PushDevice> others) {
      return new UserPush(tenant, user, inbox, Map.copyOf(others), choices, version);
    }
  }

  public static final Entity<UserPush> USER_PUSH =
      TABLE
          .entity(UserPush.class, lookup())
          .partition(Inboxes.USER_INBOX)
          .sort(KeyTemplate.of("p#push"))
          .snakeCase()
          .version(UserPush::version)
          .maxBytes(24 * 1024)
          .population(Population.of(100_000, 1))
          .example(
              new UserPush(
                  Examples.TENANT,
                  Examples.USER,
                  Examples.INBOX,
                  Map.of(
                      "9f86d081884c7d65",
                      new PushDevice(
                          "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABnOZl1bq3kXc"
                              + "7W0eYd9sT2mVfRz8LhJ4uPpQnCgB6xAoKvEiHtMyDw5NrSjF1ZU-_a3l",
                          "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7V"
                              + "d8pZGH6SRpkNtoIAiw4",
                          "BTBZMqHH6r4Tts7J_aSIgg",
                          Examples.NOW)),
                  Map.of("news", false),
                  2));

  public static final Get<UserInboxKey, UserPush> READ =
      USER_PUSH
          .get("push.get", "how a user gets push messages", UserInboxKey.class)
          .consistent()
          .load(perSecond(10))
          .build();

  public static final BatchGet<UserInboxKey, UserPush> OF_CHUNK =
      USER_PUSH
          .batchGet("push.chunk", "devices of a chunk's recipients", UserInboxKey.class)
          .consistent()
          .typically(50)
          .load(perSecond(1))
          .build();

  public record PushChange(UserPush push, UserInboxKey user) {}

  public static final Transaction<PushChange> WRITE =
      Transaction.of("push.put", "a known user's devices and choices", PushChange.class, lookup())
          .step(
              USER_PUSH.put("push.put.push", "the item, if unchanged since read").build(),
              PushChange::push)
          .step(Contacts.USER_IS_KNOWN, PushChange::user)
          .load(perSecond(1))
          .build();

  public static final Delete<UserInboxKey, UserPush> DELETE =
      USER_PUSH
          .delete("erase.push", "the devices of an erased user", UserInboxKey.class)
          .load(perSecond(0.01))
          .build();

  private Pushes() {}
}
