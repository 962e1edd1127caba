package dev.trestle.dynamodb.wire;

import java.util.zip.CRC32;

/** What goes back: an HTTP status and a body of JSON. */
public record Answer(int status, byte[] body) {
  /** What the SDKs compare the body they receive with. */
  public long crc32() {
    var crc = new CRC32();
    crc.update(body);
    return crc.getValue();
  }
}
