import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import {
  deletionOrder,
  describedTables,
  referencesOf,
  type Described,
  type Reference,
} from "#server/agency-tables/catalogue.ts";
import { removeContents, tablesOfContents } from "#server/agency-tables/contents.ts";
import type { App } from "#server/app.ts";

/** A deletion that stands: its record, and the agency. */
export type Deleting = { id: string; operatorId: string; subjectId: string };
/**
 * How a deletion goes: the most rows of one transaction, how many times as long as a transaction took it
 * rests behind it, and what is asked after each, which stops it by throwing.
 */
export type Pace = {
  batch: number;
  rests: number;
  after: (table: string) => Promise<void>;
};

type Plan = { order: string[][]; tables: Map<string, Described>; references: Reference[] };

/** Whose rows remain: the operator's record of the deletion. */
const remaining = new Set(["agency_deletion"]);

/** Tables of agencies in the order in which their rows can be deleted. */
const planOf = async (client: pg.ClientBase): Promise<Plan> => {
  const tables = (await describedTables(client)).filter(
    ({ name, ofAgencies }) => ofAgencies && !remaining.has(name),
  );
  const references = await referencesOf(client);
  const order = deletionOrder(
    tables.map(({ name }) => name),
    references,
  );
  return { order, tables: new Map(tables.map((table) => [table.name, table])), references };
};

const inTransaction = async <T>(
  client: pg.ClientBase,
  orgId: string,
  work: () => Promise<T>,
): Promise<T> => {
  await client.query("begin");
  try {
    await client.query("select set_config('levee.org', $1, true)", [orgId]);
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
};

const countIn = (
  client: pg.ClientBase,
  orgId: string,
  table: string,
  rows: number,
  files: number,
) =>
  client.query(
    `
      update agency_deletion
      set
        deleted = jsonb_set(
          deleted, array[$2], to_jsonb(coalesce((deleted ->> $2)::bigint, 0) + $3::bigint)
        ),
        files = files + $4, updated_at = clock_timestamp()
      where subject_id = $1
    `,
    [orgId, table, rows, files],
  );

// Rows that others of the same table refer to go behind those.
const leavesOf = (name: string, { references }: Plan): string =>
  references
    .filter(({ from, to }) => from === name && to === name)
    .map(({ columns, keys }) => {
      const same = columns.map((column, n) => `c."${column}" = t."${keys[n]!}"`).join(" and ");
      return ` and not exists (select 1 from "${name}" c where ${same})`;
    })
    .join("");

// Rows are named by where they lie; where a table lies apart, by its key.
const deletingOf = (
  { name, apart, key }: Described,
  more: string,
  batch: number | null,
): string => {
  const limit = batch === null ? "" : ` limit ${batch}`;
  const rows = (picked: string) =>
    `select ${picked} from "${name}" t where t.org_id = $1${more}${limit}`;
  const keys = (of: string) => key.map((column) => `${of}"${column}"`).join(", ");
  const those = apart
    ? `(${keys("")}) in (${rows(keys("t."))})`
    : `ctid = any(array(${rows("t.ctid")}))`;
  const told = tablesOfContents.has(name) ? "sha256" : "null::text as sha256";
  return `delete from "${name}" where ${those} returning ${told}`;
};

/** So long a transaction should take, in milliseconds: people of other agencies wait beside it. */
const gentleMs = 50;
const fewestRows = 10;

/** How many rows the next transaction takes, from what the last one took. */
const nextBatch = (rows: number, ms: number, most: number): number =>
  Math.round(Math.min(most, Math.max(fewestRows, rows * Math.min(4, gentleMs / ms))));

type Gone = { sha256: string | null };

/** Deletes some rows of a table; gives how many. */
const someOf = async (
  app: App,
  client: pg.ClientBase,
  { subjectId }: Deleting,
  name: string,
  statement: string,
): Promise<number> =>
  inTransaction(client, subjectId, async () => {
    const { rows } = await client.query<Gone>(statement, [subjectId]);
    if (rows.length === 0) return 0;
    const contents = rows.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256]));
    const files = await removeContents(app, subjectId, contents);
    await countIn(client, subjectId, name, rows.length, files);
    return rows.length;
  });

const emptyTable = async (
  app: App,
  client: pg.ClientBase,
  one: Deleting,
  plan: Plan,
  name: string,
  { batch: most, rests, after }: Pace,
): Promise<number> => {
  const leaves = leavesOf(name, plan);
  const table = plan.tables.get(name)!;
  let all = 0;
  let batch = Math.min(most, 100);
  for (;;) {
    const began = performance.now();
    let gone = await someOf(app, client, one, name, deletingOf(table, leaves, batch));
    // Rows that refer to each other in a circle go together.
    if (gone === 0 && leaves)
      gone = await someOf(app, client, one, name, deletingOf(table, "", null));
    if (gone === 0) return all;
    all += gone;
    const ms = performance.now() - began;
    batch = nextBatch(batch, ms, most);
    await setTimeout(rests * ms);
    await after(name);
  }
};

/** Tables that refer to each other in a circle are emptied by one statement, which is checked at its end. */
const emptyCircle = async (
  client: pg.ClientBase,
  { subjectId }: Deleting,
  names: readonly string[],
  { after }: Pace,
): Promise<number> => {
  const parts = names.map(
    (name, n) => `g${n} as (delete from "${name}" where org_id = $1 returning 1)`,
  );
  const counts = names.map((_, n) => `(select count(*)::int from g${n}) as c${n}`);
  const gone = await inTransaction(client, subjectId, async () => {
    const { rows } = await client.query<Record<string, number>>(
      `with ${parts.join(", ")} select ${counts.join(", ")}`,
      [subjectId],
    );
    let sum = 0;
    for (const [n, name] of names.entries()) {
      const count = rows[0]![`c${n}`]!;
      if (count > 0) await countIn(client, subjectId, name, count, 0);
      sum += count;
    }
    return sum;
  });
  if (gone > 0) await after(names[0]!);
  return gone;
};

/**
 * Deletes every row of an agency in bounded batches, a transaction each, until a whole round finds
 * none: what was begun before the agency closed may still have written. A kill at any batch goes on
 * from there.
 */
export const deleteRows = async (
  app: App,
  client: pg.ClientBase,
  one: Deleting,
  pace: Pace,
): Promise<void> => {
  const plan = await planOf(client);
  for (let gone = 1; gone > 0;) {
    gone = 0;
    for (const group of plan.order)
      gone +=
        group.length > 1
          ? await emptyCircle(client, one, group, pace)
          : await emptyTable(app, client, one, plan, group[0]!, pace);
  }
};
