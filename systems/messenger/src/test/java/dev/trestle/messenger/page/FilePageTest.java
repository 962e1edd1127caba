package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import dev.trestle.messenger.file.ChatFiles;
import dev.trestle.testing.Await;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Large files in the page. */
@BrowserTest
final class FilePageTest {
  private static final int SLOW_BYTES_PER_SECOND = 100_000;
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int FILE_BYTES = 3_000_000;

  private static PageServer server;

  @BeforeAll
  static void start() {
    server = new PageServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Chooses a file of zeros, which the page makes itself: it may be large. */
  private static void attaches(PageUser person, String name, int bytes) {
    person.page.evaluate(
        "([name, bytes]) => document.querySelector('m-composer')"
            + ".attach([new File([new Uint8Array(bytes)], name)])",
        new Object[] {name, bytes});
  }

  /** Limits how fast the page sends; 0 removes the limit. */
  private static void sendsAt(CDPSession network, int bytesPerSecond) {
    var limits = new JsonObject();
    limits.addProperty("offline", false);
    limits.addProperty("latency", 0);
    limits.addProperty("downloadThroughput", -1);
    limits.addProperty("uploadThroughput", bytesPerSecond == 0 ? -1 : bytesPerSecond);
    network.send("Network.emulateNetworkConditions", limits);
  }

  @Test
  void the_page_takes_files_up_to_the_limit_of_the_server(BrowserUser one) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    ann.groups("Notes");
    attaches(ann, "film.mkv", ChatFiles.BYTES_MAX + 1);
    assertThat(ann.page.getByText("film.mkv is larger than 25 MB.")).isVisible();
    assertThat(ann.page.locator(".attachment")).hasCount(0);
    attaches(ann, "shorter.mkv", ChatFiles.BYTES_MAX);
    assertThat(ann.page.locator(".attachment")).containsText("25 MB");
    ann.button("Send").click();
    assertThat(ann.page.locator("button.file")).containsText("shorter.mkv");
  }

  private static boolean isUnderWay(Locator progress) {
    return Boolean.TRUE.equals(progress.evaluate("({value}) => value > 0 && value < 1"));
  }

  @Test
  void an_upload_shows_how_far_it_is(BrowserUser one) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    ann.groups("Notes");
    var network = ann.page.context().newCDPSession(ann.page);
    network.send("Network.enable");
    sendsAt(network, SLOW_BYTES_PER_SECOND);
    ann.page
        .locator(".composer-files")
        .setInputFiles(
            new FilePayload("film.mkv", "application/octet-stream", new byte[FILE_BYTES]));
    ann.button("Send").click();
    var progress = ann.page.getByRole(AriaRole.PROGRESSBAR);
    assertThat(progress).isVisible();
    assertThat(progress).hasAttribute("aria-label", "Sending film.mkv");
    Await.until(() -> isUnderWay(progress), LONG);
    ann.inspects("messenger-upload");
    sendsAt(network, 0);
    assertThat(progress).hasCount(0);
    assertThat(ann.page.locator("button.file")).containsText("film.mkv");
  }
}
