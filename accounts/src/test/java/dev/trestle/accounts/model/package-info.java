@NullMarked
package dev.trestle.accounts.model;

import org.jspecify.annotations.NullMarked;
