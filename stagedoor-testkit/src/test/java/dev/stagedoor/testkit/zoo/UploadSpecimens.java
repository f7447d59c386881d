package dev.stagedoor.testkit.zoo;

import static dev.stagedoor.testkit.interleave.Verdict.ONCE;
import static dev.stagedoor.testkit.interleave.Verdict.TWICE;

import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.World;
import dev.stagedoor.testkit.zoo.Providers.ModelStore;
import dev.stagedoor.testkit.zoo.Providers.Store;
import java.util.List;
import java.util.UUID;

/** The invoice of order 7 is stored as one object, and a row says where. */
final class UploadSpecimens {
  private static final String NAME = "invoices/7.pdf";
  private static final String TABLE =
      "CREATE TABLE documents (order_id bigint PRIMARY KEY, object text NOT NULL)";
  private static final String STORED = "SELECT 1 FROM documents WHERE order_id = 7";
  private static final String ROW =
      "INSERT INTO documents VALUES (7, ?) ON CONFLICT (order_id) DO NOTHING";

  private UploadSpecimens() {}

  static List<Specimen> all() {
    return List.of(
        upload(
            "new name each time",
            TWICE,
            "A crash between object and row leaves an object that nobody knows.",
            UploadSpecimens::newName),
        upload(
            "look, then put",
            TWICE,
            "The store may get the object between the question and the put.",
            UploadSpecimens::lookThenPut),
        upload(
            "put without a condition",
            TWICE,
            "The row has a condition, and the put before it has none.",
            UploadSpecimens::putThenRow),
        upload(
            "line added to a file",
            TWICE,
            "Two runs read the file, and both add their line to it.",
            UploadSpecimens::addLine),
        upload(
            "conditional put, then row",
            ONCE,
            "The name comes from the order, and the store refuses a second object under it.",
            UploadSpecimens::putIfAbsentThenRow));
  }

  private static Specimen upload(String name, Verdict expected, String why, Handler handler) {
    return new Specimen(
        name,
        "upload",
        expected,
        why,
        () ->
            Handler.secondRun(handler)
                .given(TABLE)
                .client(Store.class, ModelStore::new)
                .exactlyOnce("object", world -> world.provider(ModelStore.class).accepted()));
  }

  private static void newName(World world) throws Exception {
    if (!Db.look(world, STORED)) {
      String name = "invoices/" + UUID.randomUUID();
      world.client(Store.class).put(name);
      Db.alone(world, ROW, name);
    }
  }

  private static void lookThenPut(World world) {
    Store store = world.client(Store.class);
    if (!store.exists(NAME)) {
      store.put(NAME);
    }
  }

  private static void putThenRow(World world) throws Exception {
    world.client(Store.class).put(NAME);
    Db.alone(world, ROW, NAME);
  }

  /** A file of this machine's: no client that could be wrapped, so the handler says where it is. */
  private static void addLine(World world) {
    ModelStore file = world.provider(ModelStore.class);
    if (!file.exists("order 7")) {
      world.boundary("add a line to invoices.csv");
      file.put("order 7");
    }
  }

  private static void putIfAbsentThenRow(World world) throws Exception {
    world.client(Store.class).putIfAbsent(NAME);
    Db.alone(world, ROW, NAME);
  }
}
