package com.example.notes;

import dev.trestle.model.Model;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
public class NotesApplication {
  @Bean
  Model model() {
    return Notes.MODEL;
  }

  public static void main(String[] arguments) {
    SpringApplication.run(NotesApplication.class, arguments);
  }
}
