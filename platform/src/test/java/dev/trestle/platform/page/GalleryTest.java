package dev.trestle.platform.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.http.Hosts;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Libraries;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import dev.trestle.testing.browser.FocusOrder;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@BrowserTest
class GalleryTest {
  private static SiteServer server;

  @BeforeAll
  static void start() {
    var shared = Pages.in(GalleryTest.class.getClassLoader(), "dev/trestle/platform/page");
    var site =
        new Site(Hosts.of("127.0.0.1"), () -> "req")
            .at("/shared", shared.router(), ErrorShape.PLAIN)
            .at(Libraries.PREFIX, new Libraries().router(), ErrorShape.PLAIN);
    server = SiteServer.start(site, "127.0.0.1", 0);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static URI gallery() {
    return server.endpoint().resolve("/shared/gallery/");
  }

  private static void ready(Page page) {
    assertThat(page.getByRole(AriaRole.HEADING, named("Icons"))).isVisible();
    assertThat(page.locator("t-chart svg path").first()).isAttached();
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name).setExact(true);
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, named(name));
  }

  @Test
  void every_part_is_accessible_in_light_dark_and_on_a_phone(BrowserUser visitor) {
    visitor.checkAppearances("gallery", gallery(), GalleryTest::ready);
  }

  @Test
  void the_tab_key_goes_through_in_order_and_is_always_seen(BrowserUser visitor) {
    var page = visitor.open(gallery());
    ready(page);

    var stops = FocusOrder.of(page);

    assertThat(stops)
        .startsWith("Skip to content", "Trestle, home", "Trestle", "Theme", "Primary", "Usual")
        .containsSubsequence("Name", "Phone", "Code", "Role", "Text", "Mute this chat")
        .noneMatch(name -> name.startsWith("unseen:"));
  }

  @Test
  void the_chosen_theme_is_there_after_a_reload(BrowserUser visitor) {
    var page = visitor.open(gallery());
    button(page, "Theme").click();
    page.getByRole(AriaRole.MENUITEMRADIO, named("Dark")).click();
    assertThat(page.locator("html")).hasAttribute("data-theme", "dark");

    page.reload();

    assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
    assertThat(page.locator("body")).hasCSS("background-color", "rgb(18, 19, 21)");
  }

  @Test
  void a_menu_is_walked_with_arrows_and_gives_the_focus_back(BrowserUser visitor) {
    var page = visitor.open(gallery());
    var more = button(page, "More");
    more.focus();
    page.keyboard().press("Enter");
    assertThat(page.getByRole(AriaRole.MENUITEM, named("Mute"))).isFocused();
    page.keyboard().press("ArrowDown");
    assertThat(page.getByRole(AriaRole.MENUITEM, named("Export"))).isFocused();
    page.keyboard().press("ArrowUp");
    page.keyboard().press("ArrowUp");
    assertThat(page.getByRole(AriaRole.MENUITEM, named("Leave"))).isFocused();
    page.keyboard().press("Escape");
    assertThat(more).isFocused();

    page.keyboard().press("Enter");
    assertThat(page.getByRole(AriaRole.MENUITEM, named("Mute"))).isFocused();
    page.keyboard().press("e");
    page.keyboard().press("Enter");

    assertThat(page.getByText("Export chosen")).isVisible();
    assertThat(more).isFocused();
  }

  @Test
  void a_dialog_keeps_the_focus_and_gives_it_back(BrowserUser visitor) {
    var page = visitor.open(gallery());
    var opener = page.locator("#open-dialog");
    opener.click();
    var dialog = page.getByRole(AriaRole.DIALOG, named("New group"));
    assertThat(dialog).isVisible();
    assertThat(page.getByLabel("Name of the group")).isFocused();
    visitor.checkAppearance("dialog", page, Appearance.LIGHT);

    for (int press = 0; press < 12; press++) {
      page.keyboard().press("Tab");
      var isInside =
          page.evaluate(
              "!document.activeElement || document.activeElement === document.body"
                  + " || !!document.activeElement.closest('t-dialog')");
      assertThat(isInside).as("after %d presses", press + 1).isEqualTo(true);
    }
    page.keyboard().press("Escape");

    assertThat(dialog).isHidden();
    assertThat(opener).isFocused();
  }

  @Test
  void a_confirmation_says_what_was_chosen(BrowserUser visitor) {
    var page = visitor.open(gallery());
    page.locator("#ask").click();
    button(page, "Leave").click();
    assertThat(page.getByText("You left the group")).isVisible();

    page.locator("#ask").click();
    page.keyboard().press("Escape");

    assertThat(page.getByText("You are still in the group")).isVisible();
  }

  @Test
  void a_fault_stays_until_it_is_dismissed(BrowserUser visitor) {
    var page = visitor.open(gallery());
    page.locator("#say-bad").click();
    var toast = page.getByText("The message was not sent.");
    assertThat(toast).isVisible();
    visitor.checkAppearance("toast", page, Appearance.LIGHT);

    button(page, "Dismiss").click();

    assertThat(toast).isHidden();
  }

  @Test
  void a_table_is_sorted_by_its_heads(BrowserUser visitor) {
    var page = visitor.open(gallery());
    var names = page.locator("t-table tbody th");
    assertThat(names).hasText(new String[] {"chats", "messages", "platform_queue", "stak"});

    button(page, "Items").click();
    assertThat(names).hasText(new String[] {"messages", "stak", "chats", "platform_queue"});
    assertThat(page.locator("th[aria-sort]")).hasAttribute("aria-sort", "descending");

    button(page, "Items").click();
    assertThat(names).hasText(new String[] {"platform_queue", "chats", "stak", "messages"});
  }

  @Test
  void tabs_are_walked_with_arrows(BrowserUser visitor) {
    var page = visitor.open(gallery());
    page.getByRole(AriaRole.TAB).first().focus();
    page.keyboard().press("ArrowRight");
    assertThat(page.locator("t-table tbody")).hasAttribute("aria-busy", "true");
    page.keyboard().press("ArrowRight");
    assertThat(page.getByText("No tables yet")).isVisible();
  }

  @Test
  void a_chart_reads_out_single_moments(BrowserUser visitor) {
    var page = visitor.open(gallery());
    var face = page.locator("#requests .chart-face");
    assertThat(face).hasAttribute("aria-label", "Requests, now: requests 648 /s");
    face.focus();
    page.keyboard().press("ArrowLeft");
    assertThat(page.locator("#requests .reading")).containsText("12:00:59");
    page.keyboard().press("Home");
    assertThat(page.locator("#requests .reading")).containsText("12:00:00");
  }

  @Test
  void code_is_copied(BrowserUser visitor) {
    visitor
        .context(Appearance.LIGHT)
        .grantPermissions(List.of("clipboard-read", "clipboard-write"));
    var page = visitor.open(gallery());

    button(page, "Copy: List tables").click();

    assertThat(page.getByText("Copied")).isAttached();
    assertThat(page.evaluate("navigator.clipboard.readText()"))
        .isEqualTo("aws dynamodb list-tables --endpoint-url http://127.0.0.1:8000");
  }
}
