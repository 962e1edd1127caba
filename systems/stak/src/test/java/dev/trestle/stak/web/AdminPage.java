package dev.trestle.stak.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByLabelOptions;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.stak.model.MessageKey;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.SentMessages.ChunkWork;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserUser;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Finds the parts of the administrators' page. */
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

  static void signIn(Page page, TestTenant tenant, String key) {
    signIn(page, tenant, "DEFAULT", key);
  }

  static void signIn(Page page, TestTenant tenant, String inbox, String key) {
    field(page, "Tenant").fill(tenant.tenant());
    field(page, "Inbox").fill(inbox);
    field(page, "Admin key").fill(key);
    field(page, "Your name").fill("grace");
    button(page, "Sign in").click();
  }

  /** A section, for someone who has signed in. */
  static Page open(
      BrowserUser admin, StakServer server, TestTenant tenant, String section, Appearance look) {
    var page = admin.open(at(server, section), look);
    signIn(page, tenant, tenant.adminKey());
    var sections = new GetByRoleOptions().setName("Sections");
    assertThat(page.getByRole(AriaRole.NAVIGATION, sections)).isVisible();
    return page;
  }

  /** Writes a dead letter for ann, as a worker does after its last attempt. */
  static void addDeadLetter(StakServer server, TestTenant tenant, String id) {
    var now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    var key = MessageKey.of(tenant.tenant(), "DEFAULT", id);
    var letter =
        new SentMessages.DeadLetter(
            key.tenant(),
            key.inbox(),
            key.id(),
            0,
            ChunkWork.deliver,
            List.of(new UserId("ann")),
            "the table was throttled",
            now,
            now.plus(Duration.ofDays(1)));
    server.stak.stores().getFirst().run(SentMessages.ADD_DEAD_LETTER, letter);
  }
}
