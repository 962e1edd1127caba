package dev.trestle.testing.browser;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The response to a request of a page that is held back: the server has given it, the page does not
 * have it yet. What is newer reaches the page first, and the response must not replace it.
 */
public final class HeldResponse {
  private final Page page;
  private Optional<Given> given = Optional.empty();

  private record Given(Route route, APIResponse response) {}

  private HeldResponse(Page page) {
    this.page = page;
  }

  /**
   * Holds back the first response from now on.
   *
   * @param method of the request, such as GET
   * @param address a regular expression that a part of the address matches
   */
  public static HeldResponse first(Page page, String method, String address) {
    var held = new HeldResponse(page);
    page.route(
        Pattern.compile(address),
        route -> {
          if (held.given.isPresent() || !route.request().method().equals(method)) {
            route.fallback();
          } else {
            held.given = Optional.of(new Given(route, route.fetch()));
          }
        });
    return held;
  }

  /** Waits until the server has answered. */
  public HeldResponse await() {
    page.waitForCondition(() -> given.isPresent());
    return this;
  }

  /** Lets the page have the response. */
  public void arrives() {
    var held = given.orElseThrow();
    held.route.fulfill(new Route.FulfillOptions().setResponse(held.response));
  }
}
