package dev.trestle.stak.web;

import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.tenant.UserTokens;

/** {@code /stack/admin/v1/{tenant}/{inbox}/tokens}: issues tokens for users' pages. */
public final class UserTokensApi {
  record TokenRequest(String userId) {}

  record TokenView(String token, String tokenType, long expiresIn) {}

  private final UserTokens tokens;
  private final UserInboxes inboxes;
  private final Guards guards;

  public UserTokensApi(UserTokens tokens, UserInboxes inboxes, Guards guards) {
    this.tokens = tokens;
    this.inboxes = inboxes;
    this.guards = guards;
  }

  public void addTo(Router router) {
    router.post(AdminApi.INBOX + "tokens", guards.adminOfInbox(this::issue));
  }

  /** A user who gets a token is known from then on. */
  private Reply issue(Call call) {
    var user = Inputs.user("user_id", call.json(TokenRequest.class).userId());
    var inbox = call.noted(InboxKey.class);
    inboxes.of(inbox.user(user)).register();
    var token = tokens.issue(inbox.tenant(), user);
    return StakReplies.ok(new TokenView(token, "Bearer", tokens.lifetime().toSeconds()));
  }
}
