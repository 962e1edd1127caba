package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserUser;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** A user of the page, who clicks its buttons. */
final class PageUser {
  final BrowserUser visitor;
  final String name;
  final String number;
  final Appearance look;
  final Page page;

  private PageUser(BrowserUser visitor, String name, String number, Appearance look, Page page) {
    this.visitor = visitor;
    this.name = name;
    this.number = number;
    this.look = look;
    this.page = page;
  }

  /** A new user who has entered a name. */
  static PageUser arrives(BrowserUser visitor, PageServer server, String name) {
    return arrives(visitor, server, name, Appearance.LIGHT);
  }

  static PageUser arrives(BrowserUser visitor, PageServer server, String name, Appearance look) {
    var person = signsIn(visitor, server, name, PageServer.number(), look);
    person.introduces();
    person.isIn();
    return person;
  }

  /** A new user who opens a link; the page asks them to sign in first. */
  static PageUser follows(BrowserUser visitor, String link, String name) {
    var page = visitor.open(URI.create(link), Appearance.LIGHT);
    return new PageUser(visitor, name, PageServer.number(), Appearance.LIGHT, page);
  }

  /** Enters the name, as a new user. */
  void introduces() {
    field("Name").fill(name);
    button("Continue").click();
  }

  /** Uses the code that a development server shows. */
  static PageUser signsIn(
      BrowserUser visitor, PageServer server, String name, String number, Appearance look) {
    var page = visitor.open(server.page(), look);
    var person = new PageUser(visitor, name, number, look, page);
    person.signsIn();
    return person;
  }

  void signsIn() {
    field("Phone number").fill(number);
    button("Get a code").click();
    button("Fill in").click();
    button("Sign in").click();
  }

  void isIn() {
    assertThat(heading("Chats")).isVisible();
  }

  Locator heading(String words) {
    return page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName(words).setExact(true));
  }

  Locator button(String words) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(words).setExact(true));
  }

  Locator item(String words) {
    return page.getByRole(AriaRole.MENUITEM, new GetByRoleOptions().setName(words));
  }

  Locator field(String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  Locator dialog() {
    // Its content is in the page, not in the dialog that shows it.
    return page.locator("t-dialog[open]");
  }

  /** A chat in the list. */
  Locator chat(String title) {
    var name = page.locator(".chat-name", new Page.LocatorOptions().setHasText(title));
    return page.locator("a.chat", new Page.LocatorOptions().setHas(name));
  }

  /** A message in the thread. */
  Locator message(String text) {
    return page.locator(".msg", new Page.LocatorOptions().setHasText(text));
  }

  /** The header of the thread. */
  Locator note() {
    return page.locator(".thread-note");
  }

  String chatId() {
    var address = page.url();
    return address.substring(address.lastIndexOf('/') + 1);
  }

  String userId() {
    return String.valueOf(page.evaluate("document.querySelector('m-app').model.me.user_id"));
  }

  /** Calls the API as this user. */
  Object calls(String path, Map<String, ?> body) {
    return calls(path, "POST", body);
  }

  Object calls(String path, String method, Map<String, ?> body) {
    return page.evaluate(
        "([path, method, body]) =>"
            + " document.querySelector('m-app').model.session.one(path, { method, body })",
        List.of(path, method, body));
  }

  /** Creates a group by the API and returns its id. */
  String creates(String group, String... members) {
    var body = Map.of("type", "group", "name", group, "member_ids", List.of(members));
    return String.valueOf(((Map<?, ?>) calls("/chats", body)).get("chat_id"));
  }

  /** Makes an invite link by the API and returns its token. */
  String invites(String group) {
    var link = (Map<?, ?>) calls("/chats/" + group + "/invite-links", Map.of("valid_for", "day"));
    return String.valueOf(link.get("token"));
  }

  void meets(PageUser other) {
    button("New chat").first().click();
    item("New chat").click();
    dialog().getByLabel("Phone number").fill(other.number);
    button("Start chat").click();
    assertThat(page.getByRole(AriaRole.LOG)).isVisible();
    assertThat(page.locator(".thread-name")).containsText(other.name);
  }

  void groups(String title, PageUser... others) {
    button("New chat").first().click();
    item("New group").click();
    dialog().getByLabel("Group name").fill(title);
    for (var other : others) {
      dialog().getByLabel("Add someone by phone number").fill(other.number);
      agrees("Add");
      assertThat(page.locator(".chip", new Page.LocatorOptions().setHasText(other.name)))
          .isVisible();
    }
    button("Create group").click();
    assertThat(page.locator(".thread-name")).containsText(title);
  }

  void opens(String title) {
    chat(title).click();
    assertThat(page.locator(".thread-name")).containsText(title);
  }

  void says(String text) {
    field("Message").fill(text);
    field("Message").press("Enter");
    assertThat(message(text)).isVisible();
  }

  /** The same with the button, as on a phone, where Enter begins a new line. */
  void tells(String text) {
    field("Message").fill(text);
    button("Send").click();
    assertThat(message(text).first()).isVisible();
  }

  void hears(String text) {
    assertThat(message(text).first()).isVisible();
  }

  /** Opens the menu of a message and takes something from it. */
  void does(String text, String what) {
    message(text).first().hover();
    message(text).first().getByLabel("More").click();
    item(what).click();
  }

  /** Presses a button of the dialog that asks. */
  void agrees(String words) {
    dialog()
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(words).setExact(true))
        .click();
  }

  /** The sign beside a message of one's own: sent, delivered, read. */
  void sees(String text, String progress) {
    assertThat(message(text).locator(".mark." + progress)).isVisible();
  }

  /** From the menu at the top of the thread. */
  void chooses(String what) {
    page.locator(".thread-head t-menu > button").click();
    item(what).click();
  }

  void inspects(String picture) {
    visitor.checkAppearance(picture, page, look);
  }
}
