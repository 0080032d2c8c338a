// Labor of a crew with schedules, and a bill, as their people meet them at the endpoints: judged, asked for
// and refused for missing papers by name; completed by whoever owes each; certified by another person; in a
// bundle in which a stranger finds bill, payment and photo by the number of a line.
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { newId } from "#kernel/ids.ts";
import { costsOf, releaseRun } from "#areas/finance/finance.server.ts";
import { addRate, saveLaborClass } from "#areas/assets/hours/rates.service.ts";
import "#areas/governance/governance.server.ts";
import { startSequencer, type Sequencer } from "#server/audit/sequencer.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { attachFile } from "#server/http/attachments.ts";
import type { JobRun } from "#server/jobs/jobs.ts";
import { auditKeys, deriveAuditKeys, useAuditKeys } from "#server/keys.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approvedInvoice, approvedRun, payingAgency } from "#server/testing/payments.ts";
import { postedPay } from "#server/testing/payroll.ts";
import { askForBundle, makeBundle } from "./bundle/bundle.service.ts";
import { ehpQuestions } from "./considerations/considerations.labels.ts";

const { fileOfPackage, verifyPackage } = (await import(
  new URL("../../../bin/audit-verify.mjs", import.meta.url).href
)) as {
  fileOfPackage: (path: string, name: string) => Promise<Buffer>;
  verifyPackage: (path: string, key: string) => Promise<{ ok: boolean }>;
};

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payingAgency>>;
let sequencer: Sequencer;
let people: Record<"recovery" | "certifier" | "head" | "ada" | "boss", Actor>;
const ask = askingOf(() => t);
const refused = (...given: Parameters<typeof ask>) => refusalOf(ask(...given));

beforeAll(async () => {
  useAuditKeys(deriveAuditKeys(randomBytes(32)));
  t = await freshDatabase();
  a = await payingAgency(t.database);
  await t.database.transaction({ orgId: a.orgId, personId: null }, (tx) =>
    tx.rows(sql`update fiscal_year set starts_on = '2025-10-01' where org_id = ${a.orgId}`),
  );
  people = await makeMembers(t.database, a, {
    recovery: { duties: ["recovery"] },
    certifier: { duties: ["certifier"] },
    head: { duties: ["department_head"] },
    ada: {},
    boss: { role: "manager", duties: ["emergency_manager"] },
  });
  sequencer = await startSequencer({ database: t.database, every: 10 });
});
afterAll(async () => {
  await sequencer.stop();
  await t.drop();
});

const kept = async (who: Actor, name: string, content: string) => {
  const stored = await t.app.files.put(Readable.from([Buffer.from(content)]));
  const id = await t.database.transaction(who, (tx) =>
    recordFile(tx, { ...stored, orgId: who.orgId!, name, uploadedBy: who.personId }),
  );
  return { id, name, sha256: stored.sha256 };
};
const attach = async (who: Actor, objectType: string, objectId: string, name: string) => {
  const file = await kept(who, name, `${name} of ${objectId}`);
  await t.database.transaction(who, (tx) =>
    attachFile(tx, who, { objectType, objectId, number: name, file, label: "" }),
  );
};

const every = ["A", "B", "C", "D", "E", "F", "G", "Z"];
const declared = async () => {
  const { recovery, boss } = people;
  const incident = await ask(boss, "POST /api/v1/incidents", {
    title: "Flood",
    kind: "flood",
    beginsOn: agencyDay(-25),
    departmentId: a.departmentId,
    accountStringId: a.accountStringId,
  });
  const { id } = await ask(recovery, "POST /api/v1/pa-declarations", {
    number: "DR-4897-MN",
    title: "Flood",
    incidentId: incident.id,
    declaredOn: agencyDay(-20),
    periodFrom: agencyDay(-25),
    payPolicy: "Rules",
    payPolicyOn: "2019-01-01",
    areas: [{ county: "Carver", categories: every, designatedOn: agencyDay(-20) }],
    shares: [{ categories: every, fromDay: agencyDay(-25), rate: 7_500, source: "Text" }],
  });
  await ask(recovery, "POST /api/v1/pa-thresholds", {
    fiscalYear: 2027,
    minimumCents: 4_200_00,
    largeCents: 1_000_000_00,
    source: "Notice for fiscal year 2027",
  });
  return id;
};

