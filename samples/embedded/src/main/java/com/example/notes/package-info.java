/** Notes of users: a model and nothing else. */
@NullMarked
package com.example.notes;

import org.jspecify.annotations.NullMarked;
