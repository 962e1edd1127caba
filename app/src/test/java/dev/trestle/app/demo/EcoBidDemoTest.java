package dev.trestle.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.app.server.RunningServer;
import dev.trestle.ecobid.client.EcoBidClient;
import dev.trestle.testing.Await;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EcoBidDemoTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final long SEED = 5;
  private static final int ACTS = 40;

  @TempDir Path folder;

  private RunningServer server() {
    var environment =
        Map.of(
            "TRESTLE_PORT", "0",
            "TRESTLE_DB_PORT", "0",
            "TRESTLE_ONLY", "ecobid",
            "TRESTLE_DURABILITY", "fast",
            "TRESTLE_DATA", folder.resolve("data").toString());
    return RunningServer.start(Configuration.read(Map.of(), environment, folder), ServerMode.DEV);
  }

  @Test
  void neighbours_fill_the_market_and_never_act_for_the_visitor() {
    try (var server = server();
        var http = HttpClient.newHttpClient();
        var demo = new EcoBidDemo();
        var simulation = new Simulation(50, SEED)) {
      var site = URI.create(server.address());
      demo.populate(site, simulation);
      var visitor = visitor(http, site);

      simulation.start();
      Await.until(() -> simulation.completed() >= ACTS, PATIENCE);

      var centre = MarketStreets.load().centre();
      var found = visitor.newest(centre.latitude(), centre.longitude(), 5);
      assertThat(found.items()).isNotEmpty().allMatch(item -> item.photo().isPresent());
      var own = visitor.ownItems();
      assertThat(own).hasSize(1);
      assertThat(own.getFirst().reservation().orElseThrow().status()).isEqualTo("reserved");
      assertThat(visitor.reservations()).singleElement().matches(r -> r.status().equals("entered"));
    }
  }

  private static EcoBidClient visitor(HttpClient http, URI site) {
    return EcoBidClient.of(
        SignedInClient.signIn(http, site, DemoVisitor.ROBIN.phoneNumber(), "test", code -> code));
  }

  @ParameterizedTest
  @EnumSource
  void every_shape_can_be_drawn_and_the_same_seed_draws_the_same(ItemShape shape) throws Exception {
    var drawing = ItemDrawing.jpeg(shape, SEED);
    assertThat(drawing).isEqualTo(ItemDrawing.jpeg(shape, SEED));
    assertThat(ImageIO.read(new ByteArrayInputStream(drawing)))
        .extracting(BufferedImage::getWidth)
        .isEqualTo(640);
  }
}
