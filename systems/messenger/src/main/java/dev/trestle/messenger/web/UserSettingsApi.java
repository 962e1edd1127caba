package dev.trestle.messenger.web;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.chat.Consent;
import dev.trestle.messenger.chat.PresenceChoice;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.DataBody;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.util.Optional;

/** {@code /settings}: what a user has chosen about groups and presence. */
public final class UserSettingsApi {
  record SettingsRequest(Optional<Boolean> invitationRequired, Optional<Boolean> presenceShown) {}

  record SettingsView(boolean invitationRequired, boolean presenceShown) {}

  private final Consent consent;
  private final PresenceChoice presence;
  private final MessengerLimits limits;

  public UserSettingsApi(Consent consent, PresenceChoice presence, MessengerLimits limits) {
    this.consent = consent;
    this.presence = presence;
    this.limits = limits;
  }

  public void addTo(Router router, Guards guards) {
    router
        .get("/settings", guards.signedIn(limits.requests(this::read)))
        .patch("/settings", guards.once(limits.changes(this::change)));
  }

  private Reply read(Call call) {
    return shown(Guards.user(call));
  }

  private Reply change(Call call) {
    var user = Guards.user(call);
    var request = call.json(SettingsRequest.class);
    if (request.invitationRequired().isEmpty() && request.presenceShown().isEmpty()) {
      throw new Refusal.InvalidField("invitation_required", "Send at least one setting.");
    }
    request.invitationRequired().ifPresent(isRequired -> consent.set(user, isRequired));
    request.presenceShown().ifPresent(isShown -> presence.set(user, isShown));
    return shown(user);
  }

  private Reply shown(UserId user) {
    return Reply.ok(new DataBody<>(view(user)));
  }

  SettingsView view(UserId user) {
    return new SettingsView(consent.isRequiredBy(user), presence.isShownBy(user));
  }
}
