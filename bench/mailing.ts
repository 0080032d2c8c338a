// Ten thousand notices written into the outbox while clerks work: how long it takes, how many letters
// there are for each address, and what clerks wait with and without it. As JSON lines.
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { noticeInput } from "#areas/communications/notice/notice.model.ts";
import { draftNotice, moveNotice } from "#areas/communications/notice/notice.service.ts";
import { sendSome } from "#areas/communications/notice/sending.jobs.ts";
import { vendorList } from "#areas/vendors/vendor/vendor.list.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { benchDatabase } from "./parts/database.ts";
import { machine, must, quantile, round, sayer } from "./parts/figures.ts";

const VENDORS = Number(process.env.LEVEE_BENCH_NOTICES || 10_000);
const CLERKS = 4;
const say = sayer("mailing");
const db = await benchDatabase("mailing");
say(machine());

const agency = await makeAgency(db.database);
const { writer, approver } = await makeMembers(db.database, agency, {
  writer: { role: "manager" },
  approver: { role: "admin" },
});
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => db.database.transaction(actor, work);
const ids = Array.from({ length: VENDORS }, () => newId());
await as(writer, (tx) =>
  tx.rows(sql`
    insert into vendor (org_id, id, number, name, name_key, status, email, payment_method)
    select
      ${agency.orgId}, v.id, 'V-' || v.n, 'Vendor ' || v.n, 'vendor' || v.n, 'active',
      'vendor' || v.n || '@bench.test', 'ach'
    from unnest(${ids}::uuid[])
    with ordinality as v(id, n)
  `),
);
const input = noticeInput.parse({
  subject: "A new address for your invoices",
  body: "{{name}}, from January on invoices go to the **portal**.\n\n- No paper\n- The same terms",
  audience: { kind: "vendors", query: "status=active" },
  acknowledgeDays: 14,
});

/** What clerks do: read a page of the directory, draft a notice. Milliseconds of each, until told. */
const clerks = async (goesOn: () => boolean): Promise<number[]> => {
  const times: number[] = [];
  const one = async () => {
    for (let n = 0; goesOn(); n++) {
      const began = performance.now();
      if (n % 4 === 0) await as(writer, (tx) => draftNotice(tx, writer, input));
      else await runList(db.database.read(writer), writer, vendorList, { q: `vendor ${n}` });
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CLERKS }, one));
  return times;
};
const forSeconds = (seconds: number) => {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() < end;
};

const quiet = await clerks(forSeconds(5));
const { id } = await as(writer, (tx) => draftNotice(tx, writer, input));
const step = { id, version: null };
await as(approver, (tx) => moveNotice(tx, approver, "approve", step, null));
let sending = true;
const beside = clerks(() => sending);
const began = performance.now();
await as(writer, (tx) => moveNotice(tx, writer, "send", step, null));
const snapshot = performance.now() - began;
while (await as(writer, (tx) => sendSome(tx, writer, id)));
const took = performance.now() - began;
sending = false;
const busy = await beside;

const { letters, addresses } = await identityDb(db.database).one<{
  letters: number;
  addresses: number;
}>(sql`
  select count(*)::int as letters, count(distinct to_address)::int as addresses
  from mail
  where to_address like '%@bench.test'
`);
must(letters === VENDORS && addresses === VENDORS, `${letters} letters to ${addresses} addresses`);
say({
  letters,
  seconds: round(took / 1000),
  lettersASecond: round(letters / (took / 1000)),
  writingDownMs: round(snapshot),
});
for (const [name, times] of [
  ["quiet", quiet],
  ["while it goes out", busy],
] as const)
  say({
    clerks: name,
    tasks: times.length,
    p50: round(quantile(times, 0.5)),
    p95: round(quantile(times, 0.95)),
  });
await db.close();
