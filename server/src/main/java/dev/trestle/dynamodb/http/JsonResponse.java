package dev.trestle.dynamodb.http;

import java.util.zip.CRC32;

/** A response: an HTTP status and a JSON body. */
record JsonResponse(int status, byte[] body) {
  /** The checksum that SDKs compare with the body they receive. */
  public long crc32() {
    var crc = new CRC32();
    crc.update(body);
    return crc.getValue();
  }
}
