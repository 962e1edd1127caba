package dev.trestle.conformance.embedded;

import dev.trestle.dynamodb.embedded.Trestle;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A process that opens a folder and keeps it open until it is killed. */
final class Holder {
  private Holder() {}

  public static void main(String[] arguments) {
    try (var trestle = Trestle.open(Path.of(arguments[0]))) {
      Ledger.create(trestle.client());
      Ledger.putPair(trestle.client(), 1, 10);
      System.out.println("open");
      while (true) LockSupport.park();
    }
  }
}
