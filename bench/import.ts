// Bringing 100,000 vendors in, against COPY of the same file, as JSON lines. Every ratio is
// measured inside one run.
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  mkdtempSync,
  rmSync,
  statSync,
} from "node:fs";
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import vendorArea from "#areas/vendors/vendors.server.ts";
import { cpuOfServer, postmasterPid } from "./parts/database.ts";
import { machine, must, sayer, spread } from "./parts/figures.ts";
import { memberActor } from "#server/testing/database.ts";
import {
  firmName,
  madeUei,
  placeOf,
  seeded,
} from "#areas/vendors/screening/generated-exclusions.seed.ts";
import { newId } from "#kernel/ids.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { sql } from "#server/db/sql.ts";
import { lookedAtFiles } from "#server/files/looked-at.ts";
import { outgoingDoor } from "#server/outgoing/door.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";
import { validateImport } from "#server/import/check-rows.ts";
import { commitImport } from "#server/import/commit-rows.ts";
import { beginImport, mapColumns, startCommit } from "#server/import/import.service.ts";
import { deriveAuditKeys, useAuditKeys } from "#server/keys.ts";

const ROWS = Number(process.env.LEVEE_BENCH_ROWS || 100_000);
const say = sayer("import");
const seconds = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
  const from = performance.now();
  const result = await work();
  return [(performance.now() - from) / 1000, result];
};
const megabytes = () => Math.round(process.memoryUsage.rss() / 1048576);

const header =
  "Vendor name,EIN,UEI,Email,Phone,Address,City,State,Zip,NAICS,Terms,Payment method,1099,Note";
/** One row in fifty is bad, in five ways. */
const line = (random: () => number, i: number): string => {
  const place = placeOf(random);
  const bad = i % 50 === 7 ? ((i / 50) % 5) | 0 : -1;
  const name = bad === 0 ? "" : `${firmName(random)} ${i.toString(36).toUpperCase()}`;
  return [
    name,
    bad === 1 ? "00-1234567" : `41-${String(i).padStart(7, "0")}`,
    i % 2 ? madeUei(random) : "",
    bad === 2 ? "not an address" : `orders${i}@firm.test`,
    "(952) 555-0134",
    place.address1,
    place.city,
    place.state,
    place.zip,
    bad === 3 ? "999999" : "212321; 237310",
    bad === 4 ? "soon" : "30",
    i % 3 ? "ach" : "check",
    i % 4 ? "no" : "yes",
    "Brought over from the old system",
  ].join(",");
};

const writeFile = async (file: string): Promise<void> => {
  const out = createWriteStream(file);
  const random = seeded(100);
  out.write(`${header}\n`);
  for (let i = 0; i < ROWS; i++) if (!out.write(`${line(random, i)}\n`)) await once(out, "drain");
  out.end();
  await once(out, "finish");
  chmodSync(file, 0o644);
};

const copyInto = async (
  owner: pg.Client,
  table: string,
  columns: string,
  file: string,
): Promise<number> => {
  const [time] = await seconds(() =>
    owner.query(`copy ${table} (${columns}) from '${file}' (format csv, header true)`),
  );
  return time;
};

/**
 * What finds vendors by their words stands in a table of its own, which a trigger fills: the same
 * beside the table like `vendor`.
 */
const likeWords = async (owner: pg.Client): Promise<void> => {
  await owner.query(`
    create table like_words (like record_words including all);
    create function keep_like_words() returns trigger language plpgsql as $$
      begin
        insert into like_words (org_id, kind, id, own)
        select org_id, 'vendor', id, concat_ws(' ', number, name, doing_business_as, city, uei, email)
        from stored;
        return null;
      end
    $$;
    create trigger words_stored
      after insert on like_vendor referencing new table as stored
      for each statement execute function keep_like_words();
  `);
};

/**
 * A table like `vendor`, with its indexes, into which the file can be copied as it is: keys are
 * made by the table, columns the file has besides are texts, no constraint refuses a bad row.
 */
const likeVendor = async (owner: pg.Client): Promise<void> => {
  await owner.query("create table like_vendor (like vendor including all)");
  const indexes = async () =>
    (
      await owner.query<{ text: string }>(
        `
          select pg_get_indexdef(indexrelid) as text
          from pg_index
          where indrelid = 'like_vendor'::regclass
          order by 1
        `,
      )
    ).rows.map((row) => row.text);
  const before = await indexes();
  await owner.query(`
    alter table like_vendor
      drop column name_key,
      drop column address_key,
      add column name_key text generated always as (lower(coalesce(name, ''))) stored,
      add column address_key text generated always as (lower(address1 || postal_code)) stored,
      add column naics text,
      add column terms text,
      add column paid_by text,
      add column f1099 text,
      alter column org_id set default '${newId()}',
      alter column id set default gen_random_uuid(),
      alter column number set default gen_random_uuid()::text,
      alter column name drop not null
  `);
  const kept = await indexes();
  for (const text of before) if (!kept.includes(text)) await owner.query(text);
  must((await indexes()).join() === before.join(), "the indexes of a vendor");
  await owner.query(`
    do $$
    declare c text;
    begin
      for c in
        select conname from pg_constraint
        where conrelid = 'like_vendor'::regclass and contype = 'c'
      loop
        execute format('alter table like_vendor drop constraint %I', c);
      end loop;
    end
    $$
  `);
};

