// Certificates of people on a real database: entered by one, verified by another who is not their delegate, held
// through their last day, told before it ends, brought in by a roster, proved by a code.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { addDays, addMonths, day } from "#kernel/time.ts";
import {
  competences,
  requireSeat,
  seatKeeper,
  supervisorsOf,
} from "#areas/organization/organization.server.ts";
import { delegate } from "#areas/workflow/workflow.server.ts";
import { sql } from "#server/db/sql.ts";
import { quietly } from "#server/quiet.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { certificateImporter } from "./certificate/certificate.importer.ts";
import { stateOn } from "./certificate/certificate.labels.ts";
import type { CertificateDetail, CertificateMatrix } from "./certificate/certificate.model.ts";
import { issueCertificate } from "./certificate/certificate.service.ts";
import { tellEndings } from "./certificate/ending.service.ts";
import { certificatePaper } from "./certificate/paper.service.ts";
import { closedFor } from "./gate/gate.service.ts";
import { at, trainingOf } from "./training.setup.ts";

let t: TestDatabase;
let of: Awaited<ReturnType<typeof trainingOf>>;
const { certificates } = at;
const supervise = async (person: string, supervisorId: string | null) => {
  const path = `${at.members}/${person}`;
  const { version } = await of.asking(of.people.admin, `GET ${path}`);
  return of.asking(of.people.admin, `PATCH ${path}`, { supervisorId }, version);
};
const lettersTo = async (code: string) =>
  (
    await t.database.read(of.people.admin).rows<{ n: number }>(sql`
      select count(*)::int as n
      from mail
      where org_id = ${of.agency.orgId} and subject like ${`%${code} ends%`}
    `)
  )[0]!.n;

beforeAll(async () => {
  t = await freshDatabase();
  of = await trainingOf(t);
});
afterAll(() => t.drop());

test("days that no certificate has are refused at their field; Feb 29 plus a year is Feb 28", async () => {
  const { learner, other } = of.people;
  expect(await refusalOf(of.enter(learner, { validFrom: agencyDay(1) }))).toBe(
    "certificate_future: It begins in the future: enter it once it holds.",
  );
  expect(
    await refusalOf(of.enter(learner, { validFrom: agencyDay(-9), validUntil: agencyDay(-10) })),
  ).toBe("certificate_ends_before: It cannot end before it begins.");
  expect(await refusalOf(of.enter(learner, { holderId: other.personId }))).toBe(
    "not_your_people: Enter your own, or those of your people.",
  );
  expect(addMonths(day("2028-02-29"), 12)).toBe("2029-02-28");
  const [first, last] = [day("2026-03-01"), day("2026-05-30")];
  const on = (today: typeof first) =>
    stateOn({ status: "valid", validUntil: last }, today, addDays(today, 90));
  expect([on(first), on(addDays(first, -1)), on(last), on(addDays(last, 1))]).toEqual([
    ...["expiring", "valid", "expiring", "expired"],
  ]);
});

test("another person verifies it: not its holder, not who entered it, not the holder's delegate", async () => {
  const { officer, second, learner, boss } = of.people;
  const own = await of.enter(officer, { code: "OWN" });
  expect(await refusalOf(of.step(officer, own.id, "verify"))).toContain(
    "It is your own: another person decides about it.",
  );
  const entered = await of.enter(officer, { code: "ROSTER", holderId: learner.personId });
  expect(await refusalOf(of.step(officer, entered.id, "verify"))).toContain(
    "You entered it: another person verifies it.",
  );
  await t.database.transaction(learner, (tx) =>
    delegate(tx, learner, {
      ...{ fromPersonId: learner.personId!, toPersonId: second.personId!, note: "" },
      startsAt: new Date(Date.now() - 3_600_000).toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      documentTypes: [],
    } as never),
  );
  expect(await refusalOf(of.step(second, entered.id, "verify"))).toContain(
    "Its holder delegates to you, so a third person decides about it.",
  );
  expect(await refusalOf(of.step(learner, entered.id, "verify"))).toContain("not allow");
  await of.step(boss, entered.id, "verify");
  const path = `GET ${certificates}/${entered.id}`;
  expect(await of.asking<CertificateDetail>(learner, path)).toMatchObject({
    ...{ status: "valid", verifiedName: boss.name, canEdit: false },
  });
  expect(await refusalOf(of.asking(of.people.other, path))).toContain("certificate");
  expect(
    await refusalOf(of.asking(officer, `PATCH ${certificates}/${entered.id}`, { title: "X1" }, 2)),
  ).toContain("It is decided: enter the renewal as a certificate of its own.");
  const mine = await of.enter(learner, { code: "MINE" });
  expect(
    await refusalOf(
      of.asking(of.people.boss, `PATCH ${certificates}/${mine.id}`, { title: "CPR 2" }, 1),
    ),
  ).toBe("nothing was refused");
  const seen = await of.enter(officer, { code: "SEEN", holderId: boss.personId });
  await supervise(boss.personId!, learner.personId!);
  expect(
    await refusalOf(of.asking(learner, `PATCH ${certificates}/${seen.id}`, { title: "CPR 2" }, 1)),
  ).toContain("Whoever entered it changes it.");
  await supervise(boss.personId!, null);
  expect(await refusalOf(of.step(officer, entered.id, "revoke"))).toContain("reason");
  await of.step(officer, entered.id, "revoke", "The school says it was never taught");
  expect(await refusalOf(of.step(officer, entered.id, "verify"))).toContain("not possible");
});

