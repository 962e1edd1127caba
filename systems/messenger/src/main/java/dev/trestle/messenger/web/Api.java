package dev.trestle.messenger.web;

import dev.trestle.messenger.Account;
import dev.trestle.messenger.Ids;
import dev.trestle.messenger.chat.ChatList;
import dev.trestle.messenger.chat.DirectChats;
import dev.trestle.messenger.chat.Groups;
import dev.trestle.messenger.chat.Members;
import dev.trestle.messenger.delivery.Hub;
import dev.trestle.messenger.delivery.Watermarks;
import dev.trestle.messenger.identity.LoginCodes;
import dev.trestle.messenger.identity.Logins;
import dev.trestle.messenger.identity.Revocations;
import dev.trestle.messenger.identity.SmsGateway;
import dev.trestle.messenger.message.Access;
import dev.trestle.messenger.message.History;
import dev.trestle.messenger.message.Log;
import dev.trestle.messenger.message.Search;
import dev.trestle.messenger.model.UserId;
import dev.trestle.messenger.model.Users;
import dev.trestle.messenger.people.People;
import dev.trestle.platform.identity.Bearer;
import dev.trestle.platform.identity.TokenIssuer;
import dev.trestle.platform.limit.Limits;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Store;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** All of Messenger's addresses. */
public final class Api {
  /** What happens behind them. */
  public record Parts(
      Store store,
      Ids ids,
      LoginCodes codes,
      Logins logins,
      Revocations revocations,
      People people,
      Access access,
      Log log,
      History history,
      Members members,
      Groups groups,
      DirectChats direct,
      ChatList chats,
      Watermarks watermarks,
      Hub hub,
      Account account) {}

  /**
   * How they are guarded.
   *
   * @param once does a call with an Idempotency-Key once
   */
  public record Guards(
      Bearer bearer,
      TokenIssuer issuer,
      Limits limits,
      ApiLimits rates,
      Optional<SmsGateway> sms,
      UnaryOperator<Endpoint> once,
      byte[] cursorSecret) {}

  /** Some id that nobody has. */
  private static final UserId NOBODY = new UserId("user_00000000000000000000000000");

  private final Parts parts;
  private final Guards guards;
  private final Frames frames;
  private final Door door;

  public Api(Parts parts, Guards guards, Frames frames) {
    this.parts = parts;
    this.guards = guards;
    this.frames = frames;
    this.door = new Door(guards.bearer, parts.revocations);
  }

  /** Who a call is by, for what counts by caller. */
  public static String caller(Call call) {
    return Door.user(call).value();
  }

  /** For {@code /api/v1}. */
  public Router rest() {
    var router = new Router();
    var limits = guards.limits;
    var rates = guards.rates;
    var once = guards.once;
    var cursors = new Cursors(guards.cursorSecret);
    new AuthApi(parts.codes, parts.logins, parts.account, guards.issuer, guards.sms, limits, rates)
        .addTo(router, door);
    new UsersApi(parts.people, parts.account, limits, rates).addTo(router, door, once);
    var members =
        new MembersApi(parts.store, parts.access, parts.members, parts.people, limits, rates);
    new ChatsApi(
            parts.store,
            parts.access,
            parts.direct,
            parts.groups,
            parts.chats,
            parts.people,
            members,
            cursors)
        .addTo(router, door, once);
    members.addTo(router, door, once);
    new MessagesApi(
            parts.log,
            parts.access,
            parts.history,
            new Search(parts.store),
            new SendLimits(limits, rates),
            cursors)
        .addTo(router, door);
    new SessionsApi(parts.logins).addTo(router, door);
    new DeliveryApi(parts.store, parts.access, parts.watermarks).addTo(router, door, once);
    new ServiceApi(rates, this::probe).addTo(router);
    return router.around(Refusals::around);
  }

  private void probe() {
    parts.store.run(Users.M1, new Users.ById(NOBODY));
  }

  /** For {@code /v1}. */
  public Router sockets() {
    var desk =
        new SocketDesk(
            parts.store,
            parts.log,
            parts.access,
            parts.history,
            parts.hub,
            parts.watermarks,
            parts.revocations,
            new SendLimits(guards.limits, guards.rates),
            frames,
            parts.ids);
    var router = new Router();
    new SocketApi(door, parts.logins, desk).addTo(router);
    return router.around(Refusals::around);
  }
}
