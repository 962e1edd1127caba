package dev.trestle.ecobid.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserUser;

/** Somebody in front of the page, who does what is written on its buttons. */
final class MarketVisitor {
  /** The middle of the map that the page draws. */
  static final double LATITUDE = 57.3;

  static final double LONGITUDE = 20.0;

  private static final String PLACE =
      """
      if (location.protocol === 'http:') {
        localStorage.setItem('ecobid.place', JSON.stringify({lat: %s, lon: %s, label: 'here'}));
      }
      """
          .formatted(LATITUDE, LONGITUDE);

  final BrowserUser user;
  final Page page;

  private MarketVisitor(BrowserUser user, Page page) {
    this.user = user;
    this.page = page;
  }

  /** Comes for the first time and has chosen a place before. */
  static MarketVisitor arrives(BrowserUser user, MarketSite server, Appearance appearance) {
    user.context(appearance).addInitScript(PLACE);
    return new MarketVisitor(user, user.open(server.page(), appearance));
  }

  static MarketVisitor arrives(BrowserUser user, MarketSite server) {
    return arrives(user, server, Appearance.LIGHT);
  }

  /** Has never been here. */
  static MarketVisitor stranger(BrowserUser user, MarketSite server) {
    return new MarketVisitor(user, user.open(server.page()));
  }

  /** Fills in the dialog that asks who one is, as somebody new. */
  MarketVisitor signsUp(String number, String name) {
    field("Phone number").fill(number);
    button("Get a code").click();
    button("Fill in").click();
    page.locator("t-dialog form").getByRole(AriaRole.BUTTON).first().click();
    field("Name").fill(name);
    button("Continue").click();
    assertThat(page.locator("t-dialog[open]")).hasCount(0);
    return this;
  }

  void goes(String hash) {
    page.evaluate("hash => { location.hash = hash }", hash);
  }

  void opens(String title) {
    card(title).locator("a").click();
    assertThat(heading(title)).isVisible();
  }

  Locator card(String title) {
    return page.locator("e-card", new Page.LocatorOptions().setHasText(title));
  }

  Locator heading(String words) {
    return page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName(words).setExact(true));
  }

  Locator button(String words) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(words).setExact(true));
  }

  Locator field(String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  Locator text(String words) {
    return page.getByText(words);
  }
}