say(machine());
const folder = mkdtempSync(join(tmpdir(), "levee-bench-import-"));
chmodSync(folder, 0o755);
const server = await startEmbedded(resolve(".cache/bench-data"));
const name = `levee_bench_${randomBytes(4).toString("hex")}`;
const admin = new pg.Client({ connectionString: server.url });
await admin.connect();
await admin.query(`create database ${name}`);
const url = new URL(server.url);
url.pathname = `/${name}`;
try {
  useAuditKeys(deriveAuditKeys(randomBytes(32)));
  process.env.LEVEE_SECRET ??= randomBytes(32).toString("hex");
  await migrate(url.href);
  const owner = new pg.Client({ connectionString: url.href });
  await owner.connect();
  const file = join(folder, "vendors.csv");
  await writeFile(file);

  // COPY of the file in three ways: its columns as text where nothing can be found; into a table
  // with the columns and indexes of a vendor (what lists and look-ups of duplicates read is made by
  // the table, no rule is checked); and into the same with the words by which vendors are searched.
  const names = header
    .toLowerCase()
    .replace("1099", "f1099")
    .split(",")
    .map((c) => c.replaceAll(" ", "_"));
  await owner.query(`create table raw_copy (${names.map((n) => `${n} text`).join(", ")})`);
  await likeVendor(owner);
  const copied =
    "name, tin_digest, uei, email, phone, address1, city, state, postal_code, naics, terms, paid_by, f1099, note";
  const floors: number[] = [];
  const indexed: number[] = [];
  const searched: number[] = [];
  for (let i = 0; i < 3; i++) {
    await owner.query("truncate raw_copy, like_vendor");
    floors.push(await copyInto(owner, "raw_copy", names.join(", "), file));
    indexed.push(await copyInto(owner, "like_vendor", copied, file));
  }
  await likeWords(owner);
  for (let i = 0; i < 3; i++) {
    await owner.query("truncate like_vendor, like_words");
    searched.push(await copyInto(owner, "like_vendor", copied, file));
  }
  must(
    Number(
      (await owner.query("select count(*) as n from like_words where own like '%@firm.test'"))
        .rows[0].n,
    ) >
      ROWS * 0.9,
    "the words of the COPY",
  );
  must(
    Number(
      (
        await owner.query(
          "select count(*) as n from like_vendor where name_key = lower(coalesce(name, ''))",
        )
      ).rows[0].n,
    ) === ROWS,
    "the rows of the COPY with indexes",
  );
  const floor = spread(floors).median;
  const indexedFloor = spread(indexed).median;
  const searchedFloor = spread(searched).median;
  say({
    figure: "copy",
    rows: ROWS,
    bytes: statSync(file).size,
    bareTextsSeconds: spread(floors),
    vendorColumnsAndIndexesSeconds: spread(indexed),
    andTheirWordsSeconds: spread(searched),
  });

  const database = openDatabase(url.href, { max: 8 });
  const app = {
    database,
    files: lookedAtFiles(join(folder, "files"), database, null),
    outgoing: outgoingDoor(openOutgoing(), database),
    config: readConfig({ LEVEE_DATA_DIR: folder, LEVEE_LOG: "silent" }),
  };
  must(vendorArea.name === "vendors", "the area is mounted");
  const orgId = newId();
  const actor = memberActor(orgId, "admin");
  const stored = await app.files.put(createReadStream(file));
  const fileId = newId();
  await database.transaction(actor, async (tx) => {
    await tx.rows(sql`
      insert into organization (id, name, slug, time_zone, fiscal_year_start_month)
      values (${orgId}, 'Bench', 'bench', 'America/Chicago', 10)
    `);
    await tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256)
      values (${orgId}, ${fileId}, 'vendors.csv', 'text/plain', ${stored.size}, ${stored.sha256})
    `);
  });
  const run = await beginImport(app, actor, "vendors", fileId);
  await database.transaction(actor, (tx) => mapColumns(tx, actor, run.id, run.mapping));
  globalThis.gc?.();
  const memory: number[] = [megabytes()];
  const watch = async () => void memory.push(megabytes());
  const serverCpu = cpuOfServer(await postmasterPid(admin));
  const cpu = () => ({ node: process.cpuUsage(), database: serverCpu() ?? 0 });
  const since = (from: ReturnType<typeof cpu>) => {
    const used = process.cpuUsage(from.node);
    return {
      node: Number(((used.user + used.system) / 1e6).toFixed(2)),
      database: Number((((serverCpu() ?? 0) - from.database) / 1e3).toFixed(2)),
    };
  };
  const pauses = monitorEventLoopDelay({ resolution: 5 });
  pauses.enable();
  const beforeCheck = cpu();
  const [validate] = await seconds(() => validateImport(app, actor, run.id, watch));
  const checkCpu = since(beforeCheck);
  await database.transaction(actor, (tx) => startCommit(tx, actor, run.id));
  const half: number[] = [];
  const beforeCommit = cpu();
  const [commit, counts] = await seconds(() =>
    commitImport(app, actor, run.id, async () => {
      half.push(megabytes());
      memory.push(megabytes());
    }),
  );
  const commitCpu = since(beforeCommit);
  pauses.disable();
  must(
    counts.create + counts.reject === ROWS && Math.abs(counts.reject - ROWS / 50) <= ROWS / 200,
    JSON.stringify(counts),
  );
  const { n } = await database.read(actor).one<{ n: number }>(sql`
    select count(*) as n
    from audit_entry
    where org_id = ${orgId} and action = 'vendor.import'
  `);
  must(n === counts.create, `${n} audit entries for ${counts.create} vendors`);
  say({
    figure: "import",
    rows: ROWS,
    ...counts,
    auditEntries: n,
    checkSeconds: Number(validate.toFixed(2)),
    commitSeconds: Number(commit.toFixed(2)),
    rowsPerSecond: Math.round(ROWS / commit),
    checkCpu,
    commitCpu,
  });
  // What the same rows and entries cost as they stand now: one statement each into tables with the
  // same indexes and row security, nothing read, checked, sealed or judged.
  await owner.query(`create table like_audit (like audit_entry including all)`);
  await owner.query(
    `drop table like_vendor, like_words; create table like_words (like record_words including all); create table like_vendor (like vendor including all); create table ready_vendor as select * from vendor; create table ready_words as select * from record_words; create table ready_entry as select * from audit_entry where action = 'vendor.import'; analyze ready_vendor; analyze ready_words; analyze ready_entry`,
  );
  await owner.query(`
    select levee_secure(t)
    from unnest(array['like_vendor', 'like_words', 'like_audit']::regclass[]) t; grant
    select on ready_vendor, ready_words, ready_entry to levee_app
  `);
  const fair = await database.transaction(
    actor,
    async (tx) =>
      (
        await seconds(() =>
          Promise.all([
            tx.rows(sql`insert into like_vendor select * from ready_vendor order by name`),
            tx.rows(sql`insert into like_words select * from ready_words`),
            tx.rows(sql`insert into like_audit select * from ready_entry`),
          ]),
        )
      )[0],
  );
  const whole = validate + commit;
  const ratio = (n: number) => Number((whole / n).toFixed(1));
  say({
    figure: "check and commit",
    seconds: Number(whole.toFixed(2)),
    ratioToBareCopy: ratio(floor),
    ratioToCopyWithIndexes: ratio(indexedFloor),
    ratioToCopyWithIndexesAndWords: ratio(searchedFloor),
    goal: 6,
    fairFloorSeconds: Number(fair.toFixed(2)),
    ratioToFairFloor: ratio(fair),
    fairFloorToBareCopy: Number((fair / floor).toFixed(1)),
    longestPauseOfTheMainThreadMs: Math.round(pauses.max / 1e6),
    pauses99Ms: Math.round(pauses.percentile(99) / 1e6),
  });
  const quarter = (from: number) =>
    half.slice(Math.floor(half.length * from), Math.floor(half.length * (from + 0.25)));
  const mean = (list: number[]) =>
    Math.round(list.reduce((a, b) => a + b, 0) / Math.max(1, list.length));
  say({
    figure: "memory",
    unit: "MB resident",
    before: memory[0],
    most: Math.max(...memory),
    secondQuarter: mean(quarter(0.25)),
    lastQuarter: mean(quarter(0.75)),
  });
  const again = await beginImport(app, actor, "vendors", fileId);
  await database.transaction(actor, (tx) => mapColumns(tx, actor, again.id, again.mapping));
  const [repeat, same] = await seconds(() => validateImport(app, actor, again.id));
  must(same.create === 0 && same.update === 0, `the same file again: ${JSON.stringify(same)}`);
  say({ figure: "the same file again", ...same, seconds: Number(repeat.toFixed(2)) });
  await database.close();
  await owner.end();
} finally {
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
