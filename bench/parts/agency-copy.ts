import { newId } from "#kernel/ids.ts";
import { askSandbox, makeSandbox } from "#areas/agencies/sandbox/sandbox.service.ts";
import { makeAgency } from "#server/testing/agency.ts";
import { timed, type World } from "./agency-world.ts";
import { must } from "./figures.ts";

const tables = ["department", "vendor"] as const;

const plainTable = async ({ bench, agency }: World, table: string, to: string): Promise<void> => {
  const { rows } = await bench.owner.query<{ name: string }>(
    `
      select attname as name
      from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    `,
    [table],
  );
  const names = rows.map(({ name }) => `"${name}"`);
  const values = names.map((name) => (name === '"org_id"' ? "$2::uuid" : name));
  await bench.owner.query(
    `insert into "${table}" (${names.join(", ")}) select ${values.join(", ")} from "${table}" where org_id = $1`,
    [agency.orgId, to],
  );
};

/** Milliseconds of a plain `insert … select` of the many rows into another agency. */
export const plainCopy = async (world: World): Promise<number> => {
  const { owner, database } = world.bench;
  const other = await makeAgency(database);
  await owner.query("delete from department where org_id = $1", [other.orgId]);
  const [ms] = await timed(async () => {
    await owner.query("begin");
    for (const table of tables) await plainTable(world, table, other.orgId);
    await owner.query("commit");
  });
  return ms;
};

/** Milliseconds of a practice copy of the whole agency, with the id of the copy and its rows. */
export const practiceCopy = async (
  { app, agency, bench }: World,
  rows: number,
): Promise<{ ms: number; copyId: string }> => {
  const { admin } = agency.people;
  const asked = await app.database.transaction(admin, (tx) =>
    askSandbox(tx, admin, { reason: "Measured.", members: [] }),
  );
  const [ms, made] = await timed(() =>
    makeSandbox({
      app,
      actor: { ...admin, kind: "system" },
      jobId: newId(),
      payload: { sandboxId: asked.id },
      progress: async () => {},
    }),
  );
  must((made?.rowCount ?? 0) >= rows, `the copy has ${made?.rowCount} rows`);
  const { rows: real } = await bench.owner.query(
    "select 1 from vendor where org_id = $1 and (email like '%@bench.test' or tin_digest like 'digest %')",
    [asked.copyId],
  );
  must(real.length === 0, "the copy holds a real mail address or tax number");
  return { ms, copyId: asked.copyId };
};
