package dev.trestle.stak.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.email.ContactStore;
import dev.trestle.stak.email.EmailService;
import dev.trestle.stak.inbox.UserInbox;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.Contacts.Contact;
import dev.trestle.stak.model.Contacts.EmailChoice;
import dev.trestle.stak.model.Contacts.QuietHours;
import dev.trestle.stak.model.EmailAddress;
import dev.trestle.stak.model.Tenants.EmailPolicy;
import dev.trestle.stak.model.Tenants.InboxConfig;
import dev.trestle.stak.model.Tenants.PushPolicy;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.push.StakPush;
import dev.trestle.stak.push.UserPushStore;
import dev.trestle.stak.tenant.SettingsStore;
import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * {@code /stack/users/v1/{tenant}/{inbox}/preferences}: the categories a user has muted, and how
 * the user gets e-mails and push messages.
 */
public final class PreferencesApi {
  private static final int MUTED_MAX = 100;
  private static final int HOUR_MAX = 23;
  private static final String CHOICE_RULE =
      "Use one of "
          + Arrays.stream(EmailChoice.values()).map(Enum::name).collect(Collectors.joining(", "))
          + ".";

  /** What is not there stays as it is. Empty quiet hours end them. */
  record PreferencesRequest(
      Optional<Set<String>> muted,
      Optional<Map<String, String>> email,
      Optional<Map<String, Boolean>> push,
      Optional<String> quietHours,
      Optional<String> timeZone,
      Optional<Integer> digestHour) {
    boolean hasTimes() {
      return quietHours.isPresent() || timeZone.isPresent() || digestHour.isPresent();
    }
  }

  /**
   * How a user gets the messages of a category beside the inbox.
   *
   * @param email absent if they are not sent by e-mail
   * @param push absent if they are not pushed
   */
  record CategoryView(
      String category, boolean required, Optional<EmailChoice> email, Optional<Boolean> push) {}

  /**
   * A user's preferences.
   *
   * @param address where e-mails go; none if the tenant has set none, or sends none
   * @param refused whether the mail server has refused this address
   * @param categories those that are sent by e-mail or pushed
   */
  record PreferencesView(
      List<String> muted,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<EmailAddress> address,
      boolean refused,
      List<CategoryView> categories,
      @JsonInclude(JsonInclude.Include.ALWAYS) Optional<String> quietHours,
      String timeZone,
      long digestHour) {}

  private final UserInboxes inboxes;
  private final ContactStore contacts;
  private final UserPushStore pushes;
  private final SettingsStore settings;
  private final boolean sendsEmails;
  private final boolean pushesMessages;

  public PreferencesApi(
      UserInboxes inboxes, EmailService emails, StakPush push, SettingsStore settings) {
    this.inboxes = inboxes;
    this.contacts = emails.contacts();
    this.pushes = push.devices();
    this.settings = settings;
    this.sendsEmails = emails.from().isPresent();
    this.pushesMessages = push.service().isPresent();
  }

  public void addTo(UserRoutes routes) {
    routes.getAndPut("preferences", this::read, this::write);
  }

  private UserInbox inbox(Call call) {
    return inboxes.of(call.noted(UserInboxKey.class));
  }

  private Map<String, EmailPolicy> policies(Call call) {
    if (!sendsEmails) return Map.of();
    return config(call).map(InboxConfig::emailByCategory).orElse(Map.of());
  }

  private Map<String, PushPolicy> pushPolicies(Call call) {
    if (!pushesMessages) return Map.of();
    return config(call).map(InboxConfig::pushByCategory).orElse(Map.of());
  }

  private Optional<InboxConfig> config(Call call) {
    return settings.config(call.noted(UserInboxKey.class).shared());
  }

  private List<CategoryView> categories(Call call, Contact contact) {
    var emails = policies(call);
    var pushed = pushPolicies(call);
    var stored = pushes.read(call.noted(UserInboxKey.class));
    var names = new TreeSet<>(emails.keySet());
    names.addAll(pushed.keySet());
    return names.stream()
        .map(name -> {
          var email = Optional.ofNullable(emails.get(name));
          return new CategoryView(
              name,
              email.filter(EmailPolicy.required::equals).isPresent(),
              email.map(policy -> contact.choice(name, policy)),
              Optional.ofNullable(pushed.get(name)).map(policy -> stored.isWanted(name, policy)));
        })
        .toList();
  }

