import pg from "pg";

/** A column of a statement's answer: its name and the name of its type, an array's with `_`. */
export type Column = { name: string; type: string; oid: number };
type Described = { columns: Column[] } | { refused: string };

type Field = { name: string; dataTypeID: number };
/** What `pg` calls on a query that it sends; only what describes one is answered. */
class Describing {
  private fields: readonly Field[] = [];
  private readonly text: string;
  private readonly done: (fields: readonly Field[], refusal: string | null) => void;

  constructor(text: string, done: Describing["done"]) {
    this.text = text;
    this.done = done;
  }
  submit(connection: {
    parse: (query: object) => void;
    describe: (what: object) => void;
    sync: () => void;
  }) {
    connection.parse({ name: "", text: this.text, types: [] });
    connection.describe({ type: "S", name: "" });
    connection.sync();
  }
  handleRowDescription({ fields }: { fields: readonly Field[] }) {
    this.fields = fields;
  }
  /** After it `pg` calls nothing more of this one. */
  handleError(error: Error) {
    this.done([], error.message);
  }
  handleReadyForQuery() {
    this.done(this.fields, null);
  }
}

/** What the database says of statements that it prepares and does not run. */
export const openDescriber = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ oid: number; name: string }>(
    "select oid::int, typname as name from pg_type",
  );
  const names = new Map(rows.map(({ oid, name }) => [oid, name]));
  const describe = (text: string): Promise<Described> =>
    new Promise((resolve) => {
      const done = (fields: readonly Field[], refused: string | null) =>
        resolve(
          refused === null
            ? {
                columns: fields.map(({ name, dataTypeID: oid }) => ({
                  name,
                  oid,
                  type: names.get(oid) ?? String(oid),
                })),
              }
            : { refused },
        );
      client.query(new Describing(text, done) as never);
    });
  return { describe, close: () => client.end() };
};
