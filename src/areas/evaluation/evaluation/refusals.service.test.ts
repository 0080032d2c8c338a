// What a panel refuses, behind the opening of a proposal.
import { expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { panelOf } from "#server/testing/evaluation.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { saveCheck } from "./responsibility.service.ts";
import { saveScores } from "./scoring.service.ts";
import { addMember, createEvaluation } from "./setup.service.ts";
import {
  as,
  bidIds,
  criteria,
  evaluationSetUp,
  panel,
  solicitationId,
  start,
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
