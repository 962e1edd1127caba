package dev.trestle.stak.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.push.PushSubscription;
import dev.trestle.platform.push.WebPush;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.push.StakPush;
import dev.trestle.stak.push.UserPushStore;
import java.util.Optional;

/** {@code /stack/users/v1/{tenant}/{inbox}/push}: the user's browsers that get push messages. */
public final class UserPushApi {
  /** The keys are those of the browser's subscription, needed to register it. */
  record PushRequest(
      String endpoint, boolean subscribed, Optional<String> p256dh, Optional<String> auth) {}

  /**
   * How a browser subscribes.
   *
   * @param publicKey absent if this server pushes no messages
   * @param devices how many browsers of the user are registered
   */
  record PushView(
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<String> publicKey, int devices) {}

  private final UserInboxes inboxes;
  private final UserPushStore devices;
  private final Optional<WebPush> push;

  public UserPushApi(UserInboxes inboxes, StakPush push) {
    this.inboxes = inboxes;
    this.devices = push.devices();
    this.push = push.service();
  }

  public void addTo(UserRoutes routes) {
    routes.getAndPut("push", this::read, this::write);
  }

  private Reply read(Call call) {
    var stored = devices.read(call.noted(UserInboxKey.class));
    return StakReplies.ok(new PushView(push.map(WebPush::publicKey), stored.devices().size()));
  }

  private Reply write(Call call) {
    var user = call.noted(UserInboxKey.class);
    var request = call.json(PushRequest.class);
    if (request.subscribed()) {
      var subscription = subscription(user, request);
      inboxes.of(user).register();
      devices.register(user, subscription);
    } else {
      devices.remove(user, request.endpoint());
    }
    return read(call);
  }

  private PushSubscription subscription(UserInboxKey user, PushRequest request) {
    var service =
        push.orElseThrow(
            () -> new Refusal.Invalid("subscribed", "This server pushes no messages."));
    var subscription =
        PushSubscription.of(
                request.endpoint(), request.p256dh().orElse(""), request.auth().orElse(""))
            .orElseThrow(() -> new Refusal.Invalid("endpoint", "This is not a push subscription."));
    service
        .problem(user.tenant().value(), subscription)
        .ifPresent(problem -> {
          throw new Refusal.Invalid("endpoint", problem);
        });
    return subscription;
  }
}
