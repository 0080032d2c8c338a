import pg from "pg";
import { openDatabase } from "#server/db/open-database.ts";
import { Victim, freePort, steady, type Acknowledged } from "./crashing.ts";
import { must } from "./figures.ts";
import { buyingAgency, tokensOf, type BuyingAgency } from "./people.ts";
import { caller } from "./program.ts";
import { buy, PURCHASE_CENTS } from "./purchase.ts";

const { verifyBundle } = (await import(
  new URL("../../bin/audit-verify.mjs", import.meta.url).href
)) as {
  verifyBundle: (
    stream: AsyncIterable<Uint8Array>,
    key: string,
  ) => Promise<{ ok: boolean; entries: number; findings: unknown[] }>;
};
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
const CLIENTS = 6;
const IMPORT_ROWS = 2_500;

export type CrashReport = {
  kills: number;
  database_kills: number;
  purchases: number;
  acknowledged: number;
  repeated_and_stored_once: number;
  imports: number;
  imported_rows: number;
  audit_entries: number;
  restart_ms: number[];
};

const withOwner = async <T>(
  victim: Victim,
  work: (one: (text: string, values?: unknown[]) => Promise<any>) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString: victim.postmaster().url });
  await client.connect();
  try {
    return await work(async (text, values) => (await client.query(text, values)).rows[0]);
  } finally {
    await client.end();
  }
};

/**
 * Straight after a restart: every acknowledged write is there, and the ledger's sums equal the
 * balances.
 */
const checkRestart = (victim: Victim, ledger: readonly Acknowledged[]) =>
  withOwner(victim, async (one) => {
    const { n } = await one(
      `
        select count(*)::int as n
        from unnest($1::text[], $2::text[]) a(key, id)
        join idempotency_key k on k.key = a.key and k.status > 0 and k.answer->>'id' = a.id
      `,
      [ledger.map((l) => l.key), ledger.map((l) => l.id)],
    );
    must(
      n === ledger.length,
      `${ledger.length - n} of ${ledger.length} acknowledged writes are lost`,
    );
    const created = (path: string) => ledger.filter((l) => l.path === path).map((l) => l.id);
    for (const [path, table] of [
      ["/api/v1/requisitions", "requisition"],
      ["/api/v1/purchase-orders", "purchase_order"],
      ["/api/v1/invoices", "invoice"],
    ] as const) {
      const ids = created(path);
      const found = await one(
        `select count(*)::int as n from ${table} where id = any($1::uuid[])`,
        [ids],
      );
      must(
        found.n === ids.length,
        `${ids.length - found.n} acknowledged rows of ${table} are lost`,
      );
    }
    await checkBalances(one);
  });

const checkBalances = async (one: (text: string) => Promise<any>) => {
  const { n } = await one(
    `
      select count(*)::int as n
      from budget_line l
      left join lateral (
          select sum(pre_encumbered) as p, sum(encumbered) as e, sum(expended) as x
          from commitment_entry c
          where c.org_id = l.org_id and c.budget_line_id = l.id
        ) c
        on true
      where (l.pre_encumbered, l.encumbered, l.expended) is distinct from (
        coalesce(c.p, 0), coalesce(c.e, 0), coalesce(c.x, 0)
      )
    `,
  );
  must(n === 0, `${n} budget lines do not equal their ledger`);
};

type One = (text: string, values?: unknown[]) => Promise<any>;

const checkOnce = async (one: One) => {
  const twice = await one(
    `
      select count(*)::int as n
      from (
        select 1
        from audit_entry
        where action in (
          'requisition.create', 'requisition.submit', 'requisition.approve', 'purchaseOrder.create',
          'purchaseOrder.issue', 'receipt.post', 'invoice.create', 'invoice.approve'
        )
        group by action, object_id
        having count(*) > 1
      ) doubled
    `,
  );
  must(twice.n === 0, `${twice.n} steps are recorded twice`);
};

