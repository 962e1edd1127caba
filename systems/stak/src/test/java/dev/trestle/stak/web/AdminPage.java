package dev.trestle.stak.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByLabelOptions;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.stak.Stak.NewTenant;
import dev.trestle.stak.model.Sends;
import dev.trestle.testing.browser.Look;
import dev.trestle.testing.browser.Visitor;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The administrators' page, as those who use it find their way. */
final class AdminPage {
  private AdminPage() {}

  static URI at(StakServer server, String section) {
    return server.server.endpoint().resolve("/stak/#/" + section);
  }

  static Locator field(Page page, String name) {
    return page.getByLabel(name, new GetByLabelOptions().setExact(true));
  }

  static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name).setExact(true));
  }

  static Locator heading(Page page, String name) {
    return page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName(name).setExact(true));
  }

  static void signIn(Page page, NewTenant tenant, String key) {
    field(page, "Tenant").fill(tenant.tenant());
    field(page, "Inbox").fill("DEFAULT");
    field(page, "Admin key").fill(key);
    field(page, "Your name").fill("grace");
    button(page, "Sign in").click();
  }

  /** A section, for someone who has signed in. */
  static Page open(Visitor admin, StakServer server, NewTenant tenant, String section, Look look) {
    var page = admin.open(at(server, section), look);
    signIn(page, tenant, tenant.adminKey());
    var sections = new GetByRoleOptions().setName("Sections");
    assertThat(page.getByRole(AriaRole.NAVIGATION, sections)).isVisible();
    return page;
  }

  /** Writes a dead letter for ann, as a worker does that gives up. */
  static void bury(StakServer server, NewTenant tenant, String id) {
    var now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    var letter =
        new Sends.DeadLetter(
            tenant.tenant(),
            "DEFAULT",
            id,
            0,
            "deliver",
            List.of("ann"),
            "the table was throttled",
            now,
            now.plus(Duration.ofDays(1)));
    server.stak.store().run(Sends.BURY, letter);
  }
}
