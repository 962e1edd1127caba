package dev.trestle.stak.web;

import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.email.ContactStore;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.Contacts.Contact;
import dev.trestle.stak.model.EmailAddress;
import dev.trestle.stak.model.Emails;
import dev.trestle.stak.model.Emails.EmailFailure;
import dev.trestle.stak.model.Emails.EmailState;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.store.Store;
import java.util.Optional;

/**
 * {@code /stack/admin/v1/{tenant}/{inbox}/users/{user}/email}: the e-mail addresses of users, and
 * which e-mails were not accepted.
 */
public final class UserEmailApi {
  private static final int FAILURES_DEFAULT = 50;
  private static final int FAILURES_MAX = 200;

  record EmailRequest(String address, Optional<String> timeZone) {}

  /**
   * A user's address.
   *
   * @param refusal what the mail server said when it refused the address for good
   */
  record EmailView(EmailAddress address, Optional<String> refusal, String timeZone) {
    static Optional<EmailView> of(Contact contact) {
      return contact
          .email()
          .map(address -> new EmailView(address, contact.refusal(), contact.zone().getId()));
    }
  }

  record FailureView(MessageId id, UserId uid, EmailState state, String reason, long at) {
    static FailureView of(EmailFailure failure) {
      return new FailureView(
          failure.id(),
          failure.user(),
          failure.state(),
          failure.reason(),
          failure.at().getEpochSecond());
    }
  }

  private final Store store;
  private final UserInboxes inboxes;
  private final ContactStore contacts;
  private final Guards guards;

  public UserEmailApi(Store store, UserInboxes inboxes, ContactStore contacts, Guards guards) {
    this.store = store;
    this.inboxes = inboxes;
    this.contacts = contacts;
    this.guards = guards;
  }

  public void addTo(Router router) {
    router.put(AdminApi.INBOX + "users/{user}/email", guards.adminOfInbox(this::write));
    router.delete(AdminApi.INBOX + "users/{user}/email", guards.adminOfInbox(this::delete));
    router.get(AdminApi.INBOX + "email-failures", guards.adminOfInbox(this::failures));
  }

  /** Sets the address of a user, who is known from then on. */
  private Reply write(Call call) {
    var request = call.json(EmailRequest.class);
    var address =
        EmailAddress.parse(request.address())
            .orElseThrow(() -> new Refusal.Invalid("address", EmailAddress.RULE));
    var zone = request.timeZone().map(text -> Inputs.zone("time_zone", text));
    var user = user(call);
    inboxes.of(user).register();
    var changed =
        contacts.change(
            user,
            contact ->
                contact
                    .withEmail(Optional.of(address))
                    .withTimes(
                        contact.quietHours(), zone.orElse(contact.zone()), contact.digestHour()));
    return StakReplies.ok(EmailView.of(changed).orElseThrow());
  }

  /** Deletes the address. What the user has chosen stays. */
  private Reply delete(Call call) {
    contacts.change(user(call), contact -> contact.withEmail(Optional.empty()));
    return StakReplies.ok();
  }

  private Reply failures(Call call) {
    int limit = call.number("limit", FAILURES_DEFAULT, 1, FAILURES_MAX);
    return StakReplies.ok(
        store.stream(Emails.FAILURES, call.noted(InboxKey.class), limit)
            .map(FailureView::of)
            .toList());
  }

  private static UserInboxKey user(Call call) {
    var user =
        UserId.parse(call.pathParameter("user"))
            .orElseThrow(() -> new Refusal.NotFound(Refusal.Resource.USER));
    return call.noted(InboxKey.class).user(user);
  }
}
