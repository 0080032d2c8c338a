// What waits for a vendor of its contracts, on the start page of its portal; nothing of another's.
import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { makeBidder } from "#server/testing/sourcing.ts";
import type { Bidder } from "#server/testing/evaluation.ts";
import { addAuthority, askForSignatures } from "#areas/workflow/workflow.server.ts";
import { askInput } from "#areas/workflow/signature/signature.model.ts";
import { addClauses } from "../clause/contract-clause.service.ts";
import { step } from "../contract/course.service.ts";
import { contractAgency } from "../contracts.setup.ts";
import { roundInput } from "../negotiation/negotiation.model.ts";
import { sendRound } from "../negotiation/round.service.ts";
import { vendorClaimInput } from "../claim/claim.model.ts";
import { noticeAsVendor } from "./vendor-change.service.ts";
import { contractsWaiting } from "./waiting.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
let ann: Bidder;
let bo: Bidder;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
  ann = await makeBidder(t.database, a.agency, "Ann Guard");
  bo = await makeBidder(t.database, a.agency, "Bo Fence");
});
afterAll(() => t.drop());

const onePage = async (): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create();
  pdf.addPage([612, 792]);
  return pdf.save();
};
const waiting = (of: Bidder) => contractsWaiting(vendorSide(t.database, of.actor));
const insuredUntil = (day: string) =>
  a.as(a.people.manager, (tx) =>
    tx.rows(sql`
      update vendor
      set insurance_expires_on = ${day}
      where org_id = ${a.agency.orgId} and id = ${ann.vendorId}
    `),
  );

test("contracts to sign, rounds, claims and certificates wait; each opens its page", async () => {
  const { author, manager } = a.people;
  const { orgId } = a.agency;
  expect(await waiting(ann)).toEqual([]);

  const paper = await a.approved({ vendorId: ann.vendorId, title: "On paper" });
  await a.as(author, (tx) => step(tx, author, "send", { id: paper, version: null }));
  expect(await waiting(ann)).toMatchObject([
    { kind: "signature", href: `/vendor-portal/contracts/${orgId}/${paper}`, at: null },
  ]);

  // Asked here, it waits once, with its last day.
  await a.as(a.people.deputy, (tx) =>
    addAuthority(tx, a.people.deputy, {
      personId: manager.personId!,
      kinds: ["contract"],
      amountLimit: null,
      fromOn: agencyDay(-1),
      toOn: null,
      basis: "Resolution",
    }),
  );
  const request = await askForSignatures(
    t.app,
    author,
    askInput.parse({
      sourceType: "contract",
      sourceId: paper,
      signers: [{ side: "ours", personId: manager.personId }, { side: "portal" }],
      ordered: false,
      expiresOn: agencyDay(2),
    }),
    null,
    onePage,
  );
  expect(await waiting(ann)).toMatchObject([
    {
      kind: "signature",
      at: agencyDay(2),
      urgent: true,
      href: `/vendor-portal/signatures/${orgId}/${request.id}`,
    },
  ]);

  const talked = await a.drafted({
    vendorId: ann.vendorId,
    title: "Talked over",
    federalAward: "DR-4897",
  });
  await a.as(author, (tx) => addClauses(tx, author, talked.id, { required: true }, talked.version));
  const c = await a.as(author, (tx) =>
    step(tx, author, "negotiate", { id: talked.id, version: null }),
  );
  const input = roundInput.parse({ message: "", answerBy: agencyDay(10) });
  const round = await a.as(author, (tx) => sendRound(tx, author, talked.id, input, c.version));
  expect(await waiting(ann)).toContainEqual(
    expect.objectContaining({
      kind: "negotiation",
      at: agencyDay(10),
      urgent: false,
      href: `/vendor-portal/negotiations/${orgId}/${round.id}`,
    }),
  );

  await insuredUntil(agencyDay(400));
  const force = await a.inForce({ vendorId: ann.vendorId, insuranceRequired: true });
  await noticeAsVendor(
    t.app,
    ann.actor,
    orgId,
    force,
    vendorClaimInput.parse({ title: "Flood", narrative: "Mud", eventOn: agencyDay(-1) }),
  );
  expect((await waiting(ann)).map((w) => w.kind).sort()).toEqual([
    "claim",
    "negotiation",
    "signature",
  ]);
  await insuredUntil(agencyDay(30));
  expect(await waiting(ann)).toContainEqual(
    expect.objectContaining({
      kind: "certificate",
      title: "Certificate of insurance runs out",
      at: agencyDay(30),
      href: "/vendor-portal/company?tab=documents",
      agency: expect.any(String),
    }),
  );
  expect(await waiting(bo)).toEqual([]);
});
