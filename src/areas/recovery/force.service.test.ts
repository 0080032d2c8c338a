import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import type { Tx } from "#server/db/db.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { makeMembers, makePolicy } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { declaredDisaster, obligatedProject, provedCosts } from "#server/testing/recovery.ts";
import { givenTo, recordAid, recordDonation } from "./donated/donated.service.ts";
import {
  draftExtension,
  extensionsOf,
  grantExtension,
  sendExtension,
  submitExtension,
  readExtension,
} from "./extension/extension.service.ts";
import { insuranceOf, recordInsurance, settleInsurance } from "./insurance/insurance.service.ts";
import { assignCosts } from "./item/item.service.ts";
import { readProject } from "./project/project.read.service.ts";
import { checkRequest, draftRequest } from "./request/request.service.ts";

let t: TestDatabase;
let a: PayingAgency;
let recovery: Actor, certifier: Actor;
let declarationId: string;
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const mine = <T>(work: (tx: Tx) => Promise<T>) => as(recovery, work);
const db = () => t.database.read(recovery);
beforeAll(async () => {
  t = await freshDatabase();
  a = await payingAgency(t.database);
  ({ recovery, certifier } = await makeMembers(t.database, a, {
    recovery: { duties: ["recovery"] },
    certifier: { duties: ["certifier"] },
  }));
  declarationId = (await declaredDisaster(t.database, recovery)).id;
});
afterAll(() => t.drop());

const paper = async (name: string) => {
  const stored = await t.app.files.put(Readable.from([Buffer.from(`Paper ${name}`)]));
  return mine((tx) =>
    recordFile(tx, { ...stored, orgId: a.orgId, name, uploadedBy: tx.scope.personId }),
  );
};

test("donated work offsets the own part and no cent more; mutual aid needs its agreement before the help", async () => {
  const project = await obligatedProject(t.database, recovery, declarationId);
  const [bill] = await provedCosts(t.database, a, [1_000_00]);
  const signInFileId = await paper("sign-in.txt");
  const gift = {
    donor: "Rotary",
    workedOn: agencyDay(-2),
    site: "Arena",
    skill: "Sandbags",
    minutes: 480,
    rateCents: 25_00,
    rateBasis: "County laborer",
    signInFileId,
  };
  const aid = {
    costLineId: bill!,
    provider: "City of Waconia",
    agreement: "County mutual aid pact",
    agreedOn: "2020-05-01",
    agreementFileId: await paper("pact.txt"),
  };
  await expect(mine((tx) => recordAid(tx, recovery, project, aid))).rejects.toThrow(/Assign/);
  await mine((tx) => assignCosts(tx, recovery, project, [bill!]));
  await expect(
    mine((tx) => recordAid(tx, recovery, project, { ...aid, agreedOn: agencyDay() })),
  ).rejects.toThrow(/after the help/);
  await mine((tx) => recordAid(tx, recovery, project, aid));
  await mine((tx) => recordDonation(tx, recovery, project, gift));
  await expect(mine((tx) => recordDonation(tx, recovery, project, gift))).rejects.toThrow(
    /recorded already/,
  );
  await mine((tx) =>
    recordDonation(tx, recovery, project, { ...gift, skill: "Kitchen", minutes: 300 }),
  );
  const { id } = await mine((tx) => draftRequest(tx, recovery, project));
  await mine((tx) => checkRequest(tx, recovery, { id, version: null }));
  const given = await givenTo(db(), project);
  // 8 h and 5 h at 25.00 are 325.00; the own part of 1,000.00 at 75% is 250.00.
  expect(given).toMatchObject({ donated: 325_00, ownPart: 250_00, offset: 250_00 });
  expect(given.aid[0]).toMatchObject({ provider: "City of Waconia", paid: 1_000_00 });
});

test("management costs stop at five percent of what was obligated", async () => {
  const other = await declaredDisaster(t.database, recovery, { number: "DR-4899-MN" });
  await obligatedProject(t.database, recovery, other.id, { cents: 20_000_00 });
  const project = await obligatedProject(t.database, recovery, other.id, { category: "Z" });
  const costs = await provedCosts(t.database, a, [1_000_00, 1]);
  await mine((tx) => assignCosts(tx, recovery, project, [costs[0]!]));
  const first = await mine((tx) => draftRequest(tx, recovery, project));
  await mine((tx) => checkRequest(tx, recovery, { id: first.id, version: null }));
  await mine((tx) => assignCosts(tx, recovery, project, [costs[1]!]));
  const second = await mine((tx) => draftRequest(tx, recovery, project));
  await expect(
    mine((tx) => checkRequest(tx, recovery, { id: second.id, version: null })),
  ).rejects.toThrow(/5% of \$20,000\.00/);
});

