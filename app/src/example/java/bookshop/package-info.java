/** A model from outside: what {@code --classpath} is for. Compiled and run by ForeignModelTest. */
@NullMarked
package bookshop;

import org.jspecify.annotations.NullMarked;
