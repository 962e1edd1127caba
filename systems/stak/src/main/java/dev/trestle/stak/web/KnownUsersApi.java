package dev.trestle.stak.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.idempotency.Idempotency;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.SignedCursor;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.email.ContactStore;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.message.Posts;
import dev.trestle.stak.model.Broadcasts.KnownUser;
import dev.trestle.stak.model.Erasures.Erasure;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.TopicId;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.topic.TopicStore;
import dev.trestle.stak.user.KnownUsers;
import dev.trestle.stak.user.UserErasures;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code /stack/admin/v1/{tenant}/{inbox}/users}: registering, listing and erasing users. */
public final class KnownUsersApi {
  private static final int UIDS_MAX = 1000;
  private static final int LIMIT_DEFAULT = 50;
  private static final int LIMIT_MAX = 200;

  record RegisterRequest(List<String> uids) {}

  record KnownUsersView(long knownUsers) {}

  record UserView(UserId uid, long since, Optional<MessageId> firstMessage) {
    static UserView of(KnownUser user) {
      return new UserView(user.user(), user.since().getEpochSecond(), user.firstMessage());
    }
  }

  record UsersView(boolean success, PagingView paging, long knownUsers, List<UserView> users) {}

  record UserDetailsView(
      UserId uid,
      long since,
      Optional<MessageId> firstMessage,
      long unread,
      Map<String, Long> categories,
      List<String> muted,
      List<TopicId> topics,
      Optional<UserEmailApi.EmailView> email) {}

  /**
   * The receipt of an erasure.
   *
   * @param userHash SHA-256 of the user's id
   */
  record ErasureView(
      MessageId id,
      String userHash,
      String requestedBy,
      long requestedAt,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<Long> doneAt,
      long messages,
      long receipts,
      long audiences) {
    static ErasureView of(Erasure erasure) {
      return new ErasureView(
          erasure.id(),
          erasure.userHash(),
          erasure.requestedBy(),
          erasure.requestedAt().getEpochSecond(),
          erasure.doneAt().map(Instant::getEpochSecond),
          erasure.messages(),
          erasure.receipts(),
          erasure.audiences());
    }
  }

  private final UserInboxes inboxes;
  private final Posts posts;
  private final KnownUsers users;
  private final TopicStore topics;
  private final ContactStore contacts;
  private final UserErasures erasures;
  private final Guards guards;
  private final SignedCursor cursors;

  public KnownUsersApi(
      UserInboxes inboxes,
      Posts posts,
      KnownUsers users,
      TopicStore topics,
      ContactStore contacts,
      UserErasures erasures,
      Guards guards,
      SignedCursor cursors) {
    this.inboxes = inboxes;
    this.posts = posts;
    this.users = users;
    this.topics = topics;
    this.contacts = contacts;
    this.erasures = erasures;
    this.guards = guards;
    this.cursors = cursors;
  }

  public void addTo(Router router, Idempotency idempotency) {
    var register = idempotency.around(Refusals.around(this::register));
    router.post(AdminApi.INBOX + "users", guards.adminOfInbox(register));
    router.get(AdminApi.INBOX + "users", guards.adminOfInbox(this::list));
    router.get(AdminApi.INBOX + "users/{user}", guards.adminOfInbox(this::details));
    router.delete(AdminApi.INBOX + "users/{user}", guards.adminOfInbox(this::erase));
    router.get(AdminApi.INBOX + "erasures/{id}", guards.adminOfInbox(this::receipt));
  }

  private Reply register(Call call) {
    var uids = call.json(RegisterRequest.class).uids();
    if (uids.isEmpty() || uids.size() > UIDS_MAX) {
      throw new Refusal.Invalid("uids", "Give 1 to " + UIDS_MAX + " user ids.");
    }
    var users = new LinkedHashSet<UserId>();
    for (int i = 0; i < uids.size(); i++) users.add(Inputs.user("uids[" + i + "]", uids.get(i)));
    var inbox = call.noted(InboxKey.class);
    for (var user : users) inboxes.of(inbox.user(user)).register();
    return StakReplies.ok(new KnownUsersView(posts.knownUsers(inbox)));
  }

  private Reply list(Call call) {
    int limit = call.number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
    var inbox = call.noted(InboxKey.class);
    var prefix = call.query("prefix").orElse("");
    var list = "users\n" + inbox.tenant() + "\n" + inbox.inbox() + "\n" + prefix;
    var after = call.query("next").map(token -> new UserId(cursors.read(list, "next", token)));
    var found = users.list(inbox, prefix, after, limit + 1);
    var page = found.subList(0, Math.min(limit, found.size()));
    var next =
        found.size() > limit
            ? Optional.of(cursors.write(list, page.getLast().user().value()))
            : Optional.<String>empty();
    return Reply.ok(
        new UsersView(
            true,
            new PagingView(page.size(), next),
            posts.knownUsers(inbox),
            page.stream().map(UserView::of).toList()));
  }

  private Reply details(Call call) {
    var found = users.details(user(call)).orElseThrow(KnownUsersApi::noUser);
    var user = found.user();
    return StakReplies.ok(
        new UserDetailsView(
            user.user(),
            user.since().getEpochSecond(),
            user.firstMessage(),
            found.unread().total(),
            found.unread().categories(),
            found.muted().stream().sorted().toList(),
            topics.of(user(call)),
            UserEmailApi.EmailView.of(contacts.read(user(call)))));
  }

  /** Everything of the user in this inbox is deleted in the background. */
  private Reply erase(Call call) {
    var user = user(call);
    if (users.details(user).isEmpty()) throw noUser();
    var erasure = erasures.request(user, call.noted(Guards.Admin.class).id());
    return Reply.json(202, new StakReplies.Data(ErasureView.of(erasure)));
  }

  private Reply receipt(Call call) {
    var key =
        call.noted(InboxKey.class)
            .message(
                MessageId.parse(call.pathParameter("id")).orElseThrow(KnownUsersApi::noErasure));
    var erasure = erasures.receipt(key).orElseThrow(KnownUsersApi::noErasure);
    return StakReplies.ok(ErasureView.of(erasure));
  }

  private static UserInboxKey user(Call call) {
    var user = UserId.parse(call.pathParameter("user")).orElseThrow(KnownUsersApi::noUser);
    return call.noted(InboxKey.class).user(user);
  }

  private static Refusal noUser() {
    return new Refusal.NotFound(Refusal.Resource.USER);
  }

  private static Refusal noErasure() {
    return new Refusal.NotFound(Refusal.Resource.ERASURE);
  }
}
