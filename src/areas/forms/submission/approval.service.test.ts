// A policy that covers a form's submissions takes the decision from the reviewer; whoever filled it in
// is never among its approvers.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { makeAgency, makeMembers, makePolicy } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { decide, newestApproval } from "#areas/workflow/workflow.server.ts";
import { blankField } from "../form/form.labels.ts";
import { formInput } from "../form/form.model.ts";
import { forms } from "../form/form.service.ts";
import { askApprovers } from "./approval.service.ts";
import { readSubmission } from "./submission.read.service.ts";
import { beginSubmission, moveSubmission } from "./submission.service.ts";

let t: TestDatabase;
let people: Record<"designer" | "clerk" | "reviewer" | "chief", Actor>;
let formId: string;
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    designer: { role: "admin" },
    clerk: {},
    reviewer: { role: "manager" },
    chief: { role: "manager" },
  });
  const input = formInput.parse({
    name: "Travel",
    slug: "travel",
    pages: [
      {
        title: "Trip",
        sections: [
          {
            title: "",
            help: "",
            fields: [{ ...blankField("cost", "money", "Cost"), required: true }],
          },
        ],
      },
    ],
  });
  const draft = await as(people.designer, (tx) => forms.draft(tx, people.designer, input));
  formId = (
    await as(people.designer, (tx) => forms.publish(tx, people.designer, draft.id, draft.version))
  ).id;
  await makePolicy(t.database, people.designer, {
    documentType: "formSubmission",
    condition: { amountMin: 500_00 },
    steps: [
      {
        name: "Chief",
        stage: 1,
        mode: "any",

        approvers: [
          { kind: "person", personId: people.chief.personId! },
          { kind: "person", personId: people.clerk.personId! },
        ],
      },
    ],
  });
});
afterAll(() => t.drop());

const inReview = async (cost: number) => {
  const { clerk, reviewer } = people;
  const filler = {
    audience: "staff" as const,
    name: clerk.name,
    email: null,
    personId: clerk.personId,
    vendorId: null,
  };
  const { id } = await as(clerk, (tx) =>
    beginSubmission(tx, clerk, filler, { formId, answers: { cost }, submit: true }),
  );
  await as(reviewer, (tx) =>
    moveSubmission(tx, reviewer, "review", { id, reason: null, version: null }),
  );
  return id;
};
const seen = (id: string) => readSubmission(t.database.read(people.reviewer), people.reviewer, id);
const approve = (id: string) =>
  as(people.reviewer, (tx) =>
    moveSubmission(tx, people.reviewer, "approve", { id, reason: null, version: null }),
  );

test("below the policy's amount a reviewer decides; from it on its approvers do, and never the filler", async () => {
  const small = await inReview(499_99);
  expect((await seen(small)).actions.map(({ name }) => name)).not.toContain("ask");
  expect((await approve(small)).status).toBe("approved");

  const large = await inReview(500_00);
  await expect(approve(large)).rejects.toMatchObject({
    status: 409,
    message: "An approval policy decides this form. Send it to its approvers.",
  });
  await as(people.reviewer, (tx) =>
    askApprovers(tx, people.reviewer, { id: large, version: null }),
  );
  const asked = (await newestApproval(t.database.read(people.reviewer), large))!;
  expect(asked.people).toEqual([people.chief.personId]);
  expect((await seen(large)).approvalId).toBe(asked.id);
  await expect(approve(large)).rejects.toMatchObject({ message: "Its approvers decide this now." });
  await expect(
    as(people.reviewer, (tx) => askApprovers(tx, people.reviewer, { id: large, version: null })),
  ).rejects.toMatchObject({ status: 409 });
  await expect(
    as(people.clerk, (tx) => decide(tx, people.clerk, asked.id, "approve", "", null)),
  ).rejects.toMatchObject({ status: 403 });
  await as(people.chief, (tx) => decide(tx, people.chief, asked.id, "approve", "", null));
  expect(await seen(large)).toMatchObject({ status: "approved", decidedByName: people.chief.name });
});

test("what approvers return goes back to the filler with their words", async () => {
  const id = await inReview(900_00);
  const { approvalId } = await as(people.reviewer, (tx) =>
    askApprovers(tx, people.reviewer, { id, version: null }),
  );
  await as(people.chief, (tx) =>
    decide(tx, people.chief, approvalId!, "return", "Take the bus.", null),
  );
  expect(await seen(id)).toMatchObject({ status: "returned", statusReason: "Take the bus." });
});
