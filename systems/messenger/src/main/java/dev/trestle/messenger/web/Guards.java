package dev.trestle.messenger.web;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.platform.idempotency.Idempotency;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;

/** What must hold before an endpoint runs, and what is known about its call then. */
public record Guards(Accounts accounts, Idempotency idempotency) {
  /** For signed-in users. */
  Endpoint signedIn(Endpoint endpoint) {
    return accounts.signedIn(Refusals.around(endpoint));
  }

  /** For signed-in users; a repeated {@code Idempotency-Key} gets the first reply. */
  Endpoint once(Endpoint endpoint) {
    return accounts.signedIn(idempotency.around(Refusals.around(endpoint)));
  }

  static UserId user(Call call) {
    return Accounts.user(call);
  }

  /** The chat in the path. A text that cannot be an id is a chat that nobody is a member of. */
  static ChatId chat(Call call) {
    return chat(call.pathParameter("chat"));
  }

  static ChatId chat(String text) {
    return ChatId.parse(text).orElseThrow(Refusal.NotAMember::new);
  }

  /** A user in a request's body. */
  static UserId user(String text, String field) {
    return UserId.parse(text)
        .orElseThrow(() -> new Refusal.InvalidField(field, "There is no such user."));
  }
}
