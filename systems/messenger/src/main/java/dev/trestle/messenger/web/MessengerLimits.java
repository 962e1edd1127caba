package dev.trestle.messenger.web;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;

/** How much a user may do, over HTTP and sockets together. Refusals are ApiErrors with 429. */
public final class MessengerLimits {
  private static final int SYNC_TOKEN_BYTES = 16 * 1024;
  private static final int MEGABYTE = 1 << 20;

  private final RateLimits limits;

  /** For frames and typing, which are many and cost little. */
  private final RateLimits local;

  private final MessengerRates rates;

  public MessengerLimits(RateLimits limits, MessengerRates rates) {
    this.limits = limits;
    this.local = limits.local();
    this.rates = rates;
  }

  Endpoint messages(Endpoint endpoint) {
    return limits.around(
        rates.messagesPerHour(),
        MessengerLimits::user,
        limits.around(
            rates.messages(),
            MessengerLimits::user,
            limits.around(
                rates.chatMessages(), call -> user(call) + call.pathParameter("chat"), endpoint)));
  }

  /** For endpoints that change a chat or a membership. */
  Endpoint changes(Endpoint endpoint) {
    return around(rates.changes(), endpoint);
  }

  Endpoint chats(Endpoint endpoint) {
    return around(rates.chats(), endpoint);
  }

  Endpoint searches(Endpoint endpoint) {
    return around(rates.searches(), endpoint);
  }

  Endpoint reports(Endpoint endpoint) {
    return around(rates.reports(), endpoint);
  }

  /** For callers who need not be signed in. */
  Endpoint linkLookUps(Endpoint endpoint) {
    return limits.around(rates.linkLookUps(), Call::clientNetwork, endpoint);
  }

  Endpoint uploads(Endpoint endpoint) {
    return around(rates.uploads(), endpoint);
  }

  /** Counts the bytes of an uploaded file. */
  void checkUploaded(UserId user, int bytes) {
    limits.check(rates.uploadedMegabytes(), user.value(), 1 + bytes / MEGABYTE);
  }

  /** For endpoints that read, or change little. */
  Endpoint requests(Endpoint endpoint) {
    return local.around(rates.frames(), MessengerLimits::user, endpoint);
  }

  private Endpoint around(Rate rate, Endpoint endpoint) {
    return limits.around(rate, MessengerLimits::user, endpoint);
  }

  private static String user(Call call) {
    return Guards.user(call).value();
  }

  /** Counts users that are put into a group or invited to it. */
  void checkAdditions(UserId user, int count) {
    int tokens = Math.min(count, rates.additions().burst());
    if (tokens > 0) limits.check(rates.additions(), user.value(), tokens);
  }

  /** Counts a message that came over a socket. */
  void checkMessage(UserId user, ChatId chat) {
    limits.check(rates.messagesPerHour(), user.value(), 1);
    limits.check(rates.messages(), user.value(), 1);
    limits.check(rates.chatMessages(), user.value() + chat.value(), 1);
  }

  /** Counts a socket that is opened. */
  void checkSocket(UserId user) {
    limits.check(rates.sockets(), user.value(), 1);
  }

  /** Counts a frame of any kind. */
  void checkFrame(UserId user) {
    local.check(rates.frames(), user.value(), 1);
  }

  /** Whether the user may report typing once more. */
  boolean mayType(UserId user) {
    return isAllowed(rates.typing(), user, 1);
  }

  /** Whether this many others may be told that the user is typing. */
  boolean mayTellTyping(UserId user, int others) {
    return others > 0 && isAllowed(rates.typingTold(), user, others);
  }

  private boolean isAllowed(Rate rate, UserId user, int tokens) {
    try {
      local.check(rate, user.value(), Math.min(tokens, rate.burst()));
      return true;
    } catch (ApiError tooOften) {
      return false;
    }
  }

  /** Counts a sync request and returns the tokens that are left for its response. */
  int checkSync(UserId user) {
    return limits.check(rates.syncs(), user.value(), 1).remaining();
  }

  /** Counts the bytes of a sync response, at most the tokens that were left for it. */
  void countSynced(UserId user, int bytes, int remaining) {
    int tokens = Math.min(bytes / SYNC_TOKEN_BYTES, remaining);
    if (tokens < 1) return;
    try {
      limits.check(rates.syncs(), user.value(), tokens);
    } catch (ApiError takenMeanwhile) {
      // Another socket of the user took them, so the next request is refused anyway.
    }
  }
}
