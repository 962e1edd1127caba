package dev.trestle.stak.web;

import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.inbox.UserInbox;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.UserInboxKey;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** {@code /stack/users/v1/{tenant}/{inbox}/preferences}: the categories a user has muted. */
public final class PreferencesApi {
  private static final int MUTED_MAX = 100;

  record PreferencesRequest(Set<String> muted) {}

  record PreferencesView(List<String> muted) {}

  private final UserInboxes inboxes;

  public PreferencesApi(UserInboxes inboxes) {
    this.inboxes = inboxes;
  }

  public void addTo(UserRoutes routes) {
    routes.getAndPut("preferences", this::read, this::write);
  }

  private UserInbox inbox(Call call) {
    return inboxes.of(call.noted(UserInboxKey.class));
  }

  private Reply read(Call call) {
    return StakReplies.ok(new PreferencesView(inbox(call).muted().stream().sorted().toList()));
  }

  private Reply write(Call call) {
    var muted = new LinkedHashSet<>(call.json(PreferencesRequest.class).muted());
    if (muted.size() > MUTED_MAX) {
      throw new Refusal.Invalid("muted", "Use at most " + MUTED_MAX + " categories.");
    }
    muted.forEach(category -> Inputs.category("muted", category));
    inbox(call).mute(muted);
    return read(call);
  }
}
