package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NoPayload;
import dev.stagedoor.job.PayloadCodec;
import dev.stagedoor.job.PayloadUnreadable;
import dev.stagedoor.job.Transition;
import dev.stagedoor.outbox.Outbox;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Payloads as somebody else writes them. */
final class OtherCodecTest {
  /** Words and nothing else. */
  public static final class Words implements PayloadCodec {
    @Override
    public String encode(Object payload) {
      return payload instanceof Stage.Word word ? "word " + word.text() : "nothing";
    }

    @Override
    public <P> P decode(String text, Class<P> type) {
      Object value = text.startsWith("word ") ? new Stage.Word(text.substring(5)) : new NoPayload();
      if (!type.isInstance(value)) {
        throw new PayloadUnreadable("not a " + type.getSimpleName(), null);
      }
      return type.cast(value);
    }
  }

  private static final JobType<NoPayload> BARE = JobType.of("bare");

  @Test
  void theCodecIsUsedForAllThatIsStoredAndRead() throws Exception {
    try (Stage stage = new Stage()) {
      BlockingQueue<String> seen = new LinkedBlockingQueue<>();
      Outbox apart = Outbox.on(stage.database, new Words());
      JobId id = apart.enqueueAlone(Stage.WORK.job(new Stage.Word("a"))).id();
      assertThat(stage.text("SELECT payload FROM stagedoor.outbox WHERE id = ?", id))
          .isEqualTo("word a");
      stage.start(
          b ->
              b.codec(new Words())
                  .handle(
                      Stage.WORK,
                      run -> {
                        seen.add(run.payload().text());
                        run.transaction(tx -> tx.enqueue(BARE, new NoPayload()));
                      })
                  .handle(BARE, run -> seen.add(run.payload().toString())));
      stage.events.awaitMoved(id, Transition.COMPLETE);
      assertThat(seen.take()).isEqualTo("a");
      assertThat(seen.take()).isEqualTo(new NoPayload().toString());
    }
  }

  /** What runs in a class loader that has no Jackson. */
  public static final class WithoutJackson implements java.util.function.Consumer<DataSource> {
    @Override
    public void accept(DataSource database) {
      try (var stagedoor =
          dev.stagedoor.Stagedoor.builder(database).stream(
                  dev.stagedoor.stream.LocalStream.inThisProcess())
              .codec(new Words())
              .handle(BARE, run -> {})
              .build()
              .start()) {
        stagedoor.outbox().enqueueAlone(BARE.job(new NoPayload()));
      } catch (java.sql.SQLException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Test
  void withAnotherCodecJacksonNeedNotBeThere() throws Exception {
    DataSource database = dev.stagedoor.embedded.TestServers.freshDatabase();
    try (URLClassLoader without =
        new URLClassLoader(classPathWithoutJackson(), DataSource.class.getClassLoader())) {
      Object run = without.loadClass(WithoutJackson.class.getName()).getConstructor().newInstance();
      @SuppressWarnings("unchecked")
      java.util.function.Consumer<DataSource> it = (java.util.function.Consumer<DataSource>) run;
      it.accept(database);
    }
    try (var c = database.getConnection();
        var s = c.createStatement();
        var r = s.executeQuery("SELECT max(payload) FROM stagedoor.outbox")) {
      assertThat(r.next()).isTrue();
    }
  }

  private static URL[] classPathWithoutJackson() throws Exception {
    List<URL> urls = new ArrayList<>();
    int left = 0;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (entry.contains("jackson")) {
        left++;
      } else {
        urls.add(Path.of(entry).toUri().toURL());
      }
    }
    assertThat(left).isPositive();
    return urls.toArray(URL[]::new);
  }
}
