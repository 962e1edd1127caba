package dev.trestle.accounts.session;

import dev.trestle.accounts.Refusal;
import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Claims;
import dev.trestle.accounts.model.IdleAccounts.IdleAccount;
import dev.trestle.accounts.model.Sessions;
import dev.trestle.accounts.model.Sessions.Session;
import dev.trestle.accounts.model.Users;
import dev.trestle.accounts.model.Users.User;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import dev.trestle.store.Written;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The sessions of users: one for each device, at most five, kept alive by refresh tokens that work
 * once.
 */
public final class DeviceSessions {
  private static final Duration LIFETIME = Duration.ofDays(30);

  /** How often it is noted that an account is used. */
  private static final Duration USE_NOTED = Duration.ofDays(30);

  private static final int RACES_MAX = 8;
  private static final Pattern DEVICE = Pattern.compile("[0-9A-Za-z._:-]{1,64}");

  private final Store store;
  private final RandomGenerator random;
  private final RefreshTokens tokens;
  private final Revocations revocations;
  private final Ids ids;
  private final InstantSource clock;

  public DeviceSessions(
      Store store,
      byte[] secret,
      RandomGenerator random,
      Revocations revocations,
      Ids ids,
      InstantSource clock) {
    this.store = store;
    this.random = random;
    this.tokens = new RefreshTokens(secret, random);
    this.revocations = revocations;
    this.ids = ids;
    this.clock = clock;
  }

  /** Opens a session for the owner of a number, and an account if the number has none. */
  public Login signIn(String phoneNumber, String device) {
    if (!DEVICE.matcher(device).matches()) {
      throw new Refusal.InvalidField("device_id", "Use 1 to 64 letters, digits and . _ : -");
    }
    for (int race = 0; race < RACES_MAX; race++) {
      var owner = owner(phoneNumber);
      if (owner.isEmpty()) {
        var user = signUp(phoneNumber, defaultName());
        if (user.isEmpty()) continue;
        var login = open(user.get(), device, true);
        if (login.isPresent()) return login.get();
        continue;
      }
      var user = store.run(Users.BY_ID_CONSISTENT, new Users.ById(owner.get()));
      if (user.isEmpty()) continue;
      var login = open(user.get(), device, false);
      if (login.isPresent()) return login.get();
    }
    throw new Refusal.Unavailable("Too many sign-ins at once. Try again.");
  }

  /** The user whose account has this number. */
  public Optional<UserId> owner(String phoneNumber) {
    return store
        .run(Claims.BY_PHONE, new Claims.OfPhone(phoneNumber))
        .map(Claims.PhoneClaim::userId);
  }

  /** Tells users apart, and nothing of their number. */
  private String defaultName() {
    return String.format(Locale.ROOT, "User %04d", random.nextInt(10_000));
  }