const obligated = async (declarationId: string) => {
  const { recovery } = people;
  const { id } = await ask(recovery, "POST /api/v1/pa-projects", {
    declarationId,
    title: "Culverts of road P2",
    category: "C",
    scope: "Four culverts in kind.",
    lines: [{ description: "Culvert", quantity: "4", unit: "each", unitPrice: "41250" }],
  });
  const step = (name: string) => `POST /api/v1/pa-projects/${id}/actions/${name}`;
  const damage = await ask(recovery, "POST /api/v1/pa-damage", {
    declarationId,
    title: "Culvert washed out",
    location: "Road P2",
    category: "C",
    cause: "Flood water",
    occurredOn: agencyDay(-24),
  });
  await ask(recovery, `POST /api/v1/pa-damage/${damage.id}/project`, { projectId: id });
  const no = { answer: "no", detail: "" };
  const { version } = await ask(recovery, `GET /api/v1/pa-projects/${id}`);
  await ask(
    recovery,
    `PUT /api/v1/pa-projects/${id}/considerations`,
    {
      ehpAnswers: Object.fromEntries(Object.keys(ehpQuestions).map((key) => [key, no])),
      mitigationStatement: "none",
      mitigationMeasures: [],
    },
    version,
  );
  for (const name of ["freeze", "passOn", "approve"]) await ask(recovery, step(name));
  await ask(recovery, step("obligate"), {
    cents: 500_000_00,
    obligatedOn: agencyDay(),
    document: "Version 0",
  });
  return { projectId: id, damageId: damage.id };
};

const us = (n: number) => {
  const [y, m, d] = agencyDay(n).split("-");
  return `${m}/${d}/${y}`;
};
const weekdays = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  from: "07:00",
  to: "15:00",
  breakMinutes: 0,
}));
// A day of Ada's crew: eight hours by her schedule and four beyond it, read, confirmed by her head.
const worked = async (declarationId: string, projectId: string) => {
  const { recovery, head, ada, boss } = people;
  await t.database.transaction(boss, async (tx) => {
    const { id } = await saveLaborClass(tx, boss, { code: "OPR", name: "Operator", active: true });
    const rate = { laborClassId: id, assetClassId: null, fromDay: "2025-01-01", source: "Payroll" };
    await addRate(tx, boss, { ...rate, regularCents: 40_00, otherCents: 58_00 });
  });
  await ask(recovery, "POST /api/v1/pa-work-schedules", {
    personId: ada.personId,
    fromDay: agencyDay(-40),
    employment: "budgeted",
    shifts: weekdays,
    source: "Roster of the road crew",
  });
  const lines = [
    "Employee,Class,Date,From,To,Break,Hours,Pay,Work",
    `ada,OPR,${us(-20)},07:00,15:00,0,8,REG,Culverts`,
    `ada,OPR,${us(-20)},15:00,19:00,0,4,OT,Culverts`,
  ];
  const { id: fileId } = await kept(recovery, "week.csv", lines.join("\n"));
  const read = await ask<{ rowsTaken: number; refused: object[] }>(
    recovery,
    "POST /api/v1/pa-timesheets",
    { declarationId, fileId, beginsAt: "07:00" },
  );
  expect(read).toMatchObject({ rowsTaken: 2, refused: [] });
  const waiting = await ask<{ items: { hours: { id: string }[] }[] }>(
    head,
    `GET /api/v1/pa-declarations/${declarationId}/crew-hours`,
  );
  const hourIds = waiting.items.flatMap((week) => week.hours.map((h) => h.id));
  await ask(head, `POST /api/v1/pa-declarations/${declarationId}/crew-hours/confirm`, { hourIds });
  // In permanent work the hours of the schedule count as well as the four beyond it.
  expect(
    await ask(recovery, `POST /api/v1/pa-projects/${projectId}/hours`, {
      from: agencyDay(-25),
      to: agencyDay(0),
    }),
  ).toMatchObject({ assigned: 2, excluded: 0, asked: 0 });
};

const paidBill = async () => {
  await approvedInvoice(t.database, a, { cents: 1_000_00 });
  const run = await approvedRun(t.database, a);
  const { treasurer } = a.people;
  await t.database.transaction(treasurer, (tx) =>
    releaseRun(tx, treasurer, { id: run, version: null }, t.app.files),
  );
  const [cost] = await costsOf(t.database.read(people.recovery), {});
  await t.database.transaction(people.recovery, (tx) =>
    tx.rows(sql`
      update cost_line
      set emergency = true, purchase_order_id = ${newId()}::uuid, receipt_id = ${newId()}::uuid
      where org_id = ${a.orgId} and id = ${cost!.id}
    `),
  );
  return cost!;
};

const bundleOf = async (requestId: string): Promise<string> => {
  const { recovery } = people;
  // The endpoint would hand it to a worker; here the job's own work is done at once.
  const { id } = await t.database.transaction(recovery, (tx) =>
    askForBundle(tx, recovery, requestId),
  );
  const { sha256 } = await makeBundle({
    app: t.app,
    actor: recovery,
    jobId: newId(),
    payload: { bundleId: id },
    progress: async () => {},
  } as unknown as JobRun<{ bundleId: string }>);
  const path = join(mkdtempSync(join(tmpdir(), "journey-")), "bundle.zip");
  writeFileSync(path, await buffer((await t.app.files.open(sha256!)).stream));
  return path;
};

