package dev.trestle.testing.browser;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives a test visitors: each parameter of type {@link Visitor} is a person with a browser profile
 * of their own, so that two of them can meet on a page. The browser is the system's chromium,
 * started once for a class.
 *
 * <p>Visitors leave before the test puts its server away. The test fails if a page logged an error,
 * broke its content security policy or threw, unless the visitor was told to {@link Visitor#expect}
 * that.
 */
public final class BrowserExtension implements ParameterResolver, AfterTestExecutionCallback {
  private static final Namespace OURS = Namespace.create(BrowserExtension.class);

  /** Those of one test. */
  private static final class Visitors {
    final List<Visitor> all = new ArrayList<>();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Visitor.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var ofClass = context.getParent().orElse(context).getStore(OURS);
    var chromium = ofClass.computeIfAbsent(Chromium.class, _ -> Chromium.start(), Chromium.class);
    var visitor = new Visitor(chromium, context.getRequiredTestClass().getSimpleName());
    visitors(context).add(visitor);
    return visitor;
  }

  private static List<Visitor> visitors(ExtensionContext context) {
    return context
        .getStore(OURS)
        .computeIfAbsent(Visitors.class, _ -> new Visitors(), Visitors.class)
        .all;
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    var complaints = new ArrayList<String>();
    for (var visitor : visitors(context)) complaints.addAll(visitor.leave());
    if (!complaints.isEmpty() && context.getExecutionException().isEmpty()) {
      throw new AssertionError("pages complained:\n  " + String.join("\n  ", complaints));
    }
  }
}
