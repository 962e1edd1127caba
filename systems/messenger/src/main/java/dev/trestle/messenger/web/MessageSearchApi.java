package dev.trestle.messenger.web;

import dev.trestle.messenger.chat.ChatList;
import dev.trestle.messenger.chat.ChatList.Rank;
import dev.trestle.messenger.chat.ChatList.RankedMembership;
import dev.trestle.messenger.message.MessageSearch;
import dev.trestle.messenger.message.MessageSearch.Position;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Messages;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.ListBody;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.SignedCursor;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** {@code /search}: finds messages in all chats of a user, those with the latest activity first. */
public final class MessageSearchApi {
  private static final int PAGE = 20;
  private static final int QUERY_MAX = 128;

  /** Above every sequence. */
  private static final long ALL = Messages.SEQUENCE_MAX;

  /** Where a page begins: in this chat, below this sequence. */
  private record Start(Rank rank, long before) {
    String text() {
      return rank.activity() + " " + rank.chatId().value() + " " + before;
    }

    static Start of(String text) {
      var parts = text.split(" ", -1);
      var rank = new Rank(Instant.parse(parts[0]), new ChatId(parts[1]));
      return new Start(rank, Long.parseLong(parts[2]));
    }
  }

  private final ChatList chats;
  private final MessageSearch search;
  private final MessengerLimits limits;
  private final SignedCursor cursors;

  public MessageSearchApi(
      ChatList chats, MessageSearch search, MessengerLimits limits, SignedCursor cursors) {
    this.chats = chats;
    this.search = search;
    this.limits = limits;
    this.cursors = cursors;
  }

  public void addTo(Router router, Guards guards) {
    router.get("/search", guards.signedIn(limits.searches(this::search)));
  }

  /** The words that are searched for. */
  static String words(Call call) {
    var words = call.query("q").map(String::strip).orElse("");
    if (words.isEmpty() || words.length() > QUERY_MAX) {
      throw ApiError.invalid("q", "Enter 1 to 128 characters.");
    }
    return words;
  }

  private Reply search(Call call) {
    var words = words(call);
    var user = Guards.user(call);
    var name = "search/" + user.value() + "/" + words;
    var start = call.query("cursor").map(cursor -> Start.of(cursors.read(name, "cursor", cursor)));
    var ranked = chats.ranked(user);
    var left = ranked.stream().filter(each -> isLeft(each, start)).toList();
    long before = start.filter(from -> beginsWith(left, from)).map(Start::before).orElse(ALL);
    var members = left.stream().map(RankedMembership::membership).toList();
    var found = search.findInAll(members, words, before, call.number("limit", PAGE, 1, PAGE));
    var next = found.next().map(position -> cursors.write(name, start(position, left).text()));
    return Reply.ok(ListBody.page(MessagesApi.views(found.messages()), next));
  }

  /** A chat that has become active since then keeps its place if it is the one to go on with. */
  private static boolean isLeft(RankedMembership each, Optional<Start> start) {
    return start
        .filter(from -> !each.rank().chatId().equals(from.rank.chatId()))
        .filter(from -> !ChatList.follows(each.rank(), from.rank))
        .isEmpty();
  }

  private static boolean beginsWith(List<RankedMembership> left, Start start) {
    return !left.isEmpty() && left.getFirst().rank().chatId().equals(start.rank.chatId());
  }

  private static Start start(Position position, List<RankedMembership> left) {
    var rank =
        left.stream()
            .map(RankedMembership::rank)
            .filter(each -> each.chatId().equals(position.chat()))
            .findFirst()
            .orElseThrow();
    return new Start(rank, position.before());
  }
}
