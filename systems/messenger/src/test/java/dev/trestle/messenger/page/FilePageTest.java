package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import dev.trestle.messenger.file.ChatFiles;
import dev.trestle.testing.Await;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
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

  @Test
  void a_photo_that_takes_long_to_read_does_not_delay_the_next_file(BrowserUser one) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    ann.groups("Notes");
    ann.page.evaluate(
        """
        () => {
          FileReader.prototype.readAsDataURL = () => {};
          const files = [new File(['photo'], 'photo.png', { type: 'image/png' }), new File(['text'], 'notes.txt')];
          document.querySelector('m-composer').attach(files);
        }\
        """);
    assertThat(ann.page.locator(".attachment")).hasCount(2);
  }

  @Test
  void an_upload_that_the_network_was_too_slow_for_is_sent_again(BrowserUser one) {
    one.expectError("408");
    var ann = PageUser.arrives(one, server, "Ann Lee");
    ann.groups("Notes");
    var isFirst = new AtomicBoolean(true);
    ann.page.route(
        "**/files?name=*",
        route -> {
          if (isFirst.getAndSet(false)) {
            route.fulfill(new Route.FulfillOptions().setStatus(408));
          } else {
            route.resume();
          }
        });
    attaches(ann, "film.mkv", 1000);
    ann.button("Send").click();
    assertThat(ann.page.locator("button.file")).containsText("film.mkv");
  }

  /**
   * The page notices by its failing upload that the connection is gone, before the next heartbeat.
   */
  @Test
  void an_upload_that_the_network_cuts_off_waits_for_the_next_connection(BrowserUser one) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var states =
        ann.page.evaluate(
            """
            async () => {
              const { Outbox } = await import('./outbox.js');
              const live = { isLive: true, doubt: () => (live.isLive = false), ask: async () => ({}) };
              let isCut = true;
              const files = {
                upload: async () => {
                  if (isCut) throw Object.assign(new Error('cut off'), { isUnknown: true });
                  return { file_id: 'file_1' };
                },
              };
              const sent = new Promise((resolve) => {
                const outbox = new Outbox('user_1', () => live, files, () => {}, resolve);
                const item = outbox.send('chat_1', '', { file: { blob: new File(['text'], 'notes.txt') } });
                setTimeout(() => {
                  window.stateWhileCut = item.state + (live.isLive ? '' : ', disconnected');
                  isCut = false;
                  live.isLive = true;
                  outbox.flush();
                });
              });
              await sent;
              return window.stateWhileCut;
            }\
            """);
    assertThat(states).isEqualTo("waiting, disconnected");
  }

  /** Otherwise a message could be sent twice at once, or after its sender had discarded it. */
  @Test
  void a_planned_attempt_sends_nothing_that_is_being_sent_or_was_discarded(BrowserUser one) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var calls =
        ann.page.evaluate(
            """
            async () => {
              const { Outbox } = await import('./outbox.js');
              const wait = setTimeout;
              const settled = () => new Promise((resolve) => wait(resolve));
              const planned = [];
              window.setTimeout = (run, ms) => (ms === 1000 ? planned.push(run) : wait(run, ms));
              const cutOff = async () => {
                throw Object.assign(new Error('cut off'), { isUnknown: true });
              };
              let asked = 0;
              let answer = cutOff;
              const ask = () => {
                asked++;
                return answer();
              };
              const live = { isLive: true, doubt() {}, ask };
              const outbox = new Outbox('user_1', () => live, {}, () => {}, () => {});
              outbox.send('chat_1', 'is being sent');
              await settled();
              answer = () => new Promise(() => {});
              outbox.flush();
              planned.shift()();
              await settled();
              const first = asked;
              answer = cutOff;
              const item = outbox.send('chat_1', 'is discarded');
              await settled();
              outbox.drop(item);
              planned.shift()();
              await settled();
              window.setTimeout = wait;
              return [first, asked].join(' ');
            }\
            """);
    assertThat(calls).isEqualTo("2 3");
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