/** Every row of the file came in once, with its entry in the record. */
const checkImport = async (one: One, id: string) => {
  const run = await one(
    `
      select
        r.state, r.rows_done::int, (r.counts->>'create')::int as created,
        (
          select count(*)::int
          from audit_entry e
          where e.org_id = r.org_id
            and e.action = 'vendor.import'
            and e.content like '%' || r.id || '%'
        ) as entries,
        (
          select count(*)::int
          from vendor v
          where v.org_id = r.org_id and v.doing_business_as = r.file_name
        ) as vendors
      from import_run r
      where r.id = $1
    `,
    [id],
  );
  const whole = [run.rows_done, run.created, run.entries, run.vendors];
  must(
    run.state === "committed" && whole.every((rows) => rows === IMPORT_ROWS),
    `import ${id}: ${JSON.stringify(run)}`,
  );
};

/**
 * At the end: what was repeated stands once, every purchase is whole, imports came in once, each
 * with its audit entries.
 */
const checkEnd = (
  victim: Victim,
  agency: BuyingAgency,
  purchases: number,
  imports: readonly string[],
) =>
  withOwner(victim, async (one) => {
    const totals = await one(
      `
        select
          (select count(*)::int from requisition) as requisitions,
          (select count(*)::int from purchase_order) as orders,
          (select count(*)::int from receipt) as receipts,
          (select count(*)::int from invoice where status = 'approved') as invoices,
          (select sum(expended)::bigint from budget_line) as expended,
          (select sum(pre_encumbered + encumbered)::bigint from budget_line) as committed
      `,
    );
    for (const what of ["requisitions", "orders", "receipts", "invoices"])
      must(totals[what] === purchases, `${totals[what]} ${what} after ${purchases} purchases`);
    must(
      Number(totals.expended) === purchases * PURCHASE_CENTS && Number(totals.committed) === 0,
      `expended ${totals.expended}, committed ${totals.committed}`,
    );
    await checkBalances(one);
    await checkOnce(one);
    for (const id of imports) await checkImport(one, id);
    const counted = await one("select count(*)::int as n from audit_entry where org_id = $1", [
      agency.orgId,
    ]);
    return counted.n as number;
  });

/**
 * The agency's whole audit ledger, exported over HTTP and verified by the stand-alone program;
 * gives its number of entries.
 */
const checkAudit = async (victim: Victim, agency: BuyingAgency, written: number): Promise<void> => {
  for (const end = Date.now() + 60_000; ; await pause(100)) {
    const { n } = await withOwner(victim, (one) =>
      one("select count(*)::int as n from audit_leaf where org_id = $1", [agency.orgId]),
    );
    if (n === written) break;
    must(Date.now() < end, `only ${n} of ${written} audit entries were sealed`);
  }
  const { admin } = await tokensOf(agency);
  const at = `http://127.0.0.1:${victim.port}`;
  const { verifierKey } = (await (await fetch(`${at}/api/v1/audit-key`)).json()) as {
    verifierKey: string;
  };
  const bundle = await fetch(`${at}/api/v1/audit-bundles`, {
    method: "POST",
    headers: { authorization: `Bearer ${admin}`, "content-type": "application/json" },
    body: JSON.stringify({ all: true }),
  });
  must(bundle.ok, `the bundle answered ${bundle.status}`);
  const report = await verifyBundle(
    bundle.body as unknown as AsyncIterable<Uint8Array>,
    verifierKey,
  );
  must(
    report.ok && report.entries >= written,
    `the audit record does not verify: ${JSON.stringify(report).slice(0, 500)}`,
  );
};

const fileOfVendors = (name: string, n: number): string => {
  const row = (_: unknown, i: number) => `Imported Works ${n} ${i} Ltd,${name},Carver`;
  return `Vendor,DBA,City\n${Array.from({ length: IMPORT_ROWS }, row).join("\n")}\n`;
};

/** Uploads until the server that is killed meanwhile takes the file; gives its id. */
const upload = async (
  victim: Victim,
  token: () => Promise<string>,
  name: string,
  text: string,
): Promise<string> => {
  for (;;) {
    const form = new FormData();
    form.append("file", new Blob([text]), name);
    const answer = await fetch(`http://127.0.0.1:${victim.port}/api/v1/files`, {
      method: "POST",
      headers: { authorization: `Bearer ${await token()}` },
      body: form,
    }).catch(() => null);
    if (answer?.ok) return ((await answer.json()) as { id: string }).id;
    await pause(100);
  }
};

/**
 * Imports files of vendors one after the other, as the wizard does, through jobs that the kills
 * interrupt.
 */
