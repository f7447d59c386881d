@NullMarked
package dev.stagedoor.boxoffice.report;

import org.jspecify.annotations.NullMarked;
