package dev.trestle.homeops.page;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserUser;

/** Somebody in front of the page, who does what is written on its buttons. */
final class FamilyMember {
  final BrowserUser user;
  final Page page;

  private FamilyMember(BrowserUser user, Page page) {
    this.user = user;
    this.page = page;
  }

  /** Opens the page for the first time, at a part of it such as {@code #/join/code}. */
  static FamilyMember arrives(
      BrowserUser user, HomeSite server, Appearance appearance, String hash) {
    // The page says "today" by the browser's clock: midnight must not pass during a test.
    user.context(appearance).clock().setFixedTime(server.clock.millis());
    return new FamilyMember(user, user.open(server.page().resolve(hash), appearance));
  }

  /** Opens the page in a browser that prefers Swedish. */
  static FamilyMember arrivesInSwedish(BrowserUser user, HomeSite server, Appearance appearance) {
    user.context(appearance)
        .addInitScript(
            "Object.defineProperty(navigator, 'languages', { get: () => ['sv-SE', 'en'] })");
    return arrives(user, server, appearance, "");
  }

  /** Signs in as somebody new, on a page in English. */
  FamilyMember signsUp(String number, String name) {
    return signsUp(
        number, name, "Phone number", "Get a code", "Fill in", "Sign in", "Name", "Continue");
  }

  FamilyMember signsUpInSwedish(String number, String name) {
    return signsUp(
        number, name, "Telefonnummer", "Skicka en kod", "Fyll i", "Logga in", "Namn", "Fortsätt");
  }

  private FamilyMember signsUp(String number, String name, String... words) {
    field(words[0]).fill(number);
    button(words[1]).click();
    button(words[2]).click();
    button(words[3]).click();
    field(words[4]).fill(name);
    button(words[5]).click();
    return this;
  }

  void writes(String text) {
    var composer = page.locator(".composer textarea");
    composer.fill(text);
    composer.press("Enter");
  }

  /** Tries a sentence without sending it. */
  void tries(String text) {
    var sentence = page.locator("h-try input");
    sentence.fill(text);
    sentence.press("Enter");
  }

  /** Waits until the last of the chat is in view. */
  void awaitsEnd() {
    page.waitForFunction(
        "() => { const log = document.querySelector('.log');"
            + " return log.scrollHeight - log.scrollTop - log.clientHeight < 2 }");
  }

  /** Scrolls the chat up as far as it goes, and waits until the page has noticed. */
  void scrollsToStart() {
    page.evaluate(
        "() => new Promise((resolve) => { const log = document.querySelector('.log');"
            + " log.addEventListener('scroll', resolve, { once: true }); log.scrollTop = 0 })");
  }

  int scrollTop() {
    return (int) page.evaluate("() => Math.round(document.querySelector('.log').scrollTop)");
  }

  void goes(String hash) {
    page.evaluate("hash => { location.hash = hash }", hash);
  }

  /** A message of the chat with this text. */
  Locator message(String text) {
    return page.locator(
        ".msg[data-message]",
        new Page.LocatorOptions().setHas(page.locator(".msg-text").getByText(text, exactly())));
  }

  private static Locator.GetByTextOptions exactly() {
    return new Locator.GetByTextOptions().setExact(true);
  }

  /** The assistant's check marks at a message. */
  Locator marks(String text) {
    return message(text).locator(".button.mark");
  }

  /** The language that the page says it is in. */
  Locator inLanguage(String code) {
    return page.locator("html[lang=" + code + "]");
  }

  Locator heading(String words) {
    return page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName(words).setExact(true));
  }

  Locator button(String words) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(words).setExact(true));
  }

  Locator choice(String words) {
    return page.getByRole(AriaRole.MENUITEM, new GetByRoleOptions().setName(words).setExact(true));
  }

  Locator field(String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  Locator text(String words) {
    return page.getByText(words);
  }
}
