package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.Visitor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two people talk. */
@BrowserTest
final class ConversationPageTest {
  private PageServer server;

  /** A machine that builds and tests other things at the same time is slow. */
  @BeforeAll
  static void patience() {
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
  }

  @BeforeEach
  void start() {
    server = new PageServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void what_one_says_the_other_reads_and_both_see_it(Visitor one, Visitor other) {
    var ann = Person.arrives(one, server, "Ann Lee");
    var bob = Person.arrives(other, server, "Bob Kim");
    ann.inspects("empty");
    ann.meets(bob);
    ann.says("Hello Bob");
    ann.sees("Hello Bob", "delivered");
    assertThat(bob.chat("Ann Lee")).containsText("Hello Bob");
    assertThat(bob.chat("Ann Lee").locator(".count")).containsText("1");
    bob.opens("Ann Lee");
    bob.hears("Hello Bob");
    ann.sees("Hello Bob", "read");
    bob.says("Hello Ann");
    ann.hears("Hello Ann");
    ann.inspects("direct");
  }
}
