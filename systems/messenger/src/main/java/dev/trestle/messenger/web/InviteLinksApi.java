package dev.trestle.messenger.web;

import dev.trestle.accounts.Profile;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.profile.Profiles;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.chat.InviteLinks;
import dev.trestle.messenger.chat.InviteLinks.NewLink;
import dev.trestle.messenger.chat.InviteLinks.Preview;
import dev.trestle.messenger.chat.InviteLinks.Validity;
import dev.trestle.messenger.model.GroupInviteLinks.InviteLink;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.DataBody;
import dev.trestle.platform.web.ListBody;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * {@code /invite-links}: links to groups. A token is sent in bodies only, which nobody logs. The
 * reply that contains one is not stored for an {@code Idempotency-Key}.
 */
public final class InviteLinksApi {
  record LinkRequest(String validFor, Optional<Integer> maxUses) {}

  record TokenRequest(String token) {}

  record LinkView(
      String linkId,
      String createdBy,
      Optional<String> createdByName,
      Instant createdAt,
      Instant expiresAt,
      Optional<Integer> maxUses,
      int uses,
      Optional<String> token) {
    static LinkView of(InviteLink link, Optional<Profile> maker) {
      return view(link, maker, Optional.empty());
    }

    static LinkView of(NewLink created, Optional<Profile> maker) {
      return view(created.link(), maker, Optional.of(created.token().text()));
    }

    private static LinkView view(InviteLink link, Optional<Profile> maker, Optional<String> token) {
      return new LinkView(
          link.linkId(),
          link.createdBy().value(),
          maker.map(Profile::displayName),
          link.createdAt(),
          link.ttl(),
          link.usesMax(),
          link.uses(),
          token);
    }
  }

  record PreviewView(String chatId, Optional<String> chatName, int memberCount, Instant expiresAt) {
    static PreviewView of(Preview preview) {
      return new PreviewView(
          preview.chat().chatId().value(),
          preview.chat().name(),
          preview.members(),
          preview.link().ttl());
    }
  }

  record JoinedView(String chatId) {}

  private static final Pattern LINK_ID = Pattern.compile("[0-9a-z]{16}");

  private final InviteLinks links;
  private final Profiles profiles;
  private final MessengerLimits limits;

  public InviteLinksApi(InviteLinks links, Profiles profiles, MessengerLimits limits) {
    this.links = links;
    this.profiles = profiles;
    this.limits = limits;
  }

  public void addTo(Router router, Guards guards) {
    router
        .get("/chats/{chat}/invite-links", guards.signedIn(limits.requests(this::list)))
        .post("/chats/{chat}/invite-links", guards.signedIn(limits.changes(this::create)))
        .delete("/chats/{chat}/invite-links/{link}", guards.signedIn(limits.changes(this::revoke)))
        .add(
            "POST",
            "/invite-links/look-up",
            limits.linkLookUps(Refusals.around(this::lookUp)),
            Router.OPEN_BODY_BYTES)
        .post("/invite-links/join", guards.once(limits.changes(this::join)));
  }

  private Reply list(Call call) {
    var all = links.of(Guards.chat(call), Guards.user(call));
    var makers = profiles.find(all.stream().map(InviteLink::createdBy).toList());
    var views =
        all.stream()
            .map(link -> LinkView.of(link, Optional.ofNullable(makers.get(link.createdBy()))))
            .toList();
    return Reply.ok(ListBody.whole(views));
  }

  private Reply create(Call call) {
    var body = call.json(LinkRequest.class);
    var validity =
        Arrays.stream(Validity.values())
            .filter(each -> each.name().equals(body.validFor()))
            .findFirst()
            .orElseThrow(
                () -> new Refusal.InvalidField("valid_for", "Use hour, day, week or month."));
    UserId user = Guards.user(call);
    var created = links.create(Guards.chat(call), user, validity, body.maxUses());
    return Reply.created(new DataBody<>(LinkView.of(created, profiles.find(user))));
  }

  private Reply revoke(Call call) {
    var id = call.pathParameter("link");
    if (!LINK_ID.matcher(id).matches()) throw new Refusal.NotFound("There is no such link.");
    links.revoke(Guards.chat(call), Guards.user(call), id);
    return Reply.nothing();
  }

  private Reply lookUp(Call call) {
    var preview = links.preview(call.json(TokenRequest.class).token());
    return Reply.ok(new DataBody<>(PreviewView.of(preview)));
  }

  private Reply join(Call call) {
    var chat = links.join(call.json(TokenRequest.class).token(), Guards.user(call));
    return Reply.ok(new DataBody<>(new JoinedView(chat.value())));
  }
}
