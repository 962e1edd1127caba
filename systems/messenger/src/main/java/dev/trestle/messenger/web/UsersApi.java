package dev.trestle.messenger.web;

import dev.trestle.http.Field;
import dev.trestle.http.Streamed;
import dev.trestle.messenger.Account;
import dev.trestle.messenger.Refused;
import dev.trestle.messenger.identity.PhoneNumbers;
import dev.trestle.messenger.people.People;
import dev.trestle.platform.limit.Limits;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.util.List;
import java.util.function.UnaryOperator;

/** Profiles, and all that one has here. */
final class UsersApi {
  record Renaming(String displayName) {}

  record LookingUp(List<String> phoneNumbers) {}

  record Found(String phoneNumber, String userId) {}

  private final People people;
  private final Account account;
  private final Limits limits;
  private final ApiLimits rates;

  UsersApi(People people, Account account, Limits limits, ApiLimits rates) {
    this.people = people;
    this.account = account;
    this.limits = limits;
    this.rates = rates;
  }

  void addTo(Router router, Door door, UnaryOperator<Endpoint> once) {
    Endpoint lookUp = limits.around(rates.lookups(), call -> Door.user(call).value(), this::lookUp);
    router
        .get("/users/me", door.signedIn(this::me))
        .patch("/users/me", door.signedIn(once.apply(this::rename)))
        .delete("/users/me", door.signedIn(this::close))
        .get("/users/me/export", door.signedIn(this::export))
        .get("/users/{user}", door.signedIn(this::one))
        .post("/users/lookup", door.signedIn(once.apply(lookUp)));
  }

  private Reply me(Call call) {
    return Reply.ok(new Views.One<>(Views.Me.of(people.me(Door.user(call)))));
  }

  private Reply rename(Call call) {
    var name = call.json(Renaming.class).displayName();
    return Reply.ok(new Views.One<>(Views.Me.of(people.rename(Door.user(call), name))));
  }

  private Reply one(Call call) {
    var user =
        people
            .find(Texts.user(call.place("user")))
            .orElseThrow(() -> Refused.of(Refused.Code.NOT_FOUND, "There is no such user."));
    return Reply.ok(new Views.One<>(Views.Person.of(user)));
  }

  private Reply lookUp(Call call) {
    var asked = call.json(LookingUp.class).phoneNumbers();
    if (asked.isEmpty() || asked.size() > People.NUMBERS_MAX) {
      throw Refused.invalid("phone_numbers", "1 to 100 numbers are expected.");
    }
    limits.check(rates.numbers(), Door.user(call).value(), asked.size());
    var numbers = asked.stream().map(text -> PhoneNumbers.e164(text, "phone_numbers")).toList();
    var found =
        people.lookUp(numbers).stream()
            .map(claim -> new Found(claim.phoneNumber(), claim.userId().value()))
            .toList();
    return Reply.ok(new Views.Many<>(found, Views.Pagination.WHOLE));
  }

  private Reply close(Call call) {
    account.close(Door.user(call));
    return Reply.nothing();
  }

  /** JSON lines, as they are read: it may be much. */
  private Reply export(Call call) {
    var user = Door.user(call);
    people.me(user);
    var fields =
        List.of(
            new Field("Content-Type", "application/x-ndjson"),
            new Field("Content-Disposition", "attachment; filename=\"messenger.ndjson\""));
    return Reply.ongoing(new Streamed(200, fields, new Export(account).of(user)));
  }
}
