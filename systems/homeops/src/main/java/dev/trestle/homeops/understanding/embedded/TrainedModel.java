package dev.trestle.homeops.understanding.embedded;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The model that the build trained on the labelled messages. */
record TrainedModel(FamiliarWords familiar, Classifiers classifiers, Calibration calibration) {
  /** Beside this class, written by {@link ModelBuild}. */
  static final String FILE = "model.gz";

  private static final int FORMAT = 2;

  static TrainedModel load() {
    try (var in = TrainedModel.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("the build has trained no model");
      }
      return read(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static TrainedModel read(InputStream file) throws IOException {
    var in = new DataInputStream(new BufferedInputStream(new GZIPInputStream(file)));
    if (in.readInt() != FORMAT) {
      throw new IOException("a model of another format");
    }
    return new TrainedModel(FamiliarWords.read(in), Classifiers.read(in), Calibration.read(in));
  }

  void write(OutputStream file) throws IOException {
    try (var out = new DataOutputStream(new BufferedOutputStream(new GZIPOutputStream(file)))) {
      out.writeInt(FORMAT);
      familiar.write(out);
      classifiers.write(out);
      calibration.write(out);
    }
  }
}
