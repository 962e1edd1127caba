package dev.trestle.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** The metadata that editors read lists the settings that there are. */
class ConfigurationMetadataTest {
  @Test
  void every_setting_is_listed() throws IOException {
    var listed = new ArrayList<String>();
    try (var file =
        TrestleProperties.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      var metadata = new ObjectMapper().readTree(Objects.requireNonNull(file));
      metadata.path("properties").forEach(each -> listed.add(each.path("name").asText()));
    }
    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(settings("trestle", TrestleProperties.class));
  }

  private static List<String> settings(String prefix, Class<?> group) {
    var settings = new ArrayList<String>();
    for (var component : group.getRecordComponents()) {
      var name = prefix + "." + dashed(component.getName());
      assertThat(ConfigurationPropertyName.isValid(name)).isTrue();
      if (component.getType().isRecord()) settings.addAll(settings(name, component.getType()));
      else settings.add(name);
    }
    return settings;
  }

  /** {@code createTables} is set as {@code create-tables}. */
  private static String dashed(String name) {
    return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }
}
