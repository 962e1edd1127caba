package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.app.config.SystemName;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.StoreOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemListTest {
  @TempDir Path folder;

  private final Trestle trestle = Trestle.inMemory();
  private final OpenResources open = new OpenResources();

  @AfterEach
  void close() {
    open.close();
    trestle.close();
  }

  private Configuration configuration() {
    return Configuration.read(Map.of(), Map.of(), folder);
  }

  private List<ServedSystem> open(Configuration configuration) {
    var context =
        SystemContext.open(
            trestle.client(),
            trestle.streamsClient(),
            StoreOptions.standard(),
            new MemorySecrets(new Random(1)),
            FeedOptions.polling("test"));
    return SystemList.open(configuration, open.add(context), ServerMode.DEMO, open);
  }

  @Test
  void every_system_has_the_name_and_the_model_that_commands_know() {
    var systems = open(configuration());
    for (var name : SystemName.values()) {
      assertThat(systems)
          .filteredOn(system -> system.name().equals(name.id()))
          .singleElement()
          .satisfies(system -> {
            assertThat(system.title()).isEqualTo(name.title());
            assertThat(system.models()).containsExactly(name.model());
          });
    }
  }

  @Test
  void each_system_that_runs_has_a_demo() {
    var all = configuration();
    assertThat(all.systems()).containsExactly(SystemName.values());
    assertThat(SystemList.demos(all, open(all))).hasSize(SystemName.values().length);
  }
}
