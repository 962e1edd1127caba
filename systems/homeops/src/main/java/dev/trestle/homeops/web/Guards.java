package dev.trestle.homeops.web;

import dev.trestle.accounts.Accounts;
import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.chat.ChatAdapters;
import dev.trestle.homeops.household.Home;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.household.HouseholdDirectory.Membership;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.HouseholdId;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Person;
import dev.trestle.homeops.model.Source;
import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Guards endpoints: sign-in, rate limits and membership in the household. */
public final class Guards {
  private static final Rate READS = Rate.perMinute("homeops-reads", 600);
  private static final Rate WRITES = Rate.perMinute("homeops-writes", 120);

  private final Accounts accounts;
  private final HouseholdDirectory directory;
  private final ChatAdapters adapters;
  private final RateLimits limits;
  private final UnaryOperator<Endpoint> once;

  public Guards(
      Accounts accounts,
      HouseholdDirectory directory,
      ChatAdapters adapters,
      RateLimits limits,
      UnaryOperator<Endpoint> once) {
    this.accounts = accounts;
    this.directory = directory;
    this.adapters = adapters;
    this.limits = limits;
    this.once = once;
  }

  Endpoint reads(Endpoint endpoint) {
    return accounts.signedIn(limits.around(READS, Guards::caller, endpoint));
  }

  /** A repetition with the same Idempotency-Key is done once. */
  Endpoint writes(Endpoint endpoint) {
    return accounts.signedIn(limits.around(WRITES, Guards::caller, once.apply(endpoint)));
  }

  static String caller(Call call) {
    return Accounts.user(call).value();
  }

  /** The caller, by their account. */
  static Person person(Call call) {
    return new Person(Source.ACCOUNT, caller(call));
  }

  /** The caller as a member of a chat's household. To others the chat is not there. */
  ChatReader inChat(Call call, ChatId chatId) {
    return directory
        .ofChat(chatId)
        .flatMap(home ->
            directory.member(home, person(call)).map(member -> new Membership(home, member)))
        .flatMap(membership ->
            visibleFrom(chatId, caller(call)).map(first -> new ChatReader(membership, first)))
        .orElseThrow(Guards::noSuchChat);
  }

  /** The household that an invite leads to. To people outside its chat it leads nowhere. */
  HouseholdId invited(Call call) {
    var household = directory.invited(call.pathParameter("code"));
    return directory
        .find(household)
        .filter(home -> visibleFrom(home.chat(), caller(call)).isPresent())
        .map(Home::id)
        .orElseThrow(() -> new Refusal.NotFound("invite"));
  }

  /** The caller's households, except those whose chat they have left. */
  List<Membership> memberships(Call call) {
    return directory.of(person(call)).stream()
        .filter(each -> visibleFrom(each.home().chat(), caller(call)).isPresent())
        .toList();
  }

  /**
   * The first message of a chat that a member may see, if they may see the chat. If this server
   * does not serve the app that the chat is in, it cannot tell, and nobody may.
   */
  private Optional<MessageNumber> visibleFrom(ChatId chatId, String account) {
    return directory
        .link(chatId)
        .flatMap(link -> adapters.of(link.source()))
        .flatMap(adapter -> adapter.visibleFrom(chatId, account));
  }

  ChatReader inChat(Call call) {
    return inChat(call, chat(call));
  }

  /** The chat in the path. */
  static ChatId chat(Call call) {
    return ChatId.parse(call.pathParameter("chat")).orElseThrow(Guards::noSuchChat);
  }

  static Refusal noSuchChat() {
    return new Refusal.NotFound("chat");
  }
}
