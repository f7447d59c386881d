/** The box office's own tables, as SQL that a person can read. */
@NullMarked
package dev.stagedoor.boxoffice.schema;

import org.jspecify.annotations.NullMarked;
