package dev.trestle.messenger.identity;

import dev.trestle.messenger.Ids;
import dev.trestle.messenger.Refused;
import dev.trestle.messenger.model.Claims;
import dev.trestle.messenger.model.SessionId;
import dev.trestle.messenger.model.Sessions;
import dev.trestle.messenger.model.Sessions.Session;
import dev.trestle.messenger.model.UserId;
import dev.trestle.messenger.model.Users;
import dev.trestle.messenger.model.Users.User;
import dev.trestle.store.Store;
import dev.trestle.store.Written;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/** Sessions of devices: at most five, one for each device, kept alive by tokens good once. */
public final class Logins {
  public static final Duration GOOD_FOR = Duration.ofDays(30);
  static final int SESSIONS_MAX = 5;
  private static final int RACES_MAX = 8;
  private static final Pattern DEVICE = Pattern.compile("[0-9A-Za-z._:-]{1,64}");

  private final Store store;
  private final RefreshTokens tokens;
  private final Revocations revocations;
  private final Ids ids;
  private final InstantSource clock;

  public Logins(
      Store store,
      byte[] secret,
      RandomGenerator random,
      Revocations revocations,
      Ids ids,
      InstantSource clock) {
    this.store = store;
    this.tokens = new RefreshTokens(secret, random);
    this.revocations = revocations;
    this.ids = ids;
    this.clock = clock;
  }

  /** Opens a session for whoever has this number, who becomes a user if they are none. */
  public Login logIn(String phoneNumber, String device) {
    if (!DEVICE.matcher(device).matches()) {
      throw Refused.invalid("device_id", "1 to 64 letters, digits and . _ : - are expected.");
    }
    for (int race = 0; race < RACES_MAX; race++) {
      var claim = store.run(Claims.WHOSE_PHONE, new Claims.OfPhone(phoneNumber));
      if (claim.isEmpty()) {
        var user = signUp(phoneNumber);
        if (user.isEmpty()) continue;
        var login = open(user.get(), device, true);
        if (login.isPresent()) return login.get();
        continue;
      }
      var user = store.run(Users.FRESH, new Users.ById(claim.get().userId()));
      if (user.isEmpty()) continue;
      var login = open(user.get(), device, false);
      if (login.isPresent()) return login.get();
    }
    throw Refused.of(Refused.Code.SERVICE_UNAVAILABLE, "Others log in at the same time.");
  }

  private Optional<User> signUp(String phoneNumber) {
    var now = now();
    var user =
        new User(
            ids.user(),
            Optional.of(phoneNumber),
            true,
            "User " + phoneNumber.substring(phoneNumber.length() - 4),
            now,
            now,
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Optional.empty());
    var signUp = new Claims.SignUp(user, new Claims.PhoneClaim(phoneNumber, user.userId()));
    return store.run(Claims.SIGN_UP, signUp).isDone() ? Optional.of(user) : Optional.empty();
  }

  /** None if somebody changed the user meanwhile. */
  private Optional<Login> open(User user, String device, boolean isNew) {
    var now = later(now(), user.sessionsValidAfter().orElse(Instant.EPOCH));
    var until = now.plus(GOOD_FOR);
    var id = ids.session();
    var token = tokens.fresh(id);
    var session = new Session(id, user.userId(), device, token.hash(), now, until, until);
    var devices = new HashMap<>(user.devices());
    var replaced = Optional.ofNullable(devices.put(device, id));
    if (replaced.isEmpty() && devices.size() > SESSIONS_MAX) {
      var oldest = oldest(user.devices());
      devices.remove(oldest.getKey());
      replaced = Optional.of(oldest.getValue());
    }
    var change =
        new Users.NewDevices(
            user.userId(), devices, user.updatedAt(), later(now, user.updatedAt()));
    var logIn = new Sessions.LogIn(session, change, replaced.map(Sessions.ById::new));
    if (!store.run(Sessions.OPEN, logIn).isDone()) return Optional.empty();
    replaced.ifPresent(revocations::revoked);
    return Optional.of(new Login(user, session, token.text(), isNew));
  }

  /** Session ids begin with the time they were made at. */
  private static Map.Entry<String, SessionId> oldest(Map<String, SessionId> devices) {
    return devices.entrySet().stream()
        .min((one, other) -> one.getValue().value().compareTo(other.getValue().value()))
        .orElseThrow();
  }

