package dev.trestle.stak.tenant;

import java.util.regex.Pattern;

/** What tenants, inboxes, users and categories may be called: what keys are made of, never more. */
public final class Names {
  private static final Pattern SHORT = Pattern.compile("[0-9A-Za-z._@:+-]{1,64}");
  private static final Pattern USER = Pattern.compile("[0-9A-Za-z._@:+-]{1,256}");

  /** Said to whoever chose another name. */
  public static final String RULE = "1 to 64 of letters, digits and . _ @ : + - are expected.";

  public static final String USER_RULE =
      "1 to 256 of letters, digits and . _ @ : + - are expected.";

  private Names() {}

  /** Whether a tenant or an inbox may be called so. */
  public static boolean isName(String text) {
    return SHORT.matcher(text).matches();
  }

  public static boolean isUser(String text) {
    return USER.matcher(text).matches();
  }

  /** Whether a category may be called so; {@code *} means all of them and is no category. */
  public static boolean isCategory(String text) {
    return SHORT.matcher(text).matches();
  }
}
