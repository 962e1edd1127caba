package dev.trestle.testing.browser;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests browser users: each parameter of type {@link BrowserUser} has its own browser
 * profile, so that several users can meet on a page. The browser is the system's chromium, started
 * once per class.
 *
 * <p>The browser is closed before the test stops its server. A test fails if a page logged an
 * error, violated its content security policy or threw an exception, unless the user was told to
 * {@linkplain BrowserUser#expectError expect it}.
 */
public final class BrowserExtension implements ParameterResolver, AfterTestExecutionCallback {
  private static final Namespace OURS = Namespace.create(BrowserExtension.class);

  /** The users of one test. */
  private static final class BrowserUsers {
    final List<BrowserUser> all = new ArrayList<>();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == BrowserUser.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var ofClass = context.getParent().orElse(context).getStore(OURS);
    var chromium = ofClass.computeIfAbsent(Chromium.class, _ -> Chromium.start(), Chromium.class);
    var user = new BrowserUser(chromium, context.getRequiredTestClass().getSimpleName());
    users(context).add(user);
    return user;
  }

  private static List<BrowserUser> users(ExtensionContext context) {
    return context
        .getStore(OURS)
        .computeIfAbsent(BrowserUsers.class, _ -> new BrowserUsers(), BrowserUsers.class)
        .all;
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    boolean hasFailed = context.getExecutionException().isPresent();
    var errors = new ArrayList<String>();
    if (hasFailed) {
      var test = context.getRequiredTestMethod().getName();
      var all = users(context);
      for (int i = 0; i < all.size(); i++) all.get(i).screenshotFailure("failed-" + test + "-" + i);
    }
    for (var user : users(context)) errors.addAll(user.close());
    if (hasFailed || !errors.isEmpty()) {
      SlowNetwork.seed()
          .ifPresent(seed -> System.err.println("failed with -Dtrestle.browser.slow=" + seed));
    }
    if (!hasFailed && !errors.isEmpty()) {
      throw new AssertionError("unexpected errors on pages:\n  " + String.join("\n  ", errors));
    }
  }
}