  private Reply read(Call call) {
    var contact = contacts.read(call.noted(UserInboxKey.class));
    return StakReplies.ok(
        new PreferencesView(
            inbox(call).muted().stream().sorted().toList(),
            contact.email().filter(_ -> sendsEmails),
            contact.refusal().isPresent(),
            categories(call, contact),
            contact.quietHours().map(quiet -> quiet.from() + "-" + quiet.to()),
            contact.zone().getId(),
            contact.digestHour()));
  }

  private Reply write(Call call) {
    var request = call.json(PreferencesRequest.class);
    var muted = request.muted().map(categories -> muted(call, categories));
    var choices = request.email().map(texts -> choices(call, texts)).orElse(Map.of());
    var pushed = request.push().map(wanted -> pushed(call, wanted)).orElse(Map.of());
    var quiet = request.quietHours().flatMap(PreferencesApi::quietHours);
    var zone = request.timeZone().map(text -> Inputs.zone("time_zone", text));
    var hour = request.digestHour().map(PreferencesApi::hour);
    muted.ifPresent(inbox(call)::mute);
    if (!choices.isEmpty() || request.hasTimes()) {
      inbox(call).register();
      contacts.change(
          call.noted(UserInboxKey.class),
          (Contact contact) ->
              contact
                  .withChoices(choices)
                  .withTimes(
                      request.quietHours().isPresent() ? quiet : contact.quietHours(),
                      zone.orElse(contact.zone()),
                      hour.orElse(contact.digestHour())));
    }
    if (!pushed.isEmpty()) {
      inbox(call).register();
      pushes.change(call.noted(UserInboxKey.class), stored -> stored.withChoices(pushed));
    }
    return read(call);
  }

  private Map<String, Boolean> pushed(Call call, Map<String, Boolean> wanted) {
    if (!pushPolicies(call).keySet().containsAll(wanted.keySet())) {
      throw new Refusal.Invalid("push", "Use categories that are pushed.");
    }
    return wanted;
  }

  private Set<String> muted(Call call, Set<String> categories) {
    var muted = new LinkedHashSet<>(categories);
    if (muted.size() > MUTED_MAX) {
      throw new Refusal.Invalid("muted", "Use at most " + MUTED_MAX + " categories.");
    }
    var config = settings.config(call.noted(UserInboxKey.class).shared());
    for (var category : muted) {
      Inputs.category("muted", category);
      if (config.filter(each -> each.isRequired(category)).isPresent()) {
        throw new Refusal.Invalid("muted", "Required categories cannot be muted.");
      }
    }
    return muted;
  }

  private Map<String, EmailChoice> choices(Call call, Map<String, String> texts) {
    var policies = policies(call);
    var choices = new LinkedHashMap<String, EmailChoice>();
    texts.forEach((category, text) -> {
      var choice =
          Arrays.stream(EmailChoice.values())
              .filter(each -> each.name().equals(text))
              .findFirst()
              .orElseThrow(() -> new Refusal.Invalid("email", CHOICE_RULE));
      var policy = Optional.ofNullable(policies.get(category));
      if (policy.isEmpty()) {
        throw new Refusal.Invalid("email", "Use categories that are sent by e-mail.");
      }
      if (policy.get() == EmailPolicy.required && choice != EmailChoice.immediately) {
        throw new Refusal.Invalid("email", "Required categories are sent immediately.");
      }
      choices.put(category, choice);
    });
    return choices;
  }

  /** None for an empty text. */
  private static Optional<QuietHours> quietHours(String text) {
    if (text.isEmpty()) return Optional.empty();
    var times = text.split("-", -1);
    try {
      if (times.length == 2) {
        var from = LocalTime.parse(times[0]);
        var to = LocalTime.parse(times[1]);
        if (!from.equals(to)) return Optional.of(new QuietHours(from, to));
      }
    } catch (DateTimeParseException e) {
      // Said below, in the same words.
    }
    throw new Refusal.Invalid("quiet_hours", "Use two times of day, such as 22:00-07:00.");
  }

  private static long hour(int hour) {
    if (hour < 0 || hour > HOUR_MAX) {
      throw new Refusal.Invalid("digest_hour", "Use an hour from 0 to " + HOUR_MAX + ".");
    }
    return hour;
  }
}
