package dev.stagedoor.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the static method of a {@link StagedoorTest} class that returns the {@code DataSource} to
 * test on: a PostgreSQL 14 or newer, through the PostgreSQL driver, as a user that may create
 * schemas. It is called once, when a {@link TestStagedoor} is first needed, so {@code @BeforeAll}
 * may start a server.
 *
 * <p><strong>Stagedoor's tables in it are emptied for each test.</strong> The schema is migrated,
 * and defaults of columns that name the time are changed until the class is done (see {@link
 * dev.stagedoor.testkit.world.DatabaseClock}); a schema {@code stagedoor_test} stays. One class at
 * a time may use a database.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface TestDatabase {}
