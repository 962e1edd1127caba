package dev.trestle.tidy;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The compiler, for samples that the rules must refuse and for reading sources as trees. */
final class Javac {
  private static final JavaCompiler COMPILER =
      Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK");

  private Javac() {}

  /** A parsed source and what knows the positions in it. */
  record Parsed(CompilationUnitTree unit, Trees trees) {}

  static void compile(Path classes, String... sources) {
    var units = new ArrayList<JavaFileObject>();
    for (var source : sources) units.add(new Source(source));
    var options = List.of("-d", classes.toString(), "-proc:none");
    if (!COMPILER.getTask(null, null, null, options, null, units).call()) {
      throw new IllegalArgumentException("the sample does not compile");
    }
  }

  static Parsed parse(String source) throws IOException {
    var units = List.of(new Source(source));
    var options = List.of("-proc:none");
    var task = (JavacTask) COMPILER.getTask(null, null, _ -> {}, options, null, units);
    return new Parsed(task.parse().iterator().next(), Trees.instance(task));
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String text) {
      super(URI.create("string:///" + nameOf(text) + ".java"), Kind.SOURCE);
      this.text = text;
    }

    /** A public class must be in a file with its name. */
    private static String nameOf(String text) {
      var words = List.of(text.split("\\W+", -1));
      var at = words.indexOf("class");
      return at < 0 ? "Sample" : words.get(at + 1);
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
