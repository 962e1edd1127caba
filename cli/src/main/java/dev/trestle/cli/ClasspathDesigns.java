package dev.trestle.cli;

import dev.trestle.design.Design;
import dev.trestle.model.Model;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The models of the program whose class path this process has. */
final class ClasspathDesigns implements NamedDesigns {
  private static final ModelClasses CLASSES =
      new ModelClasses("the class path", places(), ClasspathDesigns.class.getClassLoader());

  @Override
  public String help() {
    return "The classes that declare models (all on the class path).";
  }

  @Override
  public List<Design> all() {
    return CLASSES.all().stream().map(Design::of).toList();
  }

  @Override
  public Design named(String name) {
    return Design.of(model(name));
  }

  @Override
  public Model model(String name) {
    return CLASSES.named(name);
  }

  private static List<Path> places() {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(System.getProperty("java.class.path"))
        .filter(place -> !place.isEmpty())
        .map(Path::of)
        .filter(Files::exists)
        .toList();
  }
}