test("it holds through its last day; a renewal names it; several are verified at once", async () => {
  const { learner, officer } = of.people;
  const first = await of.certified(learner, { code: "CDL-A", validUntil: agencyDay(0) });
  expect(await refusalOf(of.enter(learner, { code: "cdl-a" }))).toBe(
    "certificate_known: This person has a certificate of this code from this day already.",
  );
  const on = (days: number) =>
    competences(t.database.read(officer), [learner.personId!], ["cdl-a", "NONE"], agencyDay(days));
  expect((await on(0)).get(learner.personId!)).toEqual([
    { code: "CDL-A", state: "held", until: agencyDay(0) },
    { code: "NONE", state: "missing", until: null },
  ]);
  expect((await on(1)).get(learner.personId!)![0]).toMatchObject({ state: "expired" });
  expect((await on(-11)).get(learner.personId!)![0]).toMatchObject({ state: "missing" });
  const next = await of.enter(learner, {
    ...{ code: "CDL-A", validFrom: agencyDay(-1), validUntil: agencyDay(700) },
  });
  expect((await on(1)).get(learner.personId!)![0]).toMatchObject({ state: "expired" });
  const body = { ids: [next.id] };
  expect(await of.asking(officer, `POST ${certificates}/actions/verify-several`, body)).toEqual({
    verified: 1,
  });
  expect((await on(1)).get(learner.personId!)![0]).toMatchObject({ until: agencyDay(700) });
  expect(
    await of.asking<CertificateDetail>(learner, `GET ${certificates}/${first.id}`),
  ).toMatchObject({
    ...{ status: "expiring", renewed: true, daysLeft: 0, renewal: { id: next.id } },
  });
  const matrix = await of.asking<CertificateMatrix>(learner, `GET ${at.matrix}`);
  expect(matrix.people.map(({ id }) => id)).toEqual([learner.personId]);
  expect(matrix.people[0]!.cells.find(({ code }) => code === "CDL-A")).toMatchObject({
    ...{ state: "valid", certificateId: next.id },
  });
  expect(
    (await of.asking<CertificateMatrix>(officer, `GET ${at.matrix}`)).people.length,
  ).toBeGreaterThan(1);
});

test("holder and supervisor hear of it 90, 60, 30 and 7 days before, each once, and quietly never again", async () => {
  const { other, boss } = of.people;
  await supervise(other.personId!, boss.personId!);
  expect(
    (await supervisorsOf(t.database.read(boss), [other.personId!])).get(other.personId!),
  ).toEqual([boss.personId]);
  await of.certified(other, { code: "HAZ", validUntil: agencyDay(95) });
  const tell = (days: number) =>
    t.database.transaction(boss, (tx) => tellEndings(tx, agencyDay(days)));
  expect(await tell(4)).toBe(0);
  await tell(5);
  expect(await lettersTo("HAZ")).toBe(2);
  await tell(5);
  await tell(20);
  expect(await lettersTo("HAZ")).toBe(2);
  await tell(66);
  expect(await lettersTo("HAZ")).toBe(4);
  await quietly("restored", () => tell(88));
  await tell(89);
  expect(await lettersTo("HAZ")).toBe(6);
});

