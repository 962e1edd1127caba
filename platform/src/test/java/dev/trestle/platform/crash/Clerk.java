package dev.trestle.platform.crash;

import dev.trestle.platform.crash.Ledger.Entry;
import dev.trestle.platform.crash.Ledger.Named;
import java.nio.file.Path;

/** The child process: posts entry after entry and says so, until it is killed. */
public final class Clerk {
  private Clerk() {}

  public static void main(String[] arguments) {
    var office = new Office(Path.of(arguments[0]));
    office.work();
    office.tick();
    for (int round = 0; round < 1_000_000; round++) {
      for (int i = 0; i < Office.ENTRIES; i++) {
        var name = Office.entry(i);
        long version =
            office.ledger.run(Ledger.READ_ENTRY, new Named(name)).map(Entry::version).orElse(0L)
                + 1;
        office.post(name, version);
        System.out.println("posted " + name + " " + version);
      }
    }
  }
}
