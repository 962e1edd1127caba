package dev.trestle.messenger.web;

import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.UserId;
import dev.trestle.platform.limit.Limits;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;

/** How often one person may say something, by whatever way. */
final class SendLimits {
  private final Limits limits;
  private final ApiLimits rates;

  SendLimits(Limits limits, ApiLimits rates) {
    this.limits = limits;
    this.rates = rates;
  }

  Endpoint around(Endpoint endpoint) {
    return limits.around(
        rates.messagesOfAnHour(),
        SendLimits::who,
        limits.around(
            rates.messages(),
            SendLimits::who,
            limits.around(rates.chatMessages(), call -> who(call) + call.place("chat"), endpoint)));
  }

  private static String who(Call call) {
    return Door.user(call).value();
  }

  /**
   * The same on a socket.
   *
   * @throws dev.trestle.platform.web.ApiError RATE_LIMITED
   */
  void check(UserId user, ChatId chat) {
    limits.check(rates.messagesOfAnHour(), user.value(), 1);
    limits.check(rates.messages(), user.value(), 1);
    limits.check(rates.chatMessages(), user.value() + chat.value(), 1);
  }

  /** Any frame of a socket. */
  void checkFrame(String connection) {
    limits.check(rates.frames(), connection, 1);
  }
}
