package dev.trestle.stak.web;

import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.ContentSecurity;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.email.ContactStore;
import dev.trestle.stak.email.EmailService;
import dev.trestle.stak.email.Html;
import dev.trestle.stak.email.UnsubscribeLinks;
import dev.trestle.stak.email.UnsubscribeLinks.Declined;
import dev.trestle.stak.model.Contacts.Contact;
import dev.trestle.stak.model.Contacts.EmailChoice;
import dev.trestle.stak.model.Tenants.EmailPolicy;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.tenant.SettingsStore;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code /stak/unsubscribe/{token}}: declines e-mails without a sign-in. Opening the link only
 * shows a page, since mail scanners open links; its button, or the mail program itself (RFC 8058),
 * posts to the same address.
 */
public final class UnsubscribePage {
  /** Mail providers post for many of their users from a few addresses. */
  private static final Rate CALLS = Rate.perMinute("stak-unsubscribe", 600);

  /** Nothing in the body matters. */
  private static final int BODY_BYTES_MAX = 4096;

  private static final String BUTTON =
      "<form method=\"post\"><button class=\"button primary\">Unsubscribe</button></form>";

  private final UnsubscribeLinks links;
  private final ContactStore contacts;
  private final SettingsStore settings;
  private final RateLimits limits;

  public UnsubscribePage(EmailService emails, SettingsStore settings, RateLimits limits) {
    this.links = emails.links();
    this.contacts = emails.contacts();
    this.settings = settings;
    this.limits = limits;
  }

  public Router addTo(Router router) {
    return router
        .get("/unsubscribe/{token}", limited(this::ask))
        .add("POST", "/unsubscribe/{token}", limited(this::decline), BODY_BYTES_MAX);
  }

  private Endpoint limited(Endpoint endpoint) {
    return limits.around(CALLS, Call::clientNetwork, endpoint);
  }

  private Reply ask(Call call) {
    var link = links.read(call.pathParameter("token"));
    if (link.isEmpty()) return invalid();
    if (isRequired(link.get())) return required(link.get());
    return page(
        200,
        "Unsubscribe?",
        "You will get no more " + what(link.get()) + " from " + sender(link.get()) + ".",
        BUTTON);
  }

  private Reply decline(Call call) {
    var link = links.read(call.pathParameter("token"));
    if (link.isEmpty()) return invalid();
    if (isRequired(link.get())) return required(link.get());
    try {
      contacts.change(link.get().user(), contact -> contact.withChoices(off(link.get(), contact)));
    } catch (Refusal.NotFound erased) {
      // Nobody sends e-mails to a user who was erased.
    }
    return page(
        200,
        "Unsubscribed",
        "You get no more "
            + what(link.get())
            + " from "
            + sender(link.get())
            + ". You can change this in the settings of your inbox.",
        "");
  }

  private Map<String, EmailChoice> off(Declined declined, Contact contact) {
    if (!declined.isDigests()) return Map.of(declined.category(), EmailChoice.off);
    var off = new HashMap<String, EmailChoice>();
    contact
        .choices()
        .forEach((category, choice) -> {
          if (choice.isDigest()) off.put(category, EmailChoice.off);
        });
    return off;
  }

  private boolean isRequired(Declined declined) {
    return settings
        .emailPolicy(declined.user().shared(), declined.category())
        .filter(policy -> policy == EmailPolicy.required)
        .isPresent();
  }

  private static String what(Declined declined) {
    return declined.isDigests() ? "digests" : "“" + declined.category() + "” e-mails";
  }

  private String sender(Declined declined) {
    var tenant = declined.user().tenant();
    return settings.settings(tenant).map(TenantSettings::title).orElse(tenant.value());
  }

  private Reply required(Declined declined) {
    return page(
        409,
        "These e-mails cannot be declined",
        sender(declined) + " sends " + what(declined) + " to all its users.",
        "");
  }

  private static Reply invalid() {
    return page(
        404,
        "This link is not valid",
        "Copy the whole link from the e-mail, or open the settings of your inbox.",
        "");
  }

  private static Reply page(int status, String heading, String text, String action) {
    var html =
        """
        <!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="robots" content="noindex" />
            <title>%1$s</title>
            <link rel="icon" href="/shared/sign.svg" type="image/svg+xml" />
            <link rel="stylesheet" href="/shared/trestle.css" />
            <script src="/shared/theme.js"></script>
          </head>
          <body>
            <main class="sign-in-page">
              <div class="card sign-in-card stack">
                <h1>%1$s</h1>
                <p>%2$s</p>
                %3$s
              </div>
            </main>
          </body>
        </html>
        """
            .formatted(Html.escape(heading), Html.escape(text), action);
    return Reply.bytes(status, "text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8))
        .with("Content-Security-Policy", ContentSecurity.page(List.of()))
        .with("Cache-Control", "no-store");
  }
}
