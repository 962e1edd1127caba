package dev.trestle.app.command;

import java.util.Locale;

/** A number of bytes as people read it. */
final class ByteCount {
  private static final String[] UNITS = {"bytes", "KB", "MB", "GB", "TB"};

  private ByteCount() {}

  static String of(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 1000 && unit < UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    return unit == 0 ? bytes + " bytes" : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
  }
}