test("supervisors make no circle", async () => {
  const { learner, boss, other } = of.people;
  expect(await refusalOf(supervise(learner.personId!, learner.personId!))).toBe(
    "supervises_self: Nobody supervises themselves.",
  );
  await supervise(learner.personId!, other.personId!);
  expect(await refusalOf(supervise(boss.personId!, learner.personId!))).toBe(
    "supervisor_circle: This person is supervised by whom they would supervise.",
  );
  expect(await refusalOf(supervise(learner.personId!, newId()))).toBe(
    "supervisor_inactive: Choose an active member.",
  );
});

test("a roster brings certificates in once; what is on file is asked about", async () => {
  const { officer, learner } = of.people;
  const row = (over: object = {}) =>
    certificateImporter.schema.parse({
      ...{ email: learner.email, code: "ics-200", title: "ICS for single resources" },
      ...{ issuer: "FEMA", validFrom: agencyDay(-30), validUntil: null, ...over },
    });
  const plan = async (over: object = {}) =>
    (await certificateImporter.plan(t.database.read(officer), [row(over)], ""))[0]!;
  const verdict = await plan();
  expect(verdict.action).toBe("create");
  await t.database.transaction(officer, (tx) =>
    certificateImporter.apply(
      tx,
      officer,
      [{ row: row(), action: "create", plan: (verdict as { plan: { holderId: string } }).plan }],
      newId(),
      () => {},
    ),
  );
  expect(await plan()).toEqual({ action: "skip" });
  expect(await plan({ validUntil: agencyDay(9) })).toMatchObject({
    problem: { column: "Last day", fix: expect.stringContaining("not changed by a file") },
  });
  expect(await plan({ email: "nobody@nowhere.test" })).toMatchObject({
    problem: { column: "Email" },
  });
  expect(await plan({ validFrom: agencyDay(2) })).toMatchObject({
    problem: { column: "Valid from" },
  });
  expect(await plan({ validUntil: agencyDay(-31) })).toMatchObject({
    problem: { column: "Last day" },
  });
});

test("a certificate of the agency is proved by its code, and the answer says no more", async () => {
  const { officer, learner } = of.people;
  const earned = {
    ...{ holderId: learner.personId!, holderName: learner.name!, code: "PROC-1" },
    ...{ title: "Buying for the county", issuer: "The county" },
    ...{ validFrom: agencyDay(0), validUntil: agencyDay(0) },
  };
  const made = await t.database.transaction(officer, (tx) => issueCertificate(tx, officer, earned));
  const again = await t.database.transaction(officer, (tx) =>
    issueCertificate(tx, officer, earned),
  );
  expect(again.id).toBe(made.id);
  const ask = (code: string) => of.asking(learner, `GET /api/v1/public/certificate-codes/${code}`);
  const typed = made.proof!.replace(/(.{4})/g, "$1-").toLowerCase();
  expect(await ask(typed)).toEqual({ valid: true });
  expect(await ask("0000-0000-0000-0000")).toEqual({ valid: false });
  const paper = await certificatePaper(
    t.database.read(learner),
    learner,
    made.id,
    "https://x.test",
  );
  expect(paper.document).toContain(made.proof!.slice(0, 4));
  expect(paper.document).toContain("<svg");
  await of.step(officer, made.id, "revoke", "Copied answers");
  expect(await ask(typed)).toEqual({ valid: false });
  const outside = await of.certified(learner, { code: "OUT" });
  expect(
    await refusalOf(
      certificatePaper(t.database.read(learner), learner, outside.id, "https://x.test"),
    ),
  ).toBe("certificate_of_others: Somebody else issued it: its own paper counts, not one of ours.");
});

test("a seat that nobody keeps is open, one that is kept refuses with the reason", async () => {
  const { learner } = of.people;
  const take = () => requireSeat(t.database.read(learner), "opener", learner.personId);
  expect(await take()).toBe(false);
  seatKeeper.of(async () => new Map([[learner.personId!, "ICS-100 is missing."]])).add();
  expect(await refusalOf(take())).toBe("not_qualified: ICS-100 is missing.");
  seatKeeper.of(closedFor).add();
});
