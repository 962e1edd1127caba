package dev.trestle.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one module may use: our modules by name, libraries by package. A module that is missing in
 * {@link #ALL} is rejected, so that a new module is added here with its first class.
 */
record Border(String module, List<String> modules, List<String> libraries) {
  private static final List<String> JDK = List.of("java..", "javax..", "jdk.jfr..");

  /** Annotations that say which types admit null: no code, so every module may have them. */
  private static final String NULLNESS = "org.jspecify.annotations..";

  private static final String ROCKSDB = "org.rocksdb..";
  private static final String SDK = "software.amazon.awssdk..";
  private static final String REACTIVE = "org.reactivestreams..";
  private static final String JSON = "com.fasterxml.jackson.core..";

  /** Libraries of such a module are its own affair; only our arrows are held. */
  private static final String ANY = "*";

  static final List<Border> ALL =
      List.of(
          border("gen").build(),
          border("item").build(),
          border("http").with("com.sun.management..").build(),
          border("engine").uses("item").with(ROCKSDB).build(),
          border("dynamodb").uses("item", "engine", "http").with(SDK, REACTIVE, JSON).build(),
          border("broker")
              .with("kafka..", "org.apache.kafka..", "org.elasticmq..", "org.apache.pekko..")
              .build(),
          border("testing")
              .uses("item", "engine", "dynamodb", "gen")
              .with(
                  SDK,
                  REACTIVE,
                  JSON,
                  "org.junit.jupiter..",
                  "org.junit.platform..",
                  "org.assertj..",
                  "com.microsoft.playwright..",
                  "com.sun.net.httpserver..",
                  "org.elasticmq..",
                  "org.apache.pekko..")
              .build(),
          border("conformance")
              .uses("item", "engine", "dynamodb", "gen", "testing", "model", "design")
              .with(ANY)
              .build(),
          border("model").uses("item").build(),
          border("design").uses("item", "model").with(JSON, "org.snakeyaml.engine..").build(),
          border("store").uses("item", "model").with(SDK, REACTIVE).build(),
          border("cli")
              .uses("item", "engine", "dynamodb", "model", "design", "store")
              .with(SDK, "picocli..")
              .build(),
          border("junit")
              .uses("engine", "dynamodb", "model", "design", "store")
              .with(SDK, "org.junit..")
              .build(),
          border("opentelemetry").uses("store").with(SDK, "io.opentelemetry.api..").build(),
          border("spring")
              .uses("engine", "dynamodb", "model", "store")
              .with(SDK, "org.springframework..", "io.micrometer..")
              .build(),
          border("platform").uses("item", "model", "store", "http").with(ANY).build(),
          border("fleet").uses("platform").with(ANY).build(),
          border("accounts").uses("item", "model", "store", "http", "platform").with(ANY).build(),
          system("messenger"),
          system("stak"),
          system("ecobid"),
          system("homeops"),
          border("console")
              .uses("item", "engine", "model", "design", "store", "http", "platform")
              .with(ANY)
              .build(),
          border("app").uses("*").with(ANY).build(),
          border("bench").uses("*").with(ANY).build(),
          border("tidy").with(ANY).build());

  /** A system stands on the platform; it sees neither another system nor the engine. */
  private static Border system(String name) {
    return border(name)
        .uses("item", "model", "store", "http", "platform", "accounts")
        .with(ANY)
        .build();
  }

  /** Whether it is a system or the accounts they share: what one server runs, and can replay. */
  boolean isSystem() {
    return module.equals("accounts") || modules.contains("accounts");
  }

  String inside() {
    return "dev.trestle." + module + "..";
  }

  boolean isOpen() {
    return modules.contains("*");
  }

  boolean admitsAnyLibrary() {
    return libraries.contains(ANY);
  }

  /** The packages a class of this module may depend on, in ArchUnit's notation. */
  String[] mayUse() {
    var ours = modules.stream().map(name -> "dev.trestle." + name + "..");
    return Stream.of(JDK.stream(), Stream.of(NULLNESS, inside()), ours, libraries.stream())
        .flatMap(packages -> packages)
        .toArray(String[]::new);
  }

  /** The packages of ours that this module must not see. */
  String[] mustNotUse() {
    return ALL.stream()
        .map(Border::module)
        .filter(other -> !other.equals(module) && !modules.contains(other))
        .map(other -> "dev.trestle." + other + "..")
        .toArray(String[]::new);
  }

  private static Draft border(String module) {
    return new Draft(module, new ArrayList<>(), new ArrayList<>());
  }

  private record Draft(String module, List<String> modules, List<String> libraries) {
    Draft uses(String... names) {
      modules.addAll(List.of(names));
      return this;
    }

    Draft with(String... packages) {
      libraries.addAll(List.of(packages));
      return this;
    }

    Border build() {
      return new Border(module, List.copyOf(modules), List.copyOf(libraries));
    }
  }
}
