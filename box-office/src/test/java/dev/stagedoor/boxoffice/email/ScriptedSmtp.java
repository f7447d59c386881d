package dev.stagedoor.boxoffice.email;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A mail server on loopback that behaves as it is told, and keeps every mail whose end it has seen,
 * whatever it then answered.
 */
public final class ScriptedSmtp implements AutoCloseable {
  /** Closes the connection instead of an answer. */
  public static final String DROP = "DROP";

  /** Says nothing, and keeps the connection. */
  public static final String HANG = "HANG";

  /** Instead of a command: before the first, and for the first line of a mail. */
  public static final String GREETING = "GREETING";

  public static final String CONTENT = "CONTENT";
  public static final String END = ".";

  private static final Duration ALIVE = Duration.ofSeconds(60);
  private static final Map<String, String> STANDARD =
      Map.of(GREETING, "220 here", "DATA", "354 go on", "QUIT", "221 bye", CONTENT, "");

  private final ServerSocket listening;
  private final @Nullable SSLContext tls;
  private final Map<String, Queue<String>> script = new ConcurrentHashMap<>();
  private final List<String> mails = new CopyOnWriteArrayList<>();
  private final List<String> commands = new CopyOnWriteArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition more = lock.newCondition();
  private final Queue<Socket> open = new ConcurrentLinkedQueue<>();

  public ScriptedSmtp() throws IOException {
    this(null);
  }

  /**
   * @param tls offered by STARTTLS; null: not
   */
  ScriptedSmtp(@Nullable SSLContext tls) throws IOException {
    this.tls = tls;
    listening = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    thread(this::accept);
  }

  /** The next of these are answered so, one after the other; then as usual. */
  public ScriptedSmtp answer(String command, String... answers) {
    script.computeIfAbsent(command, c -> new ConcurrentLinkedQueue<>()).addAll(List.of(answers));
    return this;
  }

  public SmtpAddress address() {
    return new SmtpAddress(false, "127.0.0.1", listening.getLocalPort(), null, null);
  }

  /** Each as it came, dots still doubled. */
  public List<String> mails() {
    return List.copyOf(mails);
  }

  List<String> commands() {
    return List.copyOf(commands);
  }

  /** Returns when this command has come. */
  void awaitCommand(String verb) throws InterruptedException {
    await(() -> commands.stream().anyMatch(c -> c.startsWith(verb)));
  }

  /** Returns when the ends of so many mails have come. */
  public void awaitMails(int count) throws InterruptedException {
    await(() -> mails.size() >= count);
  }

  private void await(BooleanSupplier fits) throws InterruptedException {
    lock.lock();
    try {
      long left = ALIVE.toNanos();
      while (!fits.getAsBoolean()) {
        if (left <= 0) {
          throw new AssertionError("heard only " + commands + " and " + mails.size() + " mails");
        }
        left = more.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private void heard(List<String> list, String what) {
    lock.lock();
    try {
      list.add(what);
      more.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private static void thread(Runnable work) {
    Thread thread = new Thread(work, "scripted-smtp");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        open.add(socket);
        thread(() -> converse(socket));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void converse(Socket socket) {
    try (socket) {
      new Conversation(socket).run();
    } catch (IOException e) {
      // the client has gone
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : new ArrayDeque<>(open)) {
      socket.close();
    }
  }

  private final class Conversation {
    private Socket socket;
    private BufferedReader in;
    private OutputStream out;
    private boolean secure;

    Conversation(Socket socket) throws IOException {
      this.socket = socket;
      in = reader(socket);
      out = socket.getOutputStream();
    }

    private static BufferedReader reader(Socket socket) throws IOException {
      return new BufferedReader(
          new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    }

    void run() throws IOException {
      if (!say(GREETING)) {
        return;
      }
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        heard(commands, line);
        String verb = line.split("[ :]", 2)[0];
        boolean goesOn = verb.equals("STARTTLS") ? startTls() : say(verb);
        if (goesOn && verb.equals("DATA") && last.startsWith("354")) {
          goesOn = say(CONTENT) && content();
        }
        if (!goesOn || verb.equals("QUIT")) {
          return;
        }
      }
    }

    private String last = "";

    /** Whether the conversation goes on. */
    private boolean say(String to) throws IOException {
      Queue<String> answers = script.get(to);
      String told = answers == null ? null : answers.poll();
      last =
          told != null ? told : to.equals("EHLO") ? hello() : STANDARD.getOrDefault(to, "250 ok");
      if (last.equals(HANG)) {
        in.readLine(); // until the client is tired of it
        return false;
      }
      if (!last.equals(DROP) && !last.isEmpty()) {
        out.write((last + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
      }
      return !last.equals(DROP);
    }

    private String hello() {
      return tls == null
          ? "250 here"
          : secure ? "250-here\r\n250 AUTH PLAIN" : "250-here\r\n250 STARTTLS";
    }

    private boolean startTls() throws IOException {
      out.write("220 go on\r\n".getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
      SSLSocket secured =
          (SSLSocket)
              Objects.requireNonNull(tls)
                  .getSocketFactory()
                  .createSocket(socket, "127.0.0.1", socket.getPort(), true);
      secured.setUseClientMode(false);
      socket = secured;
      in = reader(secured);
      out = secured.getOutputStream();
      secure = true;
      return true;
    }

    private boolean content() throws IOException {
      List<String> lines = new ArrayList<>();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.equals(".")) {
          heard(mails, String.join("\r\n", lines) + "\r\n");
          return say(END);
        }
        lines.add(line);
      }
      return false;
    }
  }
}
