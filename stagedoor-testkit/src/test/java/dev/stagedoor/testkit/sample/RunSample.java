package dev.stagedoor.testkit.sample;

import java.util.stream.Stream;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs classes on the JUnit of its class path; prints a line for each test. */
final class RunSample implements TestExecutionListener {
  public static void main(String[] args) {
    System.out.println(
        "JUnit " + Launcher.class.getProtectionDomain().getCodeSource().getLocation());
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(Stream.of(args).map(DiscoverySelectors::selectClass).toList())
                .build(),
            new RunSample());
    System.out.println("DONE");
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest() || result.getThrowable().isPresent()) {
      System.out.println(
          test.getDisplayName()
              + " "
              + result.getStatus()
              + result
                  .getThrowable()
                  .map(t -> " " + String.valueOf(t.getMessage()).replace('\n', ' '))
                  .orElse(""));
    }
  }
}
