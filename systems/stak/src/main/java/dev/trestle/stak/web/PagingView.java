package dev.trestle.stak.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/** The number of items on a page, and the token of the next page. */
record PagingView(int count, @JsonInclude(JsonInclude.Include.ALWAYS) Optional<String> nextToken) {}
