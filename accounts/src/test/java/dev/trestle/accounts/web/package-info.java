@NullMarked
package dev.trestle.accounts.web;

import org.jspecify.annotations.NullMarked;
