package dev.trestle.bench.messenger;

import dev.trestle.messenger.MessengerOptions;
import java.io.IOException;

/** The same server with the limits that it has in production, for {@link FloodTrial}. */
final class LimitedMessengerProcess {
  private LimitedMessengerProcess() {}

  static void main(String[] arguments) throws IOException {
    MessengerProcess.serve(arguments[0], MessengerOptions.standard());
  }
}
