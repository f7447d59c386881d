/**
 * The commands that run the box office, and what they start: servers, the sandboxes, HTTP service,
 * relay and workers. Promises that what was started here ends with this process, however it ends;
 * what was given is left as it is.
 */
@NullMarked
package dev.stagedoor.boxoffice.launch;

import org.jspecify.annotations.NullMarked;