const importVendors = async (
  victim: Victim,
  agency: BuyingAgency,
  ledger: Acknowledged[],
  repeated: { count: number },
  running: () => boolean,
): Promise<string[]> => {
  const call = caller(victim.port);
  const write = steady(call, ledger, repeated);
  const done: string[] = [];
  const token = async () => (await tokensOf(agency)).admin;
  const post = async (path: string, body: unknown) =>
    write("POST", path, { token: await token(), body });
  const until = async (id: string, state: string) => {
    for (const end = Date.now() + 150_000; ; await pause(200)) {
      const run = await write("GET", `/api/v1/imports/${id}`, { token: await token() });
      if (run.state === state) return;
      must(
        run.state !== "failed" && Date.now() < end,
        `the import stays ${run.state}: ${run.error}`,
      );
    }
  };
  // A kill while the file is being read leaves its key marked as being worked on, for a quarter of
  // an hour (`once.ts`): the wizard begins with a new one, and so does this.
  const begin = async (fileId: string): Promise<any> =>
    post("/api/v1/imports", { kind: "vendors", fileId }).catch((error: Error) => {
      if (!error.message.includes("still_working")) throw error;
      return begin(fileId);
    });
  for (let n = 0; n === 0 || running(); n++) {
    const name = `vendors-${n}.csv`;
    const run = await begin(await upload(victim, token, name, fileOfVendors(name, n)));
    const taken = ledger.findIndex((l) => l.id === run.id);
    ledger.splice(taken, 1); // taking in a file keeps no key
    await post(`/api/v1/imports/${run.id}/validate`, { mapping: run.suggestedMapping });
    await until(run.id, "validated");
    await post(`/api/v1/imports/${run.id}/actions/commit`, {});
    await until(run.id, "committed");
    done.push(run.id);
  }
  call.close();
  return done;
};

/** Kills the server, every second time its database too, and looks each time what is left. */
const killing = async (
  victim: Victim,
  ledger: readonly Acknowledged[],
  kills: number,
  running: () => boolean,
) => {
  const restarts: number[] = [];
  let databaseKills = 0;
  for (let kill = 0; kill < kills && running(); kill++) {
    await pause(1000 + Math.random() * 1500);
    const withDatabase = kill % 2 === 1;
    await victim.kill(withDatabase);
    databaseKills += withDatabase ? 1 : 0;
    const before = [...ledger];
    restarts.push(Math.round(await victim.start()));
    await checkRestart(victim, before);
  }
  await pause(1000);
  return { restarts, databaseKills };
};

/**
 * Kills the product while six people write and a file is imported, every second time its database
 * too; starts it again; checks each time and at the end.
 * Throws when anything acknowledged is lost or anything stands twice.
 */
export const crash = async (kills: number, port?: number): Promise<CrashReport> => {
  const victim = new Victim(port ?? (await freePort()));
  process.env.LEVEE_DATA_DIR = victim.dataDir;
  try {
    await victim.start();
    const database = openDatabase(victim.postmaster().url, { max: 2 });
    const agency = await buyingAgency(database);
    await database.close();
    const ledger: Acknowledged[] = [];
    const repeated = { count: 0 };
    let running = true;
    let purchases = 0;
    let failure: unknown;
    const client = async () => {
      const call = caller(victim.port);
      const write = steady(call, ledger, repeated);
      while (running) {
        await buy(write, agency, await tokensOf(agency));
        purchases++;
      }
      call.close();
    };
    const fails = (error: unknown) => {
      failure ??= error;
      running = false;
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, () => client().catch(fails)));
    const imports = importVendors(victim, agency, ledger, repeated, () => running).catch(
      (error) => (fails(error), [] as string[]),
    );
    const { restarts, databaseKills } = await killing(victim, ledger, kills, () => running);
    running = false;
    await clients;
    const imported = await imports;
    if (failure) throw failure;
    await checkRestart(victim, ledger);
    const written = await checkEnd(victim, agency, purchases, imported);
    await checkAudit(victim, agency, written);
    return {
      kills,
      database_kills: databaseKills,
      purchases,
      acknowledged: ledger.length,
      repeated_and_stored_once: repeated.count,
      imports: imported.length,
      imported_rows: imported.length * IMPORT_ROWS,
      audit_entries: written,
      restart_ms: restarts,
    };
  } finally {
    const { databaseLeft } = await victim.end();
    must(!databaseLeft, "the database went on after the server had stopped");
  }
};
