package dev.trestle.homeops.web;

import dev.trestle.accounts.Accounts;
import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.chat.PageAdapter;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.household.HouseholdDirectory.Membership;
import dev.trestle.homeops.household.NewHousehold;
import dev.trestle.homeops.live.ChatEvents;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.HouseholdLanguage;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code /households}, {@code /invites} and {@code /me/households}. */
public final class HouseholdsApi {
  private static final int HOUSEHOLDS_MAX = 20;

  record NewHouseholdBody(
      String name, Optional<String> zone, Optional<String> language, Optional<String> memberName) {}

  record JoinBody(String name) {}

  record SettingsBody(Optional<String> name, Optional<String> zone, Optional<String> language) {}

  record MemberView(String id, String name) {}

  /**
   * A household as its member sees it.
   *
   * @param source where its chat is, such as {@code page}
   */
  record HouseholdView(
      String id,
      String chatId,
      String invite,
      String name,
      String zone,
      String language,
      String source,
      List<String> chats,
      String memberId,
      List<MemberView> members) {}

  private final Accounts accounts;
  private final HouseholdDirectory directory;
  private final ChatEvents events;

  public HouseholdsApi(Accounts accounts, HouseholdDirectory directory, ChatEvents events) {
    this.accounts = accounts;
    this.directory = directory;
    this.events = events;
  }

  public void addTo(Router router, Guards guards) {
    router
        .post("/households", guards.writes(this::create))
        .patch("/households/{household}", guards.writes(call -> change(call, guards)))
        .post("/invites/{code}/join", guards.writes(call -> join(call, guards)))
        .get("/me/households", guards.reads(call -> list(call, guards)));
  }

  private Reply create(Call call) {
    var body = call.json(NewHouseholdBody.class);
    var wanted =
        new NewHousehold(
            body.name(),
            body.zone().orElse(HouseholdDirectory.DEFAULT_ZONE),
            body.language().map(NewHousehold::language).orElse(HouseholdLanguage.sv),
            PageAdapter.SOURCE,
            Optional.empty());
    if (directory.of(Guards.person(call)).size() >= HOUSEHOLDS_MAX) {
      throw new Refusal.Invalid("name", "One person is in at most 20 households.");
    }
    var name = NewHousehold.name(body.memberName().orElseGet(() -> displayName(call)));
    var made = directory.create(wanted, Guards.person(call), name);
    return Reply.created(Map.of("household", view(made)));
  }

  private String displayName(Call call) {
    return accounts
        .profiles()
        .find(Accounts.user(call))
        .map(profile -> profile.displayName().strip())
        .filter(name -> !name.isEmpty())
        .orElse("Jag");
  }

  private Reply join(Call call, Guards guards) {
    var name = NewHousehold.name(call.json(JoinBody.class).name());
    var joined = directory.join(guards.invited(call), Guards.person(call), name);
    events.changed(joined.home().chat(), ChatEvents.Kind.household);
    return Reply.ok(Map.of("household", view(joined)));
  }

  private Reply change(Call call, Guards guards) {
    var body = call.json(SettingsBody.class);
    var membership =
        guards.memberships(call).stream()
            .filter(each -> each.home().id().value().equals(call.pathParameter("household")))
            .findFirst()
            .orElseThrow(() -> new Refusal.NotFound("household"));
    var before = membership.home().record();
    var home =
        directory.settings(
            before.household(),
            body.name().map(NewHousehold::name).orElse(before.name()),
            body.zone().map(NewHousehold::zone).orElse(before.zone()),
            body.language().map(NewHousehold::language).orElse(before.language()));
    events.changed(home.chat(), ChatEvents.Kind.household);
    return Reply.ok(Map.of("household", view(new Membership(home, membership.member()))));
  }

  private Reply list(Call call, Guards guards) {
    return Reply.ok(
        Map.of("households", guards.memberships(call).stream().map(this::view).toList()));
  }

  private HouseholdView view(Membership membership) {
    var home = membership.home();
    var record = home.record();
    return new HouseholdView(
        home.id().value(),
        home.chat().value(),
        record.invite(),
        record.name(),
        record.zone(),
        record.language().name(),
        directory.link(home.chat()).orElseThrow().source().value(),
        home.chats().stream().map(ChatId::value).toList(),
        membership.member().toString(),
        home.members().stream()
            .map(member -> new MemberView(member.id().toString(), member.name()))
            .toList());
  }
}
