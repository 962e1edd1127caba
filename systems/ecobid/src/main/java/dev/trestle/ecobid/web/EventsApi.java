package dev.trestle.ecobid.web;

import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.ecobid.profile.UserProfiles;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * {@code GET /events?lat&lon&radius&item}: server-sent events about items nearby, one item with its
 * auction, and the caller's notifications. All parameters are optional, and so is the token.
 */
public final class EventsApi {
  private static final int RADIUS = 5;

  private final EventStreams streams;
  private final UserProfiles profiles;

  public EventsApi(EventStreams streams, UserProfiles profiles) {
    this.streams = streams;
    this.profiles = profiles;
  }

  public void addTo(Router router, Guards guards) {
    router.get("/events", guards.open(this::open));
  }

  private Reply open(Call call) {
    var viewer = Guards.viewer(call);
    return streams.open(
        new Interest(
            call.clientNetwork(),
            viewer,
            viewer.map(_ -> call.noted(Identity.class).expires()).orElse(Instant.MAX),
            centre(call),
            CallInputs.radius(call.number("radius", RADIUS, 1, 25)),
            call.query("item").map(CallInputs::item),
            viewer.map(profiles::hiddenFrom).orElse(Set.of())));
  }

  private static Optional<GeoPoint> centre(Call call) {
    if (call.query("lat").isEmpty() && call.query("lon").isEmpty()) return Optional.empty();
    return Optional.of(
        CallInputs.point(CallInputs.degrees(call, "lat"), CallInputs.degrees(call, "lon")));
  }
}
