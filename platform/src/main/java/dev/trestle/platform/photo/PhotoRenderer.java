package dev.trestle.platform.photo;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Renders uploaded photos, a few at a time. */
public final class PhotoRenderer {
  /** Decoding takes a core and some hundred megabytes, so at most two run at a time. */
  private static final int AT_ONCE = 2;

  private static final Duration WAIT_MAX = Duration.ofSeconds(20);

  private final Semaphore decoding = new Semaphore(AT_ONCE);

  /** Whether the first bytes are those of a photo. */
  public static boolean isPhoto(byte[] bytes) {
    return ImageKind.of(bytes).isPresent();
  }

  public Rendering render(byte[] bytes) {
    return render(bytes, false);
  }

  /** Renders the largest square in the middle of a photo. */
  public Rendering renderSquare(byte[] bytes) {
    return render(bytes, true);
  }

  private Rendering render(byte[] bytes, boolean isSquare) {
    try {
      if (!decoding.tryAcquire(WAIT_MAX.toSeconds(), TimeUnit.SECONDS)) return new Rendering.Busy();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Rendering.Busy();
    }
    try {
      return isSquare ? Rendition.square(bytes) : Rendition.of(bytes);
    } finally {
      decoding.release();
    }
  }
}
