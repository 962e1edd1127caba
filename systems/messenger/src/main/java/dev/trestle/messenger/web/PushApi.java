package dev.trestle.messenger.web;

import dev.trestle.accounts.Accounts;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.PushDevices.PushDevice;
import dev.trestle.messenger.push.PushDeviceStore;
import dev.trestle.platform.push.PushSubscription;
import dev.trestle.platform.push.WebPush;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.DataBody;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.util.Optional;

/** {@code /push-subscription}: whether the device of this session gets push messages. */
public final class PushApi {
  record SubscriptionRequest(String endpoint, String p256dh, String auth) {}

  record PushView(Optional<String> publicKey, Optional<String> endpoint) {}

  private final Optional<WebPush> push;
  private final PushDeviceStore devices;
  private final MessengerLimits limits;

  /**
   * Creates the API.
   *
   * @param push absent if this server sends no push messages
   */
  public PushApi(Optional<WebPush> push, PushDeviceStore devices, MessengerLimits limits) {
    this.push = push;
    this.devices = devices;
    this.limits = limits;
  }

  public void addTo(Router router, Guards guards) {
    router
        .get("/push-subscription", guards.signedIn(limits.requests(this::read)))
        .put("/push-subscription", guards.signedIn(limits.changes(this::register)))
        .delete("/push-subscription", guards.signedIn(limits.changes(this::remove)));
  }

  private Reply read(Call call) {
    var caller = Accounts.caller(call);
    var device = Optional.ofNullable(devices.of(caller.user()).get(caller.session().value()));
    var view = new PushView(push.map(WebPush::publicKey), device.map(PushDevice::endpoint));
    return Reply.ok(new DataBody<>(view));
  }

  private Reply register(Call call) {
    var service =
        push.orElseThrow(() -> new Refusal.NotFound("This server sends no push messages."));
    var body = call.json(SubscriptionRequest.class);
    var subscription =
        PushSubscription.of(body.endpoint(), body.p256dh(), body.auth())
            .orElseThrow(
                () -> new Refusal.InvalidField("endpoint", "This is not a push subscription."));
    service
        .problem(Accounts.user(call).value(), subscription)
        .ifPresent(problem -> {
          throw new Refusal.InvalidField("endpoint", problem);
        });
    devices.register(Accounts.caller(call), subscription);
    return Reply.nothing();
  }

  private Reply remove(Call call) {
    var caller = Accounts.caller(call);
    devices.remove(caller.user(), caller.session());
    return Reply.nothing();
  }
}
