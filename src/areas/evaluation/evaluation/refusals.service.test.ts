// What a panel refuses, behind the opening of a proposal.
import { expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { acceptAll, panelOf, scoreAll, step } from "#server/testing/evaluation.ts";
import { makeOfficers } from "#server/testing/opening.ts";
import { published, solicitationOf } from "#server/testing/sourcing.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { lockedScores } from "./course.service.ts";
import { declareBidders, declareInterests, recuse } from "./declaration.service.ts";
import { saveCheck } from "./responsibility.service.ts";
import { saveScores } from "./scoring.service.ts";
import { addMember, createEvaluation } from "./setup.service.ts";
import {
  as,
  bidIds,
  criteria,
  evaluationSetUp,
  evaluators,
  panel,
  solicitationId,
  start,
  t,
} from "./evaluation.setup.ts";

evaluationSetUp();

test("a panel names each person once, and one chair", async () => {
  const { buyer, other } = panel.people;
  const whole = panelOf(panel);
  const make = (members: readonly object[]) =>
    refusalOf(
      as(buyer, (tx) =>
        createEvaluation(tx, buyer, { solicitationId, members: members as typeof whole }),
      ),
    );
  const [chair] = whole;
  expect(await make([...whole, { ...chair, role: "evaluator" }])).toBe(
    "invalid_field: Somebody is named twice.",
  );
  expect(await make([...whole, { ...chair, personId: other.personId }])).toBe(
    "invalid_field: There is one chair.",
  );
});

test("who coordinates or chairs names who takes part, once each", async () => {
  const { buyer, one, other } = panel.people;
  const { id } = await as(buyer, (tx) =>
    createEvaluation(tx, buyer, { solicitationId, members: panelOf(panel) }),
  );
  const seat = (personId: string, role: "chair" | "evaluator") => ({
    ...{ personId, role },
    scoring: true,
  });
  const add = (by: typeof buyer, personId: string, role: "chair" | "evaluator") =>
    refusalOf(as(by, (tx) => addMember(tx, by, id, seat(personId, role))));
  expect(await add(one, other.personId!, "evaluator")).toBe(
    "not_allowed: The coordinator or the chair names who takes part.",
  );
  expect(await add(buyer, one.personId!, "evaluator")).toBe(
    "invalid_field: This person takes part already.",
  );
  expect(await add(buyer, other.personId!, "chair")).toMatch(/There is a chair\./);
});

test("scores and checks are of this evaluation", async () => {
  const id = await start();
  const { buyer, one } = panel.people;
  const [criterion] = await criteria();
  const score = (bidId: string, criterionId: string) =>
    refusalOf(
      as(one, (tx) =>
        saveScores(tx, one, id, {
          scores: [{ bidId, criterionId, score: "5", note: "" }],
          submit: false,
        }),
      ),
    );
  const stranger = "There is no such criterion or bid in this evaluation.";
  expect(await score(newId(), criterion!.id)).toContain(stranger);
  expect(await score(bidIds[0]!, newId())).toContain(stranger);
  const check = { bidId: bidIds[0]!, item: "no-such-item", result: "met" as const, note: "" };
  expect(await refusalOf(as(buyer, (tx) => saveCheck(tx, buyer, id, check, [])))).toMatch(
    /There is no such item on the checklist\./,
  );
});

test("a request for information is not evaluated, and bidders are declared for once they are known", async () => {
  const { buyer } = panel.people;
  const set = async (kind: "rfi" | "rfp") => {
    const input = solicitationOf(panel.agency, { kind });
    const officers = await makeOfficers(t.database, panel.agency, [`A ${kind}`, `B ${kind}`]);
    const { id: of } = await published(t.database, panel.people, input, officers);
    return as(buyer, (tx) =>
      createEvaluation(tx, buyer, { solicitationId: of, members: panelOf(panel) }),
    );
  };
  expect(await refusalOf(set("rfi"))).toBe(
    "not_evaluated: A request for information is reviewed, not evaluated.",
  );
  const { id } = await set("rfp");
  await step(t.database, buyer, id, "askDeclarations");
  await as(buyer, (tx) => declareInterests(tx, buyer, id, { conflict: false, text: "" }));
  expect(await refusalOf(as(buyer, (tx) => declareBidders(tx, buyer, id, { bidders: [] })))).toBe(
    "not_opened: The bidders are not known yet.",
  );
});

test("who takes part without scoring gives no scores", async () => {
  const id = await start();
  const { two } = panel.people;
  await t.database.transaction({ orgId: panel.agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update evaluation_member
      set scoring = false
      where org_id = ${panel.agency.orgId} and person_id = ${two.personId}
    `),
  );
  expect(
    await refusalOf(as(two, (tx) => saveScores(tx, two, id, { scores: [], submit: false }))),
  ).toBe("not_scoring: You take part without scoring.");
});

test("price envelopes are opened first, and their shares wait for a whole panel", async () => {
  const { buyer, two } = panel.people;
  const id = await start();
  await scoreAll(t.database, id, evaluators(), bidIds, ["8", "6"]);
  await step(t.database, buyer, id, "lock");
  await step(t.database, buyer, id, "startConsensus");
  await acceptAll(t.database, buyer, id, bidIds);
  await t.database.transaction({ orgId: panel.agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update bid
      set price_opened_at = null
      where org_id = ${panel.agency.orgId} and id = ${bidIds[0]!}
    `),
  );
  expect(await refusalOf(step(t.database, buyer, id, "openPrices"))).toBe(
    "prices_sealed: The price envelopes are still sealed: the opening officers can open them now that the scores are locked.",
  );
  await as(two, (tx) => recuse(tx, two, id, "I am to work for one of them"));
  expect(await refusalOf(as(buyer, (tx) => lockedScores(tx, buyer, id)))).toBe(
    "panel_short: The panel has fallen below its quorum. 2 of at least 3 evaluators take part: name a substitute, who declares and scores.",
  );
});
