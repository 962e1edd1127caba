package com.example.notes;

import dev.trestle.design.cost.PriceList;
import dev.trestle.junit.DesignTest;
import java.nio.file.Path;
import org.junit.jupiter.api.TestFactory;

class NotesDesignTest {
  @TestFactory
  DesignTest the_design_holds() {
    return DesignTest.of(Notes.MODEL)
        .withSchema(Path.of("src/test/resources/notes-schema.json"))
        .withBudget(5.00, PriceList.of("us-east-1"));
  }
}
