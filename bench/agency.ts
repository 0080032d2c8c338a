// npm run bench -- agency: a copy for practice beside plain `insert … select` of the same rows, by ratio.
// LEVEE_BENCH_ROWS (400,000): so many departments, and a tenth as many vendors. The export and the
// neighbours of a deletion are not measured here yet.
import pg from "pg";
import { newId } from "#kernel/ids.ts";
import { askSandbox, makeSandbox } from "#areas/agencies/sandbox/sandbox.service.ts";
import "#areas.server.ts";
import { prepareTestServer } from "#server/testing/global-setup.ts";
import { freshDatabase } from "#server/testing/database.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";

const rows = Number(process.env["LEVEE_BENCH_ROWS"] ?? 400_000);
const most = 3;
const server = await prepareTestServer();
const t = await freshDatabase();
const owner = new pg.Client({ connectionString: t.ownerUrl });
await owner.connect();
const timed = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
  const began = performance.now();
  const answer = await work();
  return [performance.now() - began, answer];
};

const agency = await makeAgency(t.database);
const { admin } = await makeMembers(t.database, agency, { admin: { role: "admin" } });
await owner.query(
  `
    insert into department (org_id, id, code, name)
    select $1, gen_random_uuid(), 'D' || n, 'Department ' || n
    from generate_series(1, $2::int) n
  `,
  [agency.orgId, rows],
);
await owner.query(
  `
    insert into vendor (org_id, id, number, name, name_key, status, email, phone, address1, city)
    select
      $1, gen_random_uuid(), 'V-' || n, 'Vendor ' || n, 'vendor' || n, 'active',
      'v' || n || '@bench.test', '(641) 207-' || lpad((n % 10000)::text, 4, '0'),
      n || ' Main Street', 'Ames'
    from generate_series(1, $2::int / 10) n
  `,
  [agency.orgId, rows],
);
await owner.query("analyze");

const plainOf = async (table: string, orgId: string): Promise<void> => {
  const { rows: columns } = await owner.query<{ name: string }>(
    `
      select attname as name
      from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    `,
    [table],
  );
  const names = columns.map(({ name }) => `"${name}"`);
  const values = names.map((name) => (name === '"org_id"' ? "$2::uuid" : name));
  await owner.query(
    `insert into "${table}" (${names.join(", ")}) select ${values.join(", ")} from "${table}" where org_id = $1`,
    [agency.orgId, orgId],
  );
};
const other = await makeAgency(t.database);
await owner.query("delete from department where org_id = $1", [other.orgId]);
const [plain] = await timed(async () => {
  await owner.query("begin");
  for (const table of ["department", "vendor"]) await plainOf(table, other.orgId);
  await owner.query("commit");
});
const row = await t.database.transaction(admin, (tx) =>
  askSandbox(tx, admin, { reason: "Measured.", members: [] }),
);
const [copied, made] = await timed(() =>
  makeSandbox({
    app: t.app,
    actor: { ...admin, kind: "system" },
    jobId: newId(),
    payload: { sandboxId: row.id },
    progress: async () => {},
  }),
);
const ratio = copied / plain;
console.log(
  `plain insert … select of ${rows + rows / 10} rows: ${(plain / 1000).toFixed(1)} s; copy of ${made?.rowCount} rows: ${(copied / 1000).toFixed(1)} s; ratio ${ratio.toFixed(2)} (at most ${most})`,
);
await owner.end();
await t.drop();
await server.stop();
if (ratio > most) process.exitCode = 1;
