package dev.trestle.messenger.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.messenger.model.SessionId;
import dev.trestle.messenger.model.UserId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Sessions that ended here lately. An access token is good by itself for an hour; on this machine
 * it ends with its session, and whoever listens closes the session's sockets.
 */
public final class Revocations {
  /** Is told at once. */
  public interface Listener {
    void revoked(SessionId session);

    /** All sessions of somebody, but for this one. */
    void revokedAll(UserId user, Optional<SessionId> kept);
  }

  private final Cache<SessionId, Boolean> lately;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();

  public Revocations(Duration accessTokensGoodFor) {
    lately = Caffeine.newBuilder().expireAfterWrite(accessTokensGoodFor).build();
  }

  public void listen(Listener listener) {
    listeners.add(listener);
  }

  void revoked(SessionId session) {
    lately.put(session, true);
    listeners.forEach(listener -> listener.revoked(session));
  }

  void revokedAll(UserId user, Optional<SessionId> kept) {
    listeners.forEach(listener -> listener.revokedAll(user, kept));
  }

  public boolean isRevoked(SessionId session) {
    return lately.getIfPresent(session) != null;
  }
}
