/**
 * Random models on the embedded engine, compared with plain Java. Start reading at
 * StoreModelProperties.
 */
@NullMarked
package dev.trestle.store.property;

import org.jspecify.annotations.NullMarked;
