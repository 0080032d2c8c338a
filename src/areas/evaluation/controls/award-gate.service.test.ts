import "#areas/sourcing/sourcing.server.ts";
import "#areas/controls/controls.server.ts";
import "../evaluation.server.ts";
import { beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { LedgerEntry } from "#server/audit/ledger.ts";
import { sql } from "#server/db/sql.ts";
import { controlCheck, judgeFacts } from "#server/controls/control-checks.ts";
import { heldBack } from "#server/controls/gates.ts";
import { makeBudget, makeMembers, makePolicy } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { step, storeOpened } from "#server/testing/evaluation.ts";
import { published, solicitationOf } from "#server/testing/sourcing.ts";
import { controlInput } from "#areas/controls/control/control.model.ts";
import { listControls } from "#areas/controls/control/control.read.service.ts";
import { controls, ensureControls } from "#areas/controls/control/control.service.ts";
import { letPass } from "#areas/controls/gate/gate.service.ts";
import { waiverInput } from "#areas/controls/waiver/waiver.model.ts";
import { requestWaiver } from "#areas/controls/waiver/waiver.service.ts";
import { addRule } from "#areas/governance/rule/rule.service.ts";
import { decide, newestApproval } from "#areas/workflow/workflow.server.ts";
import { awardChecks } from "./award-checks.service.ts";
import { readAward } from "../award/award.read.service.ts";
import { makeAward, postIntent } from "../award/award.service.ts";
import {
  ada,
  as,
  awardSetUp,
  bo,
  code,
  cy,
  id,
  optimum,
  panel,
  solicitationId,
  system,
  t,
} from "../award/award.setup.ts";
import { makeQuoteAward } from "../award/quote-award.service.ts";
import { readQuotes } from "../award/quotes-read.service.ts";
import { saveWriting } from "../evaluation/writing.service.ts";
import { readEvaluation } from "../evaluation/evaluation.read.service.ts";

awardSetUp();

let officer: Actor;
let admin: Actor;
let accountStringId: string;

beforeEach(async () => {
  ({ officer, admin } = await makeMembers(t.database, panel.agency, {
    officer: { duties: ["compliance_officer"] },
    admin: { role: "admin" },
  }));
  ({ accountStringId } = await makeBudget(t.database, panel.agency, 900_000_00));
  await makePolicy(t.database, admin, { documentType: "purchaseOrder" });
  await makePolicy(t.database, admin, {
    documentType: "controlWaiver",
    steps: [
      {
        name: "Compliance",
        stage: 1,
        mode: "any",
        approvers: [{ kind: "duty", duty: "compliance_officer" }],
      },
    ],
  });
  await as({ ...admin, personId: null }, ensureControls);
});

const controlOf = async (checkName: string) =>
  (await listControls(t.database.read(officer))).find(
    (c) => c.checkName === checkName && c.status === "published",
  )!;

const blockBy = async (checkName: string): Promise<string> => {
  const { definitionId, name, severity, days, ownerDuty } = await controlOf(checkName);
  const input = { name, checkName, severity, mode: "block", days, ownerDuty };
  const draft = await as(officer, (tx) =>
    controls.draft(tx, officer, controlInput.parse(input), definitionId),
  );
  const { manager } = panel.people;
  await as(manager, (tx) => controls.publish(tx, manager, draft.id, draft.version));
  return definitionId;
};

const later = (actor: Actor): Actor => ({
  ...actor,
  businessNow: new Date(Date.now() + 12 * 86_400_000).toISOString(),
});

const posted = async () => {
  const { buyer, chair, manager } = panel.people;
  const best = await optimum();
  await as(buyer, (tx) =>
    saveWriting(tx, buyer, id, {
      scenarioId: best.id,
      memo: "We recommend Ada in the north and Bo in the south.",
    }),
  );
  await step(t.database, chair, id, "recommend");
  await step(t.database, manager, id, "approve");
  return as(buyer, (tx) => postIntent(tx, buyer, id));
};

const finalise = (awardId: string) =>
  makeAward(t.app, later(panel.people.manager), awardId, null, accountStringId);

const gateAndButton = async (awardId: string) => {
  const manager = later(panel.people.manager);
  const { gate, actions } = await readAward(t.database.read(manager), manager, awardId);
  return {
    held: gate.filter((f) => f.code === "control_stops").map((f) => f.sentence),
    button: actions.find(({ name }) => name === "finalise")!,
  };
};

test("without a control that stops it an award is made, and nothing is asked", async () => {
  const { id: awardId } = await posted();
  expect(await heldBack(system(), "award.approve", [solicitationId])).toEqual([]);
  expect(await gateAndButton(awardId)).toMatchObject({ held: [], button: { enabled: true } });
  expect((await finalise(awardId)).status).toBe("final");
});

test("a control that stops the award says itself, the law and the way; evidence lets it go", async () => {
  // The agency's own policy warns only: the control alone holds the award.
  await as(admin, (tx) =>
    addRule(tx, admin, {
      key: "insurancePolicy",
      jurisdiction: "local",
      citation: "County code 7.12",
      text: "Insurance is looked at before an award.",
      effectiveFrom: "2020-01-01",
      effectiveTo: null,
      parameters: { demanded: "warn", otherwise: "none" },
      source: "test",
      verified: true,
    }),
  );
  await as(admin, (tx) =>
    tx.rows(sql`
      insert into solicitation_clause (
        org_id, id, solicitation_id, position, rule_key, citation, title, text, because, verified
      )
      values (
        ${panel.agency.orgId}, gen_random_uuid(), ${solicitationId}, 90, 'clause.insurance',
        'Policy', 'Insurance', 'Keep it in force.', 'insurance is asked for', false
      )
    `),
  );
  await blockBy("award.insurance");
  const { id: awardId } = await posted();
  await as(admin, (tx) =>
    tx.rows(sql`
      update vendor
      set insurance_expires_on = ${agencyDay(5)}
      where org_id = ${panel.agency.orgId} and id in (${ada.vendorId}, ${bo.vendorId})
    `),
  );
  const { held, button } = await gateAndButton(awardId);
  expect(held).toEqual([
    expect.stringMatching(
      /^Insurance of the winner stops it \(.*County code 7\.12.*The certificate of Ada Salt ran out on .*Enter the last day/,
    ),
  ]);
  expect(button).toMatchObject({ enabled: false, reason: held[0] });
  await expect(finalise(awardId)).rejects.toMatchObject({
    code: "control_stops",
    message: held[0],
  });
  await as(admin, (tx) =>
    tx.rows(sql`
      update vendor
      set insurance_expires_on = ${agencyDay(400)}
      where org_id = ${panel.agency.orgId} and id in (${ada.vendorId}, ${bo.vendorId})
    `),
  );
  expect(await gateAndButton(awardId)).toMatchObject({ held: [], button: { enabled: true } });
  expect((await finalise(awardId)).status).toBe("final");
});

const undeclare = (by: "bidders_declared_at" | "recused_at") =>
  as(admin, (tx) =>
    by === "recused_at"
      ? tx.rows(sql`
        update evaluation_member
        set recused_at = clock_timestamp()
        where org_id = ${panel.agency.orgId} and evaluation_id = ${id}
      `)
      : tx.rows(sql`
        update evaluation_member
        set bidders_declared_at = null
        where org_id = ${panel.agency.orgId}
          and evaluation_id = ${id}
          and person_id = ${panel.people.one.personId}
      `),
  );

test("the evaluation and the intent tell what stops it; a waiver by somebody outside lets it go", async () => {
  const controlId = await blockBy("award.interests");
  const { id: awardId } = await posted();
  await undeclare("bidders_declared_at");
  const { held, button } = await gateAndButton(awardId);
  expect(held).toEqual([
    expect.stringMatching(
      /^Interests of those who evaluate stops it \(2 CFR 200\.318\(c\)\): Took part without a declaration of interests: one\./,
    ),
  ]);
  expect(button).toMatchObject({ enabled: false, reason: held[0] });
  await expect(finalise(awardId)).rejects.toMatchObject({
    code: "control_stops",
    message: held[0],
  });
  const { buyer } = panel.people;
  const waiver = await as(buyer, (tx) =>
    requestWaiver(
      tx,
      buyer,
      waiverInput.parse({
        scope: "record",
        controlId,
        subjectId: solicitationId,
        part: 0,
        endsAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
        reason: "Her declaration was given on paper and is lost.",
        measure: "She declared again before the award.",
      }),
    ),
  );
  expect(await code(finalise(awardId))).toBe("control_stops");
  const approval = (await newestApproval(t.database.read(officer), waiver.id))!;
  await as(officer, (tx) => decide(tx, officer, approval.id, "approve", "", null));
  expect((await finalise(awardId)).status).toBe("final");
});

test("what cannot be told holds until somebody without a hand in it lets it pass", async () => {
  const controlId = await blockBy("award.interests");
  const { id: awardId } = await posted();
  await undeclare("recused_at");
  expect((await gateAndButton(awardId)).held[0]).toMatch(/cannot be told .* Nobody is named/);
  expect(await code(finalise(awardId))).toBe("control_stops");
  const pass = (actor: Actor) =>
    as(actor, (tx) =>
      letPass(tx, actor, {
        controlId,
        subjectId: solicitationId,
        reason: "The panel's list is in the paper file.",
      }),
    );
  expect(await code(pass(panel.people.manager))).toBe("own_record");
  await pass(officer);
  expect((await finalise(awardId)).status).toBe("final");
});

test("until an intent is posted nothing of the evaluation is in what controls keep", async () => {
  await as(panel.people.buyer, (tx) =>
    saveWriting(tx, panel.people.buyer, id, {
      competitionFinding: "Three firms were asked to bid.",
    }),
  );
  for (const check of awardChecks) {
    const [judged] = await check.read(system(), [solicitationId]);
    expect(judged).toMatchObject({ binding: false, facts: { award: null, made: false } });
    expect(JSON.stringify(judged)).not.toMatch(/Ada|Bo Min|"responsive":\d|"finding":[1-9]/);
    expect(judgeFacts(check, judged!.facts).said).toBe("No award is intended yet.");
  }
});

test("what is entered of a winner, or its insurance let go on, judges its award anew", async () => {
  await posted();
  const heard = controlCheck("award.insurance")!.heard!;
  const entry = (objectId: string) => ({ objectId }) as LedgerEntry;
  const changed = heard["vendor.change"]!;
  expect(await changed(system(), entry(ada.vendorId))).toEqual([solicitationId]);
  expect(await changed(system(), entry(cy.vendorId))).toEqual([]);
  const letGo = heard["solicitation.overrideInsurance"]!;
  expect(await letGo(system(), entry(solicitationId))).toEqual([solicitationId]);
});

test("an agency that began before a rule was there is judged by it as shipped", async () => {
  await as(admin, (tx) =>
    tx.rows(sql`
      delete from legal_rule
      where org_id = ${panel.agency.orgId} and key in ('affirmativeSteps', 'evaluatorInterests')
    `),
  );
  const [judged] = await controlCheck("award.interests")!.read(system(), [solicitationId]);
  expect(judged).toMatchObject({
    facts: { ruled: true },
    rules: [{ citation: "2 CFR 200.318(c)", verified: true }],
  });
});

test("before the recommendation is posted its gate tells what the solicitation itself breaks", async () => {
  await blockBy("solicitation.notice");
  const { buyer } = panel.people;
  const best = await optimum();
  await as(buyer, (tx) => saveWriting(tx, buyer, id, { scenarioId: best.id }));
  const { awardGate } = await readEvaluation(t.database.read(buyer), buyer, id);
  expect(awardGate!.filter((f) => f.code === "control_stops")).toMatchObject([
    { kind: "stops", sentence: expect.stringMatching(/^Public notice in time stops it/) },
  ]);
});

test("quotations are held before anybody is screened, and go once the notice is long enough", async () => {
  await blockBy("solicitation.notice");
  const { id: rfq } = await published(
    t.database,
    panel.people,
    solicitationOf(panel.agency, { kind: "rfq" }),
  );
  const offers = [ada, bo].map((bidder) => ({ bidder, prices: ["5", "6"] }));
  await storeOpened(t.database, panel.agency, rfq, offers);
  const give = () =>
    makeQuoteAward(t.app, panel.people.buyer, rfq, {
      choices: [],
      reason: "Two of three quoted in time.",
      noConflict: true,
      competitionFinding: "",
      accountStringId,
      growth: false,
    });
  const { held } = await readQuotes(system(), rfq);
  expect(held).toEqual([expect.stringMatching(/^Public notice in time stops it/)]);
  await expect(give()).rejects.toMatchObject({ code: "control_stops", message: held[0] });
  const screened = () =>
    system().rows(sql`
      select id
      from vendor_screening
      where org_id = ${panel.agency.orgId} and object_id = ${rfq}
    `);
  expect(await screened()).toEqual([]);
  await as(admin, (tx) =>
    tx.rows(sql`
      update solicitation
      set published_at = due_at - interval '2 days'
      where org_id = ${panel.agency.orgId} and id = ${rfq}
    `),
  );
  expect((await readQuotes(system(), rfq)).held).toEqual([]);
  expect((await give()).solicitationId).toBe(rfq);
  expect(await screened()).not.toEqual([]);
});