test("more time is approved by another, decided by whoever may, and moves the clock", async () => {
  const project = await obligatedProject(t.database, recovery, declarationId);
  await makePolicy(t.database, a.people.admin, {
    documentType: "paExtension",
    steps: [
      {
        name: "Certifier",
        stage: 1,
        mode: "any",
        quorum: 1,
        dueHours: 72,
        escalateTo: null,
        approvers: [{ kind: "duty", duty: "certifier" }],
      },
    ],
  });
  const text = {
    reason: "The bridge upstream was closed until June.",
    progress: "Two of four culverts",
    timeline: "Third in June, fourth in July",
  };
  const draft = (until: string) =>
    mine((tx) => draftExtension(tx, recovery, project, { ...text, until }));
  await expect(draft("2027-10-20")).rejects.toThrow(/already/);
  const e = await draft("2028-06-30");
  expect(e.decider).toBe("recipient");
  await expect(draft("2031-01-01")).rejects.toThrow(/not decided yet/);
  const verbs = { submit: submitExtension, send: sendExtension, grant: grantExtension };
  const move = (action: keyof typeof verbs, over: object = {}) =>
    mine((tx) => verbs[action](tx, recovery, { id: e.id, version: null, reason: null }, over));
  await expect(move("send", { day: agencyDay() })).rejects.toThrow();
  await move("submit");
  await approveDocument(t.database, certifier, e.id);
  expect((await readExtension(db(), recovery, e.id)).status).toBe("approved");
  await expect(move("send", { day: agencyDay(3) })).rejects.toThrow(/not come yet/);
  await move("send", { day: agencyDay(-1) });
  await expect(move("grant", { day: agencyDay(-2), document: "Letter" })).rejects.toThrow(/before/);
  await move("grant", { day: agencyDay(), document: "Letter of the state" });
  expect((await readProject(db(), recovery, project)).workUntil).toBe("2028-06-30");
  const far = await draft("2031-01-01");
  expect(far.decider).toBe("fema");
  expect(await extensionsOf(db(), recovery, project)).toHaveLength(2);
});

test("insurance is shared to the cent, expected then paid", async () => {
  const d = await declaredDisaster(t.database, recovery, { number: "DR-4900-MN" });
  const of = (unitPrice: string) =>
    obligatedProject(t.database, recovery, d.id, {
      lines: [{ description: "Work", quantity: "1", unit: "lot", unitPrice }],
    });
  const [one, two] = [await of("20000"), await of("10000")];
  const policy = {
    policy: "P-1",
    insurer: "Mutual",
    lossCents: 9_000_01,
    deductibleCents: 1_000_00,
    limitCents: 50_000_00,
    projectIds: [one, two],
  };
  const { id } = await mine((tx) => recordInsurance(tx, recovery, d.id, policy));
  const insured = async () =>
    Promise.all([one, two].map(async (p) => (await readProject(db(), recovery, p)).insuranceCents));
  // 9,000.01 less 1,000.00: 8,000.01, two thirds and one third.
  expect(await insured()).toEqual([5_333_34, 2_666_67]);
  await expect(mine((tx) => recordInsurance(tx, recovery, d.id, policy))).rejects.toThrow(
    /already/,
  );
  const settle = (actualCents: number, version: number) =>
    mine((tx) =>
      settleInsurance(
        tx,
        recovery,
        id,
        { actualCents, settledOn: agencyDay(), document: "Letter" },
        version,
      ),
    );
  await settle(3_000_00, 1);
  expect(await insured()).toEqual([2_000_00, 1_000_00]);
  await expect(settle(1, 1)).rejects.toThrow();
  await mine((tx) =>
    recordInsurance(tx, recovery, d.id, {
      ...policy,
      policy: "P-2",
      lossCents: 1_900_00,
      projectIds: [two],
    }),
  );
  expect(await insured()).toEqual([2_000_00, 1_900_00]);
  const [first, second] = await insuranceOf(db(), d.id);
  expect([first!.actualCents, second!.shares[0]!.cents]).toEqual([3_000_00, 900_00]);
  const [cost] = await provedCosts(t.database, a, [5_000_00]);
  await mine((tx) => assignCosts(tx, recovery, one, [cost!]));
  const made = await mine((tx) => draftRequest(tx, recovery, one));
  const r = await mine((tx) => checkRequest(tx, recovery, { id: made.id, version: null }));
  expect(r).toMatchObject({ insured: 2_000_00, federal: 2_250_00, match: 750_00 });
});
