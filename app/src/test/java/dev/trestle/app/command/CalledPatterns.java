package dev.trestle.app.command;

import dev.trestle.model.AccessPattern;
import dev.trestle.model.Heading;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the access patterns that the program calls: the constants that its code reads, other than
 * to declare models and further constants.
 */
final class CalledPatterns {
  private static final Pattern OUR_JAR = Pattern.compile("trestle-.*(?<!-tests)\\.jar");
  private static final String OUR_CLASSES = "classes";
  private static final String PATTERNS = AccessPattern.class.getPackageName();

  private final Set<Heading> called = new HashSet<>();
  private final Set<String> seen = new HashSet<>();

  private CalledPatterns() {}

  static Set<Heading> ofProgram() {
    var patterns = new CalledPatterns();
    for (var entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      patterns.readEntry(Path.of(entry));
    }
    return Set.copyOf(patterns.called);
  }

  /** Classes of tests and of other projects do not count. */
  private void readEntry(Path entry) {
    var name = String.valueOf(entry.getFileName());
    try {
      if (Files.isDirectory(entry) && name.equals(OUR_CLASSES)) {
        readBelow(entry);
      } else if (Files.exists(entry) && OUR_JAR.matcher(name).matches()) {
        try (var jar = FileSystems.newFileSystem(entry)) {
          readBelow(jar.getPath("/"));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void readBelow(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (var file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        readClass(ClassFile.of().parse(Files.readAllBytes(file)));
      }
    }
  }

  private void readClass(ClassModel type) {
    for (var method : type.methods()) {
      if (!method.methodName().equalsString("<clinit>")) readMethod(method);
    }
  }

  private void readMethod(MethodModel method) {
    method
        .code()
        .ifPresent(code -> {
          for (var element : code) {
            if (element instanceof FieldInstruction field && field.opcode() == Opcode.GETSTATIC) {
              readConstant(field);
            }
          }
        });
  }

  /** Only constants whose type may be a pattern are looked at, because that initialises classes. */
  private void readConstant(FieldInstruction read) {
    if (!read.typeSymbol().packageName().equals(PATTERNS)) return;
    var owner = read.owner().asInternalName().replace('/', '.');
    var name = read.name().stringValue();
    if (!seen.add(owner + "." + name)) return;
    try {
      var field = Class.forName(owner).getDeclaredField(name);
      if (!AccessPattern.class.isAssignableFrom(field.getType())) return;
      field.setAccessible(true);
      called.add(((AccessPattern) field.get(null)).heading());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + owner + "." + name, e);
    }
  }
}
