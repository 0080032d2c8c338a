import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { afterAll, beforeAll } from "vitest";
import pg from "pg";
import type { Actor } from "#kernel/access.ts";
import { startSequencer, type Sequencer } from "#server/audit/sequencer.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { sql } from "#server/db/sql.ts";
import { useKeyStore, type KeyStore } from "#server/keystore.ts";
import { allInvariants, allProbes, type Checked } from "#server/operation/checking.ts";
import { makeBudget, makeMembers, makePolicy, makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { sealEverything } from "#server/testing/sealing.ts";
import {
  approvedInvoice,
  approvedRun,
  bankAccount,
  payingAgency,
  type PayingAgency,
} from "#server/testing/payments.ts";
import { issuedOrder, receiveGoods } from "#server/testing/purchase.ts";
import { agencyDay } from "#server/testing/days.ts";
import { releaseRun } from "#areas/finance/finance.server.ts";
import { acceptAward, awardInput, createAward, stepAward } from "#areas/grants/grants.server.ts";
import { draftSubaward, subawardInput } from "#areas/passthrough/passthrough.server.ts";
import { answerOfProbe } from "./probe/machine.service.ts";

export let t: TestDatabase;
export let agency: PayingAgency;
let owner: pg.Client;
export let admin: Actor;
let sequencer: Sequencer;

/** What the faults are planted in. */
export const planted = { order: "", invoice: "", run: "", subaward: "", file: "", sha256: "" };

const keys = { publicKey: "a2V5", now: "" };
const store = {
  status: async () => ({ ...keys, now: new Date().toISOString() }),
} as unknown as KeyStore;

const purchase = async () => {
  const { people } = agency;
  const { buyer, receiver } = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
  });
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  const team = { buyer, receiver, manager: people.manager };
  const order = await issuedOrder(t.database, team, {
    vendorId: agency.vendor.id,
    departmentId: agency.departmentId,
    lines: [
      {
        quantity: "10",
        unitPrice: "25.00",
        splits: [{ accountStringId: agency.accountStringId, percent: "100" }],
      },
    ],
  });
  await receiveGoods(t.database, team, order, ["4"]);
  return order.id;
};

const pay = async () => {
  const vendor = await makeVendor(t.database, agency, { paymentMethod: "ach" });
  await bankAccount(t.database, agency, vendor.id);
  const invoice = await approvedInvoice(t.database, agency, { vendorId: vendor.id });
  const run = await approvedRun(t.database, agency);
  const { treasurer } = agency.people;
  await t.database.transaction(treasurer, (tx) =>
    releaseRun(tx, treasurer, { id: run, version: null }, t.app.files),
  );
  return { invoice: invoice.id, run };
};

/** A draft of a subaward, of which nothing is accepted yet. */
const passOn = async (accountStringId: string) => {
  const { grants } = await makeMembers(t.database, agency, {
    grants: { duties: ["grant_manager"] },
  });
  return t.database.transaction(grants, async (tx) => {
    const { id: awardId } = await createAward(
      tx,
      grants,
      awardInput.parse({
        title: "Preparedness",
        grantor: "CDC",
        amount: 1_000_00,
        periodFrom: agencyDay(-30),
        periodTo: agencyDay(300),
        budget: [{ objectClass: "other", cents: 1_000_00 }],
      }),
    );
    const { code } = await tx.one<{ code: string }>(sql`
      select w.code
      from account_string s
      join segment_value w on w.org_id = s.org_id and w.id = s.award_id
      where s.org_id = ${agency.orgId} and s.id = ${accountStringId}
    `);
    await acceptAward(tx, grants, { id: awardId, version: null }, { segmentCode: code });
    await stepAward(tx, grants, "activate", { id: awardId, version: null, reason: null });
    const { id } = await draftSubaward(
      tx,
      grants,
      subawardInput.parse({
        awardId,
        vendorId: agency.vendor.id,
        accountStringId,
        title: "Block captains",
        amount: 500_00,
        startsOn: agencyDay(-10),
        endsOn: agencyDay(100),
      }),
    );
    return id;
  });
};

const keepFile = async () => {
  const stored = await t.app.files.put(Readable.from([Buffer.from("Photo of the culvert")]));
  const file = await t.database.transaction(admin, (tx) =>
    recordFile(tx, { ...stored, orgId: agency.orgId, name: "culvert.txt" }),
  );
  return { file, sha256: stored.sha256 };
};

/** An agency with a purchase under way, a payment run that was released, and a file. */
export const checkedAgency = (): void => {
  beforeAll(async () => {
    t = await freshDatabase();
    owner = new pg.Client({ connectionString: t.ownerUrl });
    await owner.connect();
    useKeyStore(store);
    agency = await payingAgency(t.database);
    admin = agency.people.admin;
    const passing = await makeBudget(t.database, agency, 1_000_00, { federal: true });
    // Budget lines of tests begin without their entry.
    await t.database.transaction(admin, (tx) =>
      tx.rows(sql`
        insert into commitment_entry (
          org_id, id, budget_line_id, kind, adjusted, document_type, document_id, document_number,
          posted_on
        )
        select
          org_id, gen_random_uuid(), id, 'adopt', original, 'budgetLine', id, 'adopted',
          '2026-10-01'
        from budget_line
        where org_id = ${agency.orgId}
      `),
    );
    planted.order = await purchase();
    planted.subaward = await passOn(passing.accountStringId);
    Object.assign(planted, await pay(), await keepFile());
    // The exclusion list of tests names a file that is on no disk.
    const list = await t.app.files.put(Readable.from([Buffer.from("Exclusions of the day")]));
    await asOwner("update stored_file set sha256 = $1, size = $2 where name like 'SAM_%'", [
      list.sha256,
      list.size,
    ]);
    sequencer = await startSequencer({ database: t.database, every: 10 });
    await sealEverything(t.database, agency.orgId, sequencer);
    await sequencer.checkpoint(agency.orgId, 0);
  });
  afterAll(async () => {
    useKeyStore(undefined);
    await sequencer.stop();
    await owner.end();
    await t.drop();
  });
};

export const asOwner = (text: string, values: unknown[] = []) => owner.query(text, values);
export const placeOf = (sha256: string): string =>
  `${t.app.config.LEVEE_DATA_DIR}/files/${sha256.slice(0, 2)}/${sha256}`;
export const contentOf = (sha256: string): Buffer => readFileSync(placeOf(sha256));

const checked = (): Checked => ({
  app: t.app,
  actor: admin,
  db: t.database.read(admin),
  beat: async () => {},
});

/** Names of the invariants that find something, each with its first sentence. */
export const found = async (): Promise<Record<string, string>> => {
  const answers = await Promise.all(
    allInvariants().map(async (rule) => [rule.name, await rule.check(checked())] as const),
  );
  return Object.fromEntries(
    answers.flatMap(([name, [first]]) => (first ? [[name, first.sentence]] : [])),
  );
};

/** What a probe answers, by its name. */
export const probed = (name: string, app = t.app) =>
  answerOfProbe(
    allProbes().find((probe) => probe.name === name)!,
    { app, actor: admin },
  );
