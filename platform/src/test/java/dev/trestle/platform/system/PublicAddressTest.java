package dev.trestle.platform.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import org.junit.jupiter.api.Test;

class PublicAddressTest {
  @Test
  void paths_follow_the_root_with_or_without_a_slash_at_its_end() {
    for (var root : new String[] {"https://home.example", "https://home.example/"}) {
      assertThat(address(root).of("/stak/u/x")).hasToString("https://home.example/stak/u/x");
    }
  }

  @Test
  void a_site_below_a_path_keeps_it() {
    assertThat(address("https://example.com/trestle/").of("/stak/u/x"))
        .hasToString("https://example.com/trestle/stak/u/x");
  }

  @Test
  void an_address_needs_a_host() {
    assertThatIllegalArgumentException().isThrownBy(() -> address("/trestle"));
  }

  private static PublicAddress address(String root) {
    return new PublicAddress(URI.create(root));
  }
}
