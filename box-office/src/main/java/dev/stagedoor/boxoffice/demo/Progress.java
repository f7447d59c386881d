package dev.stagedoor.boxoffice.demo;

import java.io.Console;
import java.io.PrintStream;
import java.lang.reflect.Method;

/**
 * Tells how far the demo is: one line that is written over on a terminal, plain lines elsewhere.
 * Thread-safe.
 */
final class Progress {
  private static final String CLEAR = "\r\u001b[K";
  private static final int WIDTH = 79; // a longer line would wrap, and only its end be cleared
  private final PrintStream out;
  private final boolean terminal;
  private String status = "";

  private Progress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  static Progress on(PrintStream out) {
    return new Progress(out, isTerminal());
  }

  /** A line that stays; the status is over. */
  synchronized void line(String line) {
    if (terminal) {
      out.print(CLEAR);
    }
    out.println(line);
    status = "";
  }

  /** The line that is written over; nothing where there is no terminal. */
  synchronized void status(String now) {
    status = now;
    show();
  }

  private void show() {
    if (terminal) {
      out.print(CLEAR + (status.length() > WIDTH ? status.substring(0, WIDTH - 1) + "…" : status));
      out.flush();
    }
  }

  /** No status any more. */
  synchronized void done() {
    status = "";
    show();
  }

  /** Newer JVMs have a console also where nobody sits at one, and can tell. */
  private static boolean isTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      Method asked = Console.class.getMethod("isTerminal");
      return Boolean.TRUE.equals(asked.invoke(console));
    } catch (NoSuchMethodException e) {
      return true; // before 22 there is a console only on a terminal
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
