package dev.trestle.messenger.model;

import static dev.trestle.accounts.model.AccountKeys.USER_ID;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Users;
import dev.trestle.model.Alarms;
import dev.trestle.model.BatchGet;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** The browsers that get push messages, in one item per user, so that one batch reads a group's. */
public final class PushDevices {
  /** A device that is not registered again for this long is forgotten, as its session is. */
  public static final Duration KEPT_FOR = Duration.ofDays(31);

  public static final Table TABLE =
      Table.named("push_devices")
          .partition(string("user_id"))
          .ephemeral("ttl")
          .recoverable()
          .alarms(Alarms.STANDARD)
          .build();

  /** A browser's subscription: where it gets messages, and the keys to encrypt them. */
  public record PushDevice(String endpoint, String p256dh, String auth, Instant registeredAt) {}

  /**
   * The devices of a user.
   *
   * @param devices by the id of their session
   */
  public record UserPushDevices(
      UserId userId, Map<String, PushDevice> devices, long version, Instant ttl) {}

  public static final Entity<UserPushDevices> DEVICES =
      TABLE
          .entity(UserPushDevices.class, lookup())
          .partition(USER_ID)
          .snakeCase()
          .version(UserPushDevices::version)
          .expires(UserPushDevices::ttl)
          .maxBytes(7 * 1024)
          .population(Population.of(50_000, 1).kept(KEPT_FOR))
          .example(
              new UserPushDevices(
                  Examples.BO,
                  Map.of(
                      "sess_01JCQZ8M5R3V7W9X1Y2Z3A4B5J",
                      new PushDevice(
                          "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABnOZl1bq3kXc"
                              + "7W0eYd9sT2mVfRz8LhJ4uPpQnCgB6xAoKvEiHtMyDw5NrSjF1ZU-_a3l",
                          "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7V"
                              + "d8pZGH6SRpkNtoIAiw4",
                          "BTBZMqHH6r4Tts7J_aSIgg",
                          Examples.NOW)),
                  1,
                  Instant.parse("2026-12-17T12:00:00Z")));

  public record OfUser(UserId userId) {}

  /** Also what has expired: whoever replaces it needs its version. */
  public static final Get<OfUser, UserPushDevices> FIND =
      DEVICES
          .get("push.find", "the devices of a user that get push messages", OfUser.class)
          .consistent()
          .withExpired()
          .load(perSecond(3))
          .build();

  /** Read for the members of a chat who are offline, with each message. */
  public static final BatchGet<OfUser, UserPushDevices> OF_USERS =
      DEVICES
          .batchGet("push.users", "the devices of users that get push messages", OfUser.class)
          .typically(2)
          .load(perSecond(12))
          .build();

  private static final Put<UserPushDevices, UserPushDevices> PUT =
      DEVICES.put("push.register.devices", "the devices, if unchanged since read").build();

  public record Registering(UserPushDevices devices, Users.ById user) {}

  public static final Transaction<Registering> REGISTER =
      Transaction.of("push.register", "register a device", Registering.class, lookup())
          .step(PUT, Registering::devices)
          .step(Users.IS_OPEN, Registering::user)
          .load(perSecond(0.1))
          .build();

  public static final Put<UserPushDevices, UserPushDevices> FORGET =
      DEVICES
          .put("push.forget", "the devices without one, if unchanged since read")
          .load(perSecond(0.05))
          .build();

  public static final Delete<OfUser, UserPushDevices> REMOVE =
      DEVICES
          .delete("push.remove", "remove the devices of a closed account", OfUser.class)
          .load(perSecond(0.001))
          .build();

  private PushDevices() {}
}
