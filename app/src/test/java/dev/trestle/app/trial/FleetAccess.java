package dev.trestle.app.trial;

import dev.trestle.app.fleet.LocalFleet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Clients of a fleet on this machine, with what its folder has for them. */
final class FleetAccess {
  private FleetAccess() {}

  /** A client that trusts the certificate of the fleet's nginx, and no other. */
  static HttpClient http(Path folder) {
    try (var in = Files.newInputStream(folder.resolve("certificate.pem"))) {
      var trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry(
          "fleet", CertificateFactory.getInstance("X.509").generateCertificate(in));
      var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      var tls = SSLContext.getInstance("TLS");
      tls.init(null, managers.getTrustManagers(), null);
      return HttpClient.newBuilder().sslContext(tls).build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The tables beneath the servers. */
  static DynamoDbClient tables(LocalFleet fleet, Path folder) {
    var keys =
        ProfileFile.builder()
            .content(folder.resolve("credentials"))
            .type(ProfileFile.Type.CREDENTIALS)
            .build();
    return DynamoDbClient.builder()
        .endpointOverride(fleet.database())
        .region(Region.US_EAST_1)
        .credentialsProvider(ProfileCredentialsProvider.builder().profileFile(keys).build())
        .build();
  }
}
