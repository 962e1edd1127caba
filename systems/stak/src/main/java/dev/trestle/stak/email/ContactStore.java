package dev.trestle.stak.email;

import dev.trestle.stak.Refusal;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.Contacts;
import dev.trestle.stak.model.Contacts.Contact;
import dev.trestle.stak.model.Contacts.ContactChange;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import dev.trestle.store.TransactionOutcome.Kind;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The contacts of known users. */
public final class ContactStore {
  private final Store store;
  private final UserInboxes inboxes;

  public ContactStore(Store store, UserInboxes inboxes) {
    this.store = store;
    this.inboxes = inboxes;
  }

  /** The user's contact; an empty one if there is none. */
  public Contact read(UserInboxKey user) {
    return find(user).orElseGet(() -> Contact.empty(user));
  }

  Optional<Contact> find(UserInboxKey user) {
    return store.run(Contacts.READ, user);
  }

  /**
   * Changes a contact, whoever else does at the same time.
   *
   * @throws Refusal.NotFound if the user is not known
   */
  public Contact change(UserInboxKey user, UnaryOperator<Contact> change) {
    return inboxes.retry(() -> {
      var changed = change.apply(read(user));
      return switch (store.run(Contacts.WRITE, new ContactChange(changed, user))) {
        case TransactionOutcome.Done _ -> Optional.of(changed);
        case TransactionOutcome.Refused refused -> {
          var unknown = refused.one(ContactChange::user);
          if (unknown.filter(reason -> reason.kind() == Kind.CONDITION_FAILED).isPresent()) {
            throw new Refusal.NotFound(Refusal.Resource.USER);
          }
          yield Optional.empty();
        }
      };
    });
  }
}
