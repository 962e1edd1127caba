package com.example.notes;

import dev.trestle.model.Model;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The model as a bean, from which the starter makes a store. */
@Configuration
public class NotesModel {
  @Bean
  Model model() {
    return Notes.MODEL;
  }
}
