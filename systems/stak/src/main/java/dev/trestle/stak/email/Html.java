package dev.trestle.stak.email;

/** Texts in HTML. */
public final class Html {
  private Html() {}

  /** The text as content, or as the value of an attribute in double quotes. */
  public static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
