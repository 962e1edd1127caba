package dev.trestle.homeops.message;

import dev.trestle.homeops.model.ChatId;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One lock per chat, so that a message, a correction and an undo in the same chat do not run at
 * once on one server. Across servers, the versions of the records decide.
 */
public final class ChatLocks {
  private static final int STRIPES = 512;

  private final ReentrantLock[] stripes = new ReentrantLock[STRIPES];

  public ChatLocks() {
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new ReentrantLock();
    }
  }

  public void with(ChatId chatId, Runnable work) {
    var lock = stripes[Math.floorMod(chatId.hashCode(), STRIPES)];
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }
}
