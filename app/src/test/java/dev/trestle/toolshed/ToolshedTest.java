package dev.trestle.toolshed;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.trestle.app.demo.Demo;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.http.Hosts;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Libraries;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.store.StoreOptions;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import dev.trestle.toolshed.loan.Borrowing;
import dev.trestle.toolshed.loan.Loans;
import dev.trestle.toolshed.loan.Refusal;
import dev.trestle.toolshed.model.MemberName;
import dev.trestle.toolshed.model.ShedName;
import dev.trestle.toolshed.model.ToolName;
import dev.trestle.toolshed.model.ToolshedModel;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The sample system: checked, served, populated by its demo, and seen in a browser. */
@BrowserTest
class ToolshedTest {
  private static final long SEED = 11;
  private static final ShedName SHED = new ShedName("elm");
  private static final MemberName ANN = new MemberName("ann");
  private static final MemberName BO = new MemberName("bo");

  private Trestle trestle;
  private SystemContext context;
  private Toolshed toolshed;
  private SiteServer server;

  @BeforeEach
  void serve() {
    var random = new Random(SEED);
    trestle = Trestle.open(EngineOptions.inMemory());
    context =
        SystemContext.open(
            trestle.client(),
            trestle.streamsClient(),
            StoreOptions.standard().random(random),
            new MemorySecrets(random),
            FeedOptions.polling("sample"));
    toolshed = Toolshed.open(context);
    var shared = Pages.in(ToolshedTest.class.getClassLoader(), "dev/trestle/platform/page");
    var site = new Site(Hosts.of("127.0.0.1"), () -> context.ids().next("req_"));
    toolshed.mount(site);
    site.at("/shared", shared.router(), ErrorShape.PLAIN)
        .at(Libraries.PREFIX, new Libraries().router(), ErrorShape.PLAIN);
    server = SiteServer.start(site, "127.0.0.1", 0);
    toolshed.start();
  }

  @AfterEach
  void close() {
    toolshed.stop();
    server.close();
    toolshed.close();
    context.close();
    trestle.close();
  }

  @Test
  void the_model_has_neither_faults_nor_warnings() {
    ModelCheck.of(ToolshedModel.MODEL).orThrow(Severity.WARNING);
  }

  @Test
  void two_people_who_ask_for_one_tool_at_once_do_not_both_get_it() throws Exception {
    var loans = new Loans(toolshed.stores().getFirst(), context.clock());
    var outcomes = new CopyOnWriteArrayList<Borrowing>();
    var saw = new ToolName("saw");
    var ann = Thread.startVirtualThread(() -> outcomes.add(loans.borrow(SHED, saw, ANN)));
    var bo = Thread.startVirtualThread(() -> outcomes.add(loans.borrow(SHED, saw, BO)));
    ann.join();
    bo.join();
    assertThat(outcomes).filteredOn(Borrowing.Lent.class::isInstance).hasSize(1);
    assertThat(outcomes).filteredOn(Borrowing.Taken.class::isInstance).hasSize(1);
  }

  @Test
  void a_member_who_has_three_tools_gets_no_other_and_may_repeat_a_call() {
    var loans = new Loans(toolshed.stores().getFirst(), context.clock());
    for (var tool : List.of("saw", "drill", "ladder")) {
      loans.borrow(SHED, new ToolName(tool), ANN);
    }
    assertThatExceptionOfType(Refusal.TooManyLoans.class)
        .isThrownBy(() -> loans.borrow(SHED, new ToolName("spade"), ANN));
    assertThat(loans.borrow(SHED, new ToolName("saw"), ANN)).isInstanceOf(Borrowing.Lent.class);
    assertThat(loans.borrow(SHED, new ToolName("spade"), BO)).isInstanceOf(Borrowing.Lent.class);
  }

  @Test
  void the_page_shows_what_the_people_of_the_demo_borrow(BrowserUser visitor) {
    try (var _ = Demo.start(List.of(new ToolshedDemo()), server.endpoint(), 20)) {
      var page = visitor.open(server.endpoint().resolve("/toolshed/"));
      assertThat(page.locator("t-app-bar .bar-switch")).containsText("Tool shed");
      assertThat(page.getByText("saw")).isVisible();
      assertThat(page.getByText("ladder")).isVisible();
    }
  }
}