  /** Opens an account for a number; empty if the number has one. */
  public Optional<User> signUp(String phoneNumber, String displayName) {
    var now = now();
    var user =
        new User(
            UserId.next(ids),
            Optional.of(phoneNumber),
            true,
            displayName,
            now,
            now,
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    var signUp = new Claims.SignUp(user, new Claims.PhoneClaim(phoneNumber, user.userId()));
    return store.run(Claims.SIGN_UP, signUp).isDone() ? Optional.of(user) : Optional.empty();
  }

  /** Empty if the user was changed in the meantime. */
  private Optional<Login> open(User user, String device, boolean isNew) {
    var now = later(now(), user.sessionsValidAfter().orElse(Instant.EPOCH));
    var until = now.plus(LIFETIME);
    var id = SessionId.next(ids);
    var token = tokens.issue(id);
    var session = new Session(id, user.userId(), device, token.hash(), now, until, until);
    var devices = new HashMap<>(user.devices());
    var replaced = Optional.ofNullable(devices.put(device, id));
    if (replaced.isEmpty() && devices.size() > Sessions.DEVICES_MAX) {
      var oldest = oldest(user.devices());
      devices.remove(oldest.getKey());
      replaced = Optional.of(oldest.getValue());
    }
    var change =
        new Users.NewDevices(
            user.userId(), devices, user.updatedAt(), later(now, user.updatedAt()));
    var login =
        new Sessions.LogIn(
            session,
            change,
            replaced.map(Sessions.ById::new),
            replaced.map(revocations::revocation),
            IdleAccount.usedAt(user.userId(), now),
            archivedNumber(user));
    if (!store.run(Sessions.OPEN, login).isDone()) return Optional.empty();
    replaced.ifPresent(ended -> revocations.revoked(user.userId(), ended));
    return Optional.of(new Login(user, session, token.text(), isNew));
  }

  /** The number to show again, if the account was archived. */
  private static Optional<Claims.Restoring> archivedNumber(User user) {
    return user.archivedAt()
        .flatMap(_ -> user.phoneNumber())
        .map(number -> new Claims.Restoring(number, user.userId()));
  }

  /** Session ids sort by the time they were created. */
  private static Map.Entry<String, SessionId> oldest(Map<String, SessionId> devices) {
    return devices.entrySet().stream()
        .min((one, other) -> one.getValue().value().compareTo(other.getValue().value()))
        .orElseThrow();
  }

  /**
   * Exchanges a refresh token for a new one. A token that was used before ends its session: there
   * is a second copy of it.
   *
   * @param device the device that the client names, if it does
   */
  public Login refresh(String text, Optional<String> device) {
    var token = tokens.parse(text).orElseThrow(Refusal.InvalidRefreshToken::new);
    var session =
        store
            .run(Sessions.BY_ID, new Sessions.ById(token.session()))
            .orElseThrow(Refusal.InvalidRefreshToken::new);
    requireDevice(session, device);
    var user = valid(session).orElseThrow(Refusal.InvalidRefreshToken::new);
    // Before the exchange: if this fails, the client still has a token that works.
    noteUse(user);
    var next = tokens.issue(session.sessionId());
    var rotation =
        new Sessions.Rotation(session.sessionId(), token.hash(), next.hash(), now().plus(LIFETIME));
    return switch (store.run(Sessions.ROTATE, rotation)) {
      case Written.Done<Session>(var rotated) ->
          new Login(user, rotated.orElse(session), next.text(), false);
      case Written.Refused<Session> _ -> {
        revoke(session);
        throw new Refusal.InvalidRefreshToken();
      }
    };
  }

  private void noteUse(User user) {
    var now = now();
    boolean isRecent = user.usedAt().filter(at -> at.plus(USE_NOTED).isAfter(now)).isPresent();
    if (!isRecent) store.run(Users.NOTE_USE, new Users.Use(user.userId(), now));
  }

  private static void requireDevice(Session session, Optional<String> device) {
    if (device.filter(said -> !said.equals(session.deviceId())).isPresent()) {
      throw new Refusal.WrongDevice();
    }
  }

  /** The session, read from the table; empty if it has ended. */
  public Optional<Session> current(SessionId id, Optional<String> device) {
    if (revocations.isRevoked(id)) return Optional.empty();
    var session = store.run(Sessions.BY_ID, new Sessions.ById(id));
    session.ifPresent(found -> requireDevice(found, device));
    return session.filter(found -> valid(found).isPresent());
  }

  private Optional<User> valid(Session session) {
    if (!session.expiresAt().isAfter(clock.instant())) return Optional.empty();
    return store
        .run(Users.BY_ID_CONSISTENT, new Users.ById(session.userId()))
        .filter(user -> user.phoneNumber().isPresent())
        .filter(user -> !isVoid(user, session));
  }

  private static boolean isVoid(User user, Session session) {
    if (user.sessionKept().filter(session.sessionId()::equals).isPresent()) return false;
    return user.sessionsValidAfter()
        .filter(moment -> !session.createdAt().isAfter(moment))
        .isPresent();
  }

  /** The sessions of a user. The newest may be missing for a moment. */
  public List<Session> of(UserId user) {
    return store.run(Sessions.OF_USER, new Sessions.OfUser(user)).items();
  }

  /**
   * Ends one of a user's sessions.
   *
   * @throws Refusal.NotFound if the user has no such session
   * @throws Refusal.Unavailable if it could not be ended now
   */
  public void revoke(UserId user, SessionId id) {
    var session =
        store
            .run(Sessions.BY_ID, new Sessions.ById(id))
            .filter(found -> found.userId().equals(user))
            .orElseThrow(() -> new Refusal.NotFound("There is no such session."));
    revoke(session);
  }

  private void revoke(Session session) {
    var id = session.sessionId();
    var revoking = new Sessions.Revoking(new Sessions.ById(id), revocations.revocation(id));
    if (!store.run(Sessions.REVOKE, revoking).isDone()) {
      throw new Refusal.Unavailable("The session could not be ended. Try again.");
    }
    revocations.revoked(session.userId(), id);
    removeDevice(session);
  }

  /** If this fails, the ended session counts as one of the five until it is replaced. */
  private void removeDevice(Session session) {
    for (int race = 0; race < RACES_MAX; race++) {
      var user = store.run(Users.BY_ID_CONSISTENT, new Users.ById(session.userId()));
      if (user.isEmpty()) return;
      var devices = new LinkedHashMap<>(user.get().devices());
      if (!devices.remove(session.deviceId(), session.sessionId())) return;
      var seen = user.get().updatedAt();
      var change = new Users.NewDevices(session.userId(), devices, seen, later(now(), seen));
      if (store.run(Users.FREE_DEVICE, change).isDone()) return;
    }
  }

  /** Ends all sessions of a user except {@code kept}; returns how many. */
  public int revokeAll(UserId id, Optional<SessionId> kept) {
    for (int race = 0; race < RACES_MAX; race++) {
      var user = store.run(Users.BY_ID_CONSISTENT, new Users.ById(id));
      if (user.isEmpty()) return 0;
      var revoked = revokeAll(user.get(), kept);
      if (revoked.isPresent()) return revoked.get();
    }
    throw new Refusal.Unavailable("Too many changes at once. Try again.");
  }

  /** Empty if the user was changed in the meantime. */
  private Optional<Integer> revokeAll(User user, Optional<SessionId> kept) {
    var devices = new HashMap<>(user.devices());
    devices.values().removeIf(id -> !kept.equals(Optional.of(id)));
    var gone = new ArrayList<>(user.devices().values());
    gone.removeAll(devices.values());
    var now = now();
    var survivor = devices.values().stream().findFirst();
    var seen = user.updatedAt();
    var revoking =
        new Sessions.RevokingAll(
            new Users.Revocation(user.userId(), now, survivor, devices, seen, later(now, seen)),
            gone.stream().map(Sessions.ById::new).toList(),
            gone.stream().map(revocations::revocation).toList());
    if (!store.run(Sessions.REVOKE_ALL, revoking).isDone()) return Optional.empty();
    gone.forEach(ended -> revocations.revoked(user.userId(), ended));
    return Optional.of(gone.size());
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Now, or just after {@code before} if the clock is not past it. */
  private static Instant later(Instant now, Instant before) {
    return now.isAfter(before) ? now : before.plusMillis(1);
  }
}
