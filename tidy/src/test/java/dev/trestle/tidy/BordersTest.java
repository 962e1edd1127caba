package dev.trestle.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The built classes keep to the table of borders, and the rules notice when they do not. */
class BordersTest {
  @TempDir Path folder;

  @Test
  void no_module_reaches_across_its_border() {
    assertThat(Borders.crossings(new ClassFileImporter().importPaths(builtClasses()))).isEmpty();
  }

  @Test
  void every_module_with_sources_has_been_built() {
    for (var module : modules()) {
      if (!Files.isDirectory(module.resolve("src/main/java"))) continue;
      assertThat(module.resolve("target/classes/dev/trestle")).as("mvn compile").isDirectory();
    }
  }

  @Test
  void the_engine_seeing_json_is_noticed() throws IOException {
    var found =
        crossingsOf(
            "package com.fasterxml.jackson.core; public class JsonParser {}",
            "package dev.trestle.engine.table; class T { Object p = new"
                + " com.fasterxml.jackson.core.JsonParser(); }");
    assertThat(found).anyMatch(line -> line.contains("JsonParser"));
  }

  @Test
  void the_item_seeing_the_engine_is_noticed() throws IOException {
    var found =
        crossingsOf(
            "package dev.trestle.engine; public class Engine {}",
            "package dev.trestle.item; class Value { dev.trestle.engine.Engine engine; }");
    assertThat(found).anyMatch(line -> line.contains("dev.trestle.engine.Engine"));
  }

  @Test
  void rocksdb_outside_the_storage_package_is_noticed() throws IOException {
    var rocksdb = "package org.rocksdb; public class RocksDB {}";
    var storage = "package dev.trestle.engine.storage; class Store { org.rocksdb.RocksDB db; }";
    var table = "package dev.trestle.engine.table; class Table { org.rocksdb.RocksDB db; }";
    assertThat(crossingsOf(rocksdb, storage)).isEmpty();
    assertThat(crossingsOf(rocksdb, storage, table)).anyMatch(line -> line.contains("Table.db"));
  }

  @Test
  void one_system_seeing_another_is_noticed() throws IOException {
    var found =
        crossingsOf(
            "package dev.trestle.stak; public class Inbox {}",
            "package dev.trestle.ecobid; class Auction { dev.trestle.stak.Inbox inbox; }");
    assertThat(found).anyMatch(line -> line.contains("Auction.inbox"));
  }

  @Test
  void a_system_that_makes_its_own_randomness_or_time_is_noticed() throws IOException {
    for (var own :
        List.of(
            "new java.security.SecureRandom()",
            "java.util.UUID.randomUUID()",
            "java.util.concurrent.ThreadLocalRandom.current()",
            "java.time.Instant.now()",
            "java.time.Clock.systemUTC()",
            "java.time.InstantSource.system()")) {
      assertThat(crossingsOf("package dev.trestle.stak.inbox; class I { Object o = " + own + "; }"))
          .as(own)
          .anyMatch(line -> line.contains("dev.trestle.stak.inbox.I"));
    }
    assertThat(
            crossingsOf(
                "package dev.trestle.stak.client; class C { Object o ="
                    + " java.util.UUID.randomUUID(); }"))
        .isEmpty();
  }

  @Test
  void a_circle_of_packages_is_noticed() throws IOException {
    var found =
        crossingsOf(
            "package dev.trestle.engine.table; public class T {"
                + " public dev.trestle.engine.index.I i; }",
            "package dev.trestle.engine.index; public class I {"
                + " public dev.trestle.engine.table.T t; }");
    assertThat(found).anyMatch(line -> line.contains("Cycle detected"));
  }

  @Test
  void a_module_without_a_border_is_noticed() throws IOException {
    assertThat(crossingsOf("package dev.trestle.util; class Strings {}"))
        .containsExactly("module util has no line in Border.ALL");
  }

  private List<String> crossingsOf(String... sources) throws IOException {
    var classes = Files.createTempDirectory(folder, "classes");
    Javac.compile(classes, sources);
    return Borders.crossings(new ClassFileImporter().importPath(classes));
  }

  /** Main classes of each module; a module of tests only gives those. */
  private static List<Path> builtClasses() {
    var found = new ArrayList<Path>();
    for (var module : modules()) {
      var main = Files.isDirectory(module.resolve("src/main/java"));
      var classes = module.resolve(main ? "target/classes" : "target/test-classes");
      if (Files.isDirectory(classes)) found.add(classes);
    }
    return found;
  }

  /** The folders with a pom. Samples are programs of their own, which this build does not build. */
  private static List<Path> modules() {
    return SourceTree.filesEnding("pom.xml").stream()
        .filter(pom -> !SourceTree.name(pom).startsWith("samples/"))
        .map(pom -> SourceTree.ROOT.resolve(pom).getParent())
        .toList();
  }
}
