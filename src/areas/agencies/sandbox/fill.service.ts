import { randomBytes } from "node:crypto";
import type pg from "pg";
import type { CopiedTable, CopyOf } from "#server/agency-tables/copy-plan.ts";
import { madeUpBy, type MadeUpValues } from "#server/agency-tables/made-up.ts";
import { followsOf } from "#server/agency-tables/practice-rows.ts";

type Row = Record<string, unknown>;
/** Rows whose values are made up go in batches, each made up while the one before is written. */
const batch = 5000;

const quoted = (name: string): string => `"${name}"`;
const listed = (names: readonly string[]): string => names.map(quoted).join(", ");

const inserting = (
  { name, columns, values, those }: CopiedTable,
  from = `${quoted(name)} t`,
): string => `
  insert into ${quoted(name)} (${listed(columns)})
  select ${values.join(", ")}
  from ${from}
  where ${those}
`;

// Tables that refer to each other are filled by one statement: references are checked at its end.
const fillCircle = async (client: pg.ClientBase, tables: readonly CopiedTable[]) => {
  const parts = tables.map((table, n) => `g${n} as (${inserting(table)} returning 1)`);
  const counts = tables.map((_, n) => `(select count(*) from g${n})`).join(" + ");
  const { rows } = await client.query<{ n: string }>(
    `with ${parts.join(", ")} select ${counts} as n`,
  );
  return Number(rows[0]!.n);
};

const madeUpRow = (table: CopiedTable, copyId: string, row: Row, values: MadeUpValues): Row => {
  const made: Row = {};
  for (const [column, kind] of Object.entries(table.madeUp))
    made[column] = values.of(kind, column, row[column]);
  Object.assign(made, followsOf(table.name)({ orgId: copyId, row, made, values }));
  for (const { name } of table.key) made[name] = row[name];
  return made;
};

const fillMadeUp = async (
  client: pg.ClientBase,
  table: CopiedTable,
  { orgId, copyId }: CopyOf,
  values: MadeUpValues,
): Promise<number> => {
  const key = table.key.map(({ name }) => name);
  const given = [...key, ...Object.keys(table.madeUp)];
  const shape = given.map((name) => `${quoted(name)} ${table.types.get(name)!}`).join(", ");
  const match = key.map((name) => `m.${quoted(name)} = t.${quoted(name)}`).join(" and ");
  // Each made-up row finds its own by the key, whatever the planner believes of how many there are.
  const own = `
    select *
    from ${quoted(table.name)} t
    where t.org_id = '${orgId}'::uuid and ${match}
    offset 0
  `;
  const insert = inserting(
    table,
    `jsonb_to_recordset($1::jsonb) as m(${shape}) cross join lateral (${own}) t`,
  );
  await client.query(
    `declare made_up cursor for select to_jsonb(t) as row from ${quoted(table.name)} t where t.org_id = '${orgId}'::uuid`,
  );
  const next = async () => (await client.query<{ row: Row }>(`fetch ${batch} from made_up`)).rows;
  const write = async (made: readonly Row[]) =>
    (await client.query(insert, [JSON.stringify(made)])).rowCount ?? 0;
  let filled = 0;
  let writing = Promise.resolve(0);
  for (let rows = await next(); rows.length > 0;) {
    const made = rows.map(({ row }) => madeUpRow(table, copyId, row, values));
    filled += await writing;
    rows = await next();
    writing = write(made);
    // Awaited in a moment: until then a failure is nobody's.
    writing.catch(() => {});
  }
  filled += await writing;
  await client.query("close made_up");
  return filled;
};

/**
 * Fills the tables of a copy, whoever is referred to first: one statement for each table, batches where
 * values are made up. The secret that they follow from is gone with the call. Gives rows and tables.
 */
export const fillTables = async (
  client: pg.ClientBase,
  groups: readonly CopiedTable[][],
  of: CopyOf,
  after: (rows: number, table: string) => Promise<void>,
): Promise<{ rows: number; tables: number }> => {
  const values = madeUpBy(randomBytes(32));
  const all = { rows: 0, tables: 0 };
  for (const group of groups) {
    const [first] = group;
    const made = Object.keys(first!.madeUp).length > 0;
    const rows =
      group.length > 1
        ? await fillCircle(client, group)
        : made
          ? await fillMadeUp(client, first!, of, values)
          : ((await client.query(inserting(first!))).rowCount ?? 0);
    all.rows += rows;
    if (rows > 0) all.tables += group.length;
    await after(all.rows, first!.name);
  }
  return all;
};

/** The settings of an agency in its copy: numbers and addresses made up, nothing published. */
export const practiceSettings = (settings: Row): Row => {
  const { publish: _publish, ...rest } = settings;
  return madeUpBy(randomBytes(32)).of("name", "settings", rest) as Row;
};