test("a request is refused for each missing paper, completed by whoever owes it, and found by a stranger", async () => {
  const { recovery, certifier, boss } = people;
  const declarationId = await declared();
  const { projectId, damageId } = await obligated(declarationId);
  await worked(declarationId, projectId);
  const cost = await paidBill();
  await ask(recovery, `POST /api/v1/pa-projects/${projectId}/costs`, { costLineIds: [cost.id] });
  const { id } = await ask(recovery, `POST /api/v1/pa-projects/${projectId}/requests`);
  const step = (name: string) => `POST /api/v1/pa-requests/${id}/actions/${name}`;
  type Line = { kind: string; lacks: string[] };
  const lines = async () =>
    (await ask<{ lines: Line[] }>(recovery, `GET /api/v1/pa-requests/${id}`)).lines;
  const lacks = async (kind: string) => (await lines()).find((l) => l.kind === kind)!.lacks;
  expect(await refused(recovery, step("check"))).toContain("No file of the invoice");
  expect(await lacks("cost")).toEqual([
    "No file of the invoice: accounts payable attaches the bill.",
    expect.stringMatching(/^No photo of DMG-\d{4}-\d+: whoever stands before it\.$/),
    expect.stringMatching(/^DMG-\d{4}-\d+ is not documented yet: inspector and coordinator\.$/),
  ]);
  expect(await lacks("labor")).toContainEqual(expect.stringContaining("No posted pay of ada"));

  await attach(a.people.ap, "invoice", cost.invoiceId!, "bill.pdf");
  await attach(recovery, "paDamage", damageId, "culvert.jpg");
  const { version } = await ask(recovery, `GET /api/v1/pa-damage/${damageId}`);
  await ask(
    recovery,
    `PATCH /api/v1/pa-damage/${damageId}`,
    {
      latitude: 44.77,
      longitude: -93.6,
      responsibility: "County parks",
      dimensions: "36 in",
      estimateCents: 165_000_00,
    },
    version,
  );
  for (const name of ["inspect", "document"])
    await ask(recovery, `POST /api/v1/pa-damage/${damageId}/actions/${name}`);
  const { code } = await t.database.read(boss).one<{ code: string }>(sql`
    select code
    from account_string
    where org_id = ${a.orgId} and id = ${a.accountStringId}
  `);
  await postedPay(t.database, { actor: boss, account: code, paidOn: agencyDay(-2) }, [
    { employee: "Ada", from: agencyDay(-25), to: agencyDay(-12), cents: 600_00 },
  ]);
  expect((await lines()).flatMap((l) => l.lacks)).toEqual([]);
  // 1,000.00, eight hours at 40.00 and four at 58.00; three quarters of it are the federal part.
  expect(await ask(recovery, step("check"))).toMatchObject({
    total: 1_552_00,
    federal: 1_164_00,
    match: 388_00,
  });
  expect(await refused(recovery, step("certify"))).not.toBe("nothing was refused");
  await ask(certifier, step("certify"));

  const path = await bundleOf(id);
  expect((await verifyPackage(path, formatVerifierKey(auditKeys().verifier))).ok).toBe(true);
  const table = async (name: string) =>
    parse(await fileOfPackage(path, name), { columns: true }) as Record<string, string>[];
  const line = (await table("trace.csv")).find((row) => row["kind"] === "cost")!;
  // Hours are found by the journal that paid them.
  const ofLabor = (await table("trace.csv")).filter((row) => row["kind"] === "labor");
  expect(ofLabor.map((row) => row["payroll"])).toEqual(
    ofLabor.map(() => expect.stringMatching(/^JRN-\d{4}-\d+$/)),
  );
  expect(ofLabor.length).toBeGreaterThan(0);
  // By its line's number a stranger finds when somebody worked, who confirmed it, and the pay of it.
  const hours = await table("hours.csv");
  for (const row of ofLabor)
    expect(hours.find((h) => h["line"] === row["line"])).toMatchObject({
      person: row["person"],
      day: row["day"],
      minutes: row["minutes"],
      payroll: row["payroll"],
      payroll_paid_cents: "60000",
      from: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00[+-]\d\d:00$/),
      entered_by: expect.stringMatching(/./),
      confirmed_by: expect.stringMatching(/./),
    });
  const payment = (await table("payments.csv")).find((row) => row["line"] === line["line"])!;
  expect(payment).toMatchObject({ invoice: line["invoice"], paid_cents: String(1_000_00) });
  const bill = await fileOfPackage(path, `06-invoices/${line["invoice"]}/0001-bill.pdf`);
  expect(bill.toString()).toContain("bill.pdf of");
  const photo = await fileOfPackage(path, `07-photographs/${line["damage"]}/0001-culvert.jpg`);
  expect(photo.toString()).toContain("culvert.jpg of");
});
