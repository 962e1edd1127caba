package dev.trestle.ecobid.web;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.item.Listings;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.MessageId;
import dev.trestle.ecobid.model.Messages;
import dev.trestle.ecobid.model.Messages.Flag;
import dev.trestle.ecobid.model.Messages.Message;
import dev.trestle.ecobid.profile.UserProfiles;
import dev.trestle.platform.system.Ids;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** {@code /items/{id}/messages}, between a giver and each user who asks. */
public final class ItemMessagesApi {
  private static final int TEXT_MAX = 2000;
  private static final Pattern LINK =
      Pattern.compile("(?i)(https?://|www\\.|\\b[a-z0-9-]{2,}\\.(com|net|org|info|io|me)\\b)");
  private static final Pattern PHONE = Pattern.compile("\\+?\\d[\\d ()/.-]{6,20}\\d");

  record MessageBody(String text, Optional<String> with) {}

  record MessageView(
      String id, String with, String from, Instant at, String text, List<String> flags) {
    static MessageView of(Message message) {
      return new MessageView(
          message.message().value(),
          message.with().value(),
          (message.isFromGiver() ? message.giver() : message.with()).value(),
          message.at(),
          message.text(),
          message.flags().stream().map(Views::code).sorted().toList());
    }
  }

  record OneMessage(MessageView message) {}

  record ManyMessages(List<MessageView> messages, Optional<String> nextCursor) {}

  private final Store store;
  private final Listings listings;
  private final UserProfiles profiles;
  private final Ids ids;
  private final InstantSource clock;

  public ItemMessagesApi(
      Store store, Listings listings, UserProfiles profiles, Ids ids, InstantSource clock) {
    this.store = store;
    this.listings = listings;
    this.profiles = profiles;
    this.ids = ids;
    this.clock = clock;
  }

  public void addTo(Router router, Guards guards) {
    router
        .get("/items/{item}/messages", guards.reads(this::list))
        .post("/items/{item}/messages", guards.writes(this::send));
  }

  /** Returns the caller's own thread. A giver sees all threads, or one. */
  private Reply list(Call call) {
    var user = Accounts.user(call);
    var item = listings.find(CallInputs.item(call.pathParameter("item")));
    boolean isGiver = item.owner().equals(user);
    var with = call.query("with").map(ItemMessagesApi::person).filter(_ -> isGiver);
    var page =
        isGiver && with.isEmpty()
            ? store.run(Messages.OF_ITEM, new Messages.OfItem(item.item()), call.cursor())
            : store.run(
                Messages.THREAD,
                new Messages.OfThread(item.item(), with.orElse(user)),
                call.cursor());
    return Reply.ok(
        new ManyMessages(
            page.items().stream().map(MessageView::of).toList(),
            page.next().map(cursor -> cursor.text())));
  }

  private static UserId person(String text) {
    return UserId.parse(text)
        .orElseThrow(() -> ApiError.invalid("with", "A user's id is expected."));
  }

  private Reply send(Call call) {
    var body = call.json(MessageBody.class);
    var text = body.text().strip();
    if (text.isEmpty() || text.length() > TEXT_MAX) {
      throw ApiError.invalid("text", "A text of 1 to 2000 characters.");
    }
    var user = Accounts.user(call);
    var item = listings.find(CallInputs.item(call.pathParameter("item")));
    boolean isGiver = item.owner().equals(user);
    var with = isGiver ? answered(item, body.with()) : user;
    if (profiles.isBlocked(item.owner(), with)) throw new Refusal.NotFound("item");
    var made = CallInputs.made(call, ids, clock);
    var message =
        new Message(
            item.item(),
            with,
            made.at().truncatedTo(ChronoUnit.MILLIS),
            new MessageId("msg_" + made.ulid()),
            item.owner(),
            isGiver,
            text,
            flags(text),
            item.expiresAt());
    store.run(Messages.START, new Messages.OwnThread(with, item.item(), item.expiresAt()));
    store.run(Messages.SEND, message);
    return Reply.created(new OneMessage(MessageView.of(message)));
  }

  /** A giver may only write to users who have written before. */
  private UserId answered(Item item, Optional<String> with) {
    var person =
        with.map(ItemMessagesApi::person)
            .orElseThrow(() -> ApiError.invalid("with", "Choose whom to reply to."));
    var thread = new Messages.OfThread(item.item(), person);
    boolean isKnown =
        !store.run(Messages.THREAD, thread).items().isEmpty()
            || item.holding().filter(held -> held.user().equals(person)).isPresent();
    if (!isKnown) throw new Refusal.NotFound("conversation");
    return person;
  }

  static Set<Flag> flags(String text) {
    var flags = EnumSet.noneOf(Flag.class);
    if (LINK.matcher(text).find()) flags.add(Flag.LINK);
    if (PHONE.matcher(text).find()) flags.add(Flag.PHONE);
    return flags;
  }
}
