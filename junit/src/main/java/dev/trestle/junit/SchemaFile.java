package dev.trestle.junit;

import dev.trestle.design.Design;
import dev.trestle.design.export.SchemaJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file that a design's tables are compared with. */
record SchemaFile(Path file, Design design) {
  /** Set to {@code write}, files are written and not compared. */
  static final String PROPERTY = "trestle.schema";

  void verify() {
    verify("write".equals(System.getProperty(PROPERTY)));
  }

  void verify(boolean write) {
    var declared = SchemaJson.write(design);
    try {
      if (write) {
        var folder = file.toAbsolutePath().getParent();
        if (folder != null) Files.createDirectories(folder);
        Files.writeString(file, declared);
      } else if (!Files.exists(file)) {
        throw new AssertionError(
            "There is no file %s.%n  Fix: write it by running this test with -D%s=write, and commit it"
                .formatted(file, PROPERTY));
      } else if (!Files.readString(file).equals(declared)) {
        throw new AssertionError(
            """
            The tables of %s differ from %s. Tables that exist may contain data.
              Fix: decide how stored data follows, then run this test with -D%s=write and commit \
            the file\
            """
                .formatted(design.name(), file, PROPERTY));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
