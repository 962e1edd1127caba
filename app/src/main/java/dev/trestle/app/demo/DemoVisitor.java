package dev.trestle.app.demo;

import dev.trestle.accounts.DemoPerson;

/** The person for visitors of the demo. The simulated people know them; nobody acts for them. */
public final class DemoVisitor {
  /** With a number that Sweden reserves for films and books, like those of the others. */
  public static final DemoPerson ROBIN = new DemoPerson("Robin", "+46701740690");

  private DemoVisitor() {}
}
