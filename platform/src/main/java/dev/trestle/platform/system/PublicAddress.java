package dev.trestle.platform.system;

import java.net.URI;

/**
 * Where the outside world reaches the site, for links in e-mails and for services that call back.
 * It may have a path, if a proxy serves the site below one.
 */
public record PublicAddress(URI root) {
  public PublicAddress {
    if (root.getHost() == null) throw new IllegalArgumentException("an address without a host");
  }

  /**
   * The address of a page or an endpoint.
   *
   * @param path within the site, with its first slash
   */
  public URI of(String path) {
    return URI.create(root.toString().replaceAll("/+$", "") + path);
  }
}