  /**
   * A new token for the old one. One that was already used ends its session: somebody has a copy.
   *
   * @param device what the caller says it is, if it says so
   */
  public Login refresh(String text, Optional<String> device) {
    var token = tokens.parse(text).orElseThrow(Logins::invalidToken);
    var session =
        store
            .run(Sessions.M16, new Sessions.ById(token.session()))
            .orElseThrow(Logins::invalidToken);
    mustBe(session, device);
    var user = valid(session).orElseThrow(Logins::invalidToken);
    var next = tokens.fresh(session.sessionId());
    var rotation =
        new Sessions.Rotation(session.sessionId(), token.hash(), next.hash(), now().plus(GOOD_FOR));
    return switch (store.run(Sessions.ROTATE, rotation)) {
      case Written.Done<Session>(var rotated) ->
          new Login(user, rotated.orElse(session), next.text(), false);
      case Written.Refused<Session> _ -> {
        revoke(session);
        throw invalidToken();
      }
    };
  }

  private static void mustBe(Session session, Optional<String> device) {
    if (device.filter(said -> !said.equals(session.deviceId())).isPresent()) {
      throw Refused.of(Refused.Code.DEVICE_MISMATCH, "This session belongs to another device.");
    }
  }

  /** The session, if it is one that counts. Asked when a socket is opened. */
  public Optional<Session> current(SessionId id, Optional<String> device) {
    if (revocations.isRevoked(id)) return Optional.empty();
    var session = store.run(Sessions.M16, new Sessions.ById(id));
    session.ifPresent(found -> mustBe(found, device));
    return session.filter(found -> valid(found).isPresent());
  }

  private Optional<User> valid(Session session) {
    if (!session.expiresAt().isAfter(clock.instant())) return Optional.empty();
    return store
        .run(Users.FRESH, new Users.ById(session.userId()))
        .filter(user -> user.phoneNumber().isPresent())
        .filter(user -> !isVoid(user, session));
  }

  private static boolean isVoid(User user, Session session) {
    if (user.sessionKept().filter(session.sessionId()::equals).isPresent()) return false;
    return user.sessionsValidAfter()
        .filter(moment -> !session.createdAt().isAfter(moment))
        .isPresent();
  }

  private static Refused invalidToken() {
    return Refused.of(
        Refused.Code.INVALID_REFRESH_TOKEN, "The refresh token is not good. Log in again.");
  }

  /** The sessions of somebody, as the index has them. */
  public List<Session> of(UserId user) {
    return store.run(Sessions.M17, new Sessions.OfUser(user)).items();
  }

  /**
   * Ends one of somebody's own sessions.
   *
   * @throws Refused NOT_FOUND if they have no such session
   */
  public void revoke(UserId user, SessionId id) {
    var session =
        store
            .run(Sessions.M16, new Sessions.ById(id))
            .filter(found -> found.userId().equals(user))
            .orElseThrow(() -> Refused.of(Refused.Code.NOT_FOUND, "There is no such session."));
    revoke(session);
  }

  private void revoke(Session session) {
    store.run(Sessions.M19, new Sessions.ById(session.sessionId()));
    revocations.revoked(session.sessionId());
    freePlace(session);
  }

  /** Tidies up: a place that stays taken only means that a dead session is the next to go. */
  private void freePlace(Session session) {
    for (int race = 0; race < RACES_MAX; race++) {
      var user = store.run(Users.FRESH, new Users.ById(session.userId()));
      if (user.isEmpty()) return;
      var devices = new LinkedHashMap<>(user.get().devices());
      if (!devices.remove(session.deviceId(), session.sessionId())) return;
      var seen = user.get().updatedAt();
      var change = new Users.NewDevices(session.userId(), devices, seen, later(now(), seen));
      if (store.run(Users.FREE_DEVICE, change).isDone()) return;
    }
  }

  /** Ends all sessions of somebody (M20), but for this one if it is given. */
  public int revokeAll(UserId user, Optional<SessionId> kept) {
    var now = now();
    var survivor = kept.flatMap(id -> store.run(Sessions.M16, new Sessions.ById(id)));
    var devices =
        survivor
            .<Map<String, SessionId>>map(one -> Map.of(one.deviceId(), one.sessionId()))
            .orElse(Map.of());
    store.run(
        Users.VOID_SESSIONS,
        new Users.Revocation(user, now, survivor.map(Session::sessionId), devices, now));
    var gone =
        of(user).stream()
            .map(Session::sessionId)
            .filter(id -> !kept.equals(Optional.of(id)))
            .toList();
    if (!gone.isEmpty()) {
      store.run(Sessions.REMOVE_ALL, List.of(), gone.stream().map(Sessions.ById::new).toList());
    }
    gone.forEach(revocations::revoked);
    revocations.revokedAll(user, kept);
    return gone.size();
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Now, or just after what must lie before. */
  private static Instant later(Instant now, Instant before) {
    return now.isAfter(before) ? now : before.plusMillis(1);
  }
}
