import { Readable } from "node:stream";
import "#areas/sourcing/sourcing.server.ts";
import "../contracts.server.ts";
import { expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { permissions } from "#roles.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { makeBudget, makePolicy } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { step as evaluationStep } from "#server/testing/evaluation.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { ocdsProblems } from "#areas/sourcing/sourcing.server.ts";
import { makeAward, postIntent } from "#areas/evaluation/award/award.service.ts";
import {
  ada,
  as,
  awardSetUp,
  bo,
  code,
  id,
  optimum,
  panel,
  solicitationId,
  t,
} from "#areas/evaluation/award/award.setup.ts";
import { saveWriting } from "#areas/evaluation/evaluation/writing.service.ts";
import { amendmentInput } from "../amendment/amendment.model.ts";
import { createAmendment, signAmendment, submitAmendment } from "../amendment/amendment.service.ts";
import { clearContract } from "./approval.service.ts";
import { beginningOf } from "./beginning.service.ts";
import { contractInput } from "./contract.model.ts";
import { readContract } from "./contract.read.service.ts";
import { changeContract, createContract } from "./contract.service.ts";
import { awardInput } from "../master/master.model.ts";
import { readMaster } from "../master/master.read.service.ts";
import { createFromAward } from "../master/master.service.ts";
import { step, stopContract } from "./course.service.ts";
import { signContract } from "./signing.service.ts";

awardSetUp();

/** The manager after the protest window, who makes the award. */
const finalAward = async (outcome: { contracts?: boolean } = {}) => {
  const { buyer, chair, manager } = panel.people;
  const best = await optimum();
  await as(buyer, (tx) =>
    saveWriting(tx, buyer, id, { scenarioId: best.id, memo: "Ada in the north, Bo in the south." }),
  );
  await evaluationStep(t.database, chair, id, "recommend");
  await evaluationStep(t.database, manager, id, "approve");
  const row = await as(buyer, (tx) => postIntent(tx, buyer, id));
  const { accountStringId } = await makeBudget(t.database, panel.agency, 100_000_00);
  const later: Actor = {
    ...manager,
    businessNow: new Date(Date.now() + 12 * 86_400_000).toISOString(),
  };
  return makeAward(t.app, later, row.id, null, accountStringId, outcome);
};

const begin = async (awardId: string, vendorId: string) => {
  const { buyer } = panel.people;
  const from = await beginningOf(t.database.read(buyer), buyer, { awardId, vendorId });
  const { lines: _l, solicitationId: _s, ...terms } = from!;
  return as(buyer, (tx) =>
    createContract(
      tx,
      buyer,
      contractInput.parse({
        ...terms,
        awardId,
        kind: "goods",
        priceType: "unit",
        scope: "As asked for in the solicitation.",
        startsOn: agencyDay(0),
        endsOn: agencyDay(300),
        yearPlan: [{ year: 2027, amount: terms.ceiling }],
      }),
    ),
  );
};

const sign = async (contractId: string, fileId: string) => {
  const { buyer, manager, chair } = panel.people;
  const counsel = { ...chair, permissions: new Set(Object.keys(permissions)) };
  const recorder = { ...manager, permissions: new Set(Object.keys(permissions)) };
  const at = { id: contractId, version: null };
  await as(buyer, (tx) => step(tx, buyer, "review", at));
  await as(counsel, (tx) => clearContract(tx, counsel, { id: contractId, version: null }));
  await approveDocument(t.database, manager, contractId);
  await as(buyer, (tx) => step(tx, buyer, "send", at));
  await as(recorder, (tx) =>
    signContract(
      tx,
      recorder,
      { id: contractId, version: null },
      { signedOn: agencyDay(0), ourSigner: "Chair", vendorSigner: "Vendor", fileId },
    ),
  );
};

const amend = async (contractId: string, fileId: string) => {
  const { buyer, manager } = panel.people;
  const recorder = { ...manager, permissions: new Set(Object.keys(permissions)) };
  const made = await as(buyer, (tx) =>
    createAmendment(
      tx,
      buyer,
      amendmentInput.parse({
        contractId,
        kind: "term",
        title: "A longer season",
        reason: "The winter is long",
        newEndsOn: agencyDay(400),
      }),
    ),
  );
  await as(buyer, (tx) => submitAmendment(tx, buyer, { id: made.id, version: null }));
  await approveDocument(t.database, manager, made.id);
  await as(recorder, (tx) =>
    signAmendment(
      tx,
      recorder,
      { id: made.id, version: null },
      { signedOn: agencyDay(0), ourSigner: "Chair", vendorSigner: "Vendor", fileId },
    ),
  );
};

type Release = {
  tag: string[];
  contracts: { id: string; status: string; awardID: string; amendments?: object[] }[];
  tender: { status: string };
};
const lastRelease = async (): Promise<Release> =>
  (
    await t.database.read(panel.people.buyer).one<{ release: Release }>(sql`
      select release
      from ocds_release
      where org_id = ${panel.agency.orgId} and solicitation_id = ${solicitationId}
      order by release_no desc
      limit 1
    `)
  ).release;

test("each share of a final award gives one contract; what was ordered is drawn; the last signature puts the solicitation under contract, and open data follow", async () => {
  const { buyer, manager } = panel.people;
  for (const documentType of ["contract", "contractAmendment"] as const)
    await makePolicy(t.database, manager, { documentType });
  const award = await finalAward();
  const stored = await t.app.files.put(Readable.from(["signed"]));
  const fileId = await as(manager, (tx) =>
    recordFile(tx, {
      ...stored,
      orgId: panel.agency.orgId,
      name: "signed.pdf",
      uploadedBy: tx.scope.personId,
    }),
  );
  const north = await begin(award.id, ada.vendorId);
  expect(await code(begin(award.id, ada.vendorId))).toBe("contract_exists");
  await expect(begin(award.id, panel.agency.orgId)).rejects.toThrow(
    "This vendor has no share of the award, or it is not final yet.",
  );
  // The constraint itself: two at the same moment.
  const twice = await Promise.allSettled([
    begin(award.id, bo.vendorId),
    begin(award.id, bo.vendorId),
  ]);
  expect(twice.filter((each) => each.status === "fulfilled")).toHaveLength(1);
  const south = twice.flatMap((each) => (each.status === "fulfilled" ? each.value : []))[0]!;
  const read = () => readContract(t.database.read(buyer), buyer, north.id);
  expect(await read()).toMatchObject({
    ceiling: 50_000_00,
    basis: "award",
    method: "proposal",
    lines: [{ unitPrice: "50.0000", amount: 50_000_00 }],
  });
  const adaSees = () =>
    vendorSide(t.database, ada.actor).rows<{ number: string; status: string }>(
      sql`select number, status from contract`,
    );
  expect(await adaSees()).toEqual([]);
  await sign(north.id, fileId);
  expect(await adaSees()).toEqual([{ number: north.number, status: "active" }]);
  await expect(
    vendorSide(t.database, ada.actor).rows(sql`select drafted_by from contract`),
  ).rejects.toThrow(/permission denied/);
  expect(await read()).toMatchObject({ drawn: 50_000_00, left: 0 });
  const about = () =>
    t.database.read(buyer).one<{ status: string }>(sql`
      select status
      from solicitation
      where org_id = ${panel.agency.orgId} and id = ${solicitationId}
    `);
  expect((await about()).status).toBe("awarded");
  await sign(south.id, fileId);
  expect((await about()).status).toBe("contracted");
  const release = await lastRelease();
  expect(release.tag).toEqual(["contract"]);
  expect(release.tender.status).toBe("complete");
  expect(release.contracts.map((c) => [c.id, c.status, c.awardID])).toEqual([
    [north.id, "active", `${award.id}-${ada.vendorId}`],
    [south.id, "active", `${award.id}-${bo.vendorId}`],
  ]);
  expect(ocdsProblems("release", release)).toEqual([]);
  await amend(north.id, fileId);
  const amended = await lastRelease();
  expect(amended.tag).toEqual(["contractAmendment"]);
  expect(amended.contracts[0]!.amendments).toMatchObject([{ description: "A longer season" }]);
  expect(ocdsProblems("release", amended)).toEqual([]);
  const recorder = { ...manager, permissions: new Set(Object.keys(permissions)) };
  await as(recorder, (tx) =>
    stopContract(tx, recorder, "terminate", {
      id: north.id,
      version: null,
      reason: "Not performed",
    }),
  );
  const ended = await lastRelease();
  expect([ended.tag, ended.contracts[0]!.status]).toEqual([["contractTermination"], "terminated"]);
  expect(ocdsProblems("release", ended)).toEqual([]);
});

test("an award by lots makes one contract number with a lot for each; its solicitation and open data know them", async () => {
  const { buyer, manager } = panel.people;
  await makePolicy(t.database, manager, { documentType: "contract" });
  const input = (awardId: string) =>
    awardInput.parse({
      awardId,
      title: "Salt for both yards",
      ceiling: 90_000_00,
      kind: "goods",
      priceType: "unit",
      startsOn: agencyDay(0),
      endsOn: agencyDay(300),
    });
  const made = (awardId: string) => as(buyer, (tx) => createFromAward(tx, buyer, input(awardId)));
  const award = await finalAward({ contracts: true });
  expect(await code(made(id))).toBe("not_found");
  const master = await made(award.id);
  const { members } = await readMaster(t.database.read(buyer), buyer, master.id);
  expect(members.map((m) => [m.number, m.vendorId, m.ceiling])).toEqual([
    [`${master.number}-L1`, ada.vendorId, 50_000_00],
    [`${master.number}-L2`, bo.vendorId, expect.any(Number)],
  ]);
  const [north, south] = await Promise.all(
    members.map((m) => readContract(t.database.read(buyer), buyer, m.id)),
  );
  expect(north).toMatchObject({ basis: "award", lines: [{ amount: 50_000_00 }] });
  expect(north!.title).toMatch(/: North/);
  // What an award gave has its contract once, as a lot or as a whole share.
  expect(await code(made(award.id))).toBe("contract_exists");
  expect(await code(begin(award.id, ada.vendorId))).toBe("contract_exists");
  await expect(
    beginningOf(t.database.read(buyer), buyer, {
      awardId: award.id,
      vendorId: ada.vendorId,
      lotId: master.id,
    }),
  ).rejects.toThrow("The award gave this vendor nothing of this lot.");
  const stored = await t.app.files.put(Readable.from(["signed"]));
  const fileId = await as(manager, (tx) =>
    recordFile(tx, {
      ...stored,
      orgId: panel.agency.orgId,
      name: "signed.pdf",
      uploadedBy: tx.scope.personId,
    }),
  );
  const about = () =>
    t.database.read(buyer).one<{ status: string }>(sql`
      select status
      from solicitation
      where org_id = ${panel.agency.orgId} and id = ${solicitationId}
    `);
  for (const lot of [north!, south!]) {
    expect((await about()).status).toBe("awarded");
    await as(buyer, (tx) =>
      changeContract(
        tx,
        buyer,
        lot.id,
        { scope: "As asked for.", yearPlan: [{ year: 2027, amount: lot.ceiling }] },
        lot.version,
      ),
    );
    await sign(lot.id, fileId);
  }
  expect((await about()).status).toBe("contracted");
  const release = await lastRelease();
  expect(ocdsProblems("ownRelease", release)).toEqual([]);
  expect(release.contracts).toMatchObject([
    {
      id: north!.id,
      description: `Lot 1 of ${master.number}; all its lots together come to at most $90,000.00.`,
      items: [{ relatedLot: expect.any(String) as string }],
    },
    { id: south!.id },
  ]);
});

test("an award that ordered by vendor, or has no lots, makes no contract with lots", async () => {
  const { buyer, manager } = panel.people;
  await makePolicy(t.database, manager, { documentType: "contract" });
  const award = await finalAward();
  const made = () =>
    as(buyer, (tx) =>
      createFromAward(
        tx,
        buyer,
        awardInput.parse({
          awardId: award.id,
          title: "Salt",
          ceiling: 90_000_00,
          kind: "goods",
          priceType: "unit",
          startsOn: agencyDay(0),
          endsOn: agencyDay(300),
        }),
      ),
    );
  expect(await code(made())).toBe("award_ordered");
  await as(buyer, (tx) =>
    tx.rows(sql`
      update solicitation_item
      set lot_id = null
      where org_id = ${panel.agency.orgId} and solicitation_id = ${solicitationId}
    `),
  );
  await as(buyer, (tx) =>
    tx.rows(sql`
      delete from solicitation_lot
      where org_id = ${panel.agency.orgId} and solicitation_id = ${solicitationId}
    `),
  );
  expect(await code(made())).toBe("no_lots");
});
