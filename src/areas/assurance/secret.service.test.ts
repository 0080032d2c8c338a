// Before its issue nothing of an audit is found by any address: every endpoint that reads is asked, by those
// who may everything else, and no answer holds a word of procedures, samples, findings or requests.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { permissions } from "#roles.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { everyAnswer } from "#server/testing/every-answer.ts";
import { otherAnswers } from "#server/testing/other-answers.ts";
import { at, auditing, type Auditing, type Written } from "./assurance.setup.ts";

const canary = "Zephyrquill";
let t: TestDatabase;
let a: Auditing;
let ids: string[];
let number: string;

beforeAll(async () => {
  t = await freshDatabase();
  a = await auditing(t);
  const { lead, fixer } = a.people;
  const made = await a.fieldwork();
  const { id: procedure } = await a.asking<Written>(
    lead,
    `POST ${at.audits}/${made.id}/actions/enter-procedure`,
    { title: `${canary} of costs`, steps: `${canary} steps`, clause: "200.303" },
  );
  const population = await a.asking<Written>(
    lead,
    `POST ${at.procedures}/${procedure}/actions/freeze`,
    {
      ...{ list: "/api/v1/costs", query: "", amount: "cents" },
    },
  );
  await a.asking(lead, `POST /api/v1/audit-populations/${population.id}/actions/draw`, {
    ...{ method: "units", size: 3, confidence: 95 },
  });
  const [frozen] = (await a.procedure(procedure)).populations;
  const [sample] = frozen!.samples;
  for (const { id } of sample!.items)
    await a.asking(lead, `POST /api/v1/audit-items/${id}/actions/test`, {
      ...{ result: "exception", auditedCents: 0, said: `${canary} twice` },
    });
  const finding = await a.write(made.id, {
    ...{ title: `${canary} finding`, condition: `${canary} is so.` },
  });
  number = finding.number;
  const request = await a.asking<Written>(lead, `POST ${at.audits}/${made.id}/actions/ask`, {
    ...{ item: `${canary} papers`, ownerId: fixer.personId, dueOn: agencyDay(5) },
  });
  await a.step(at.procedures, lead, procedure, "prepare", { result: `${canary} was seen.` });
  ids = [
    ...[made.id, procedure, population.id, frozen!.fileId, sample!.id, sample!.items[0]!.id],
    ...[finding.id, request.id],
  ];
});
afterAll(() => t.drop());

const told = async (by: Actor): Promise<string[]> =>
  (await everyAnswer(t, by, { ids, words: canary }))
    .filter(({ asked, text }) => text.replaceAll(asked, "").includes(canary))
    .map(
      ({ asked, text }) =>
        `${asked}: ${text.slice(Math.max(0, text.indexOf(canary) - 60)).slice(0, 120)}`,
    );

const all = new Set(Object.keys(permissions));

test("an administrator, a manager, an operator and another agency find no word of it by any address", async () => {
  const { boss } = a.people;
  const everything = { ...boss, permissions: all } as Actor;
  const operator = { ...boss, role: "platform_admin", permissions: all } as Actor;
  const stranger = { ...a.stranger, permissions: all } as Actor;
  for (const by of [everything, operator, stranger]) expect(await told(by)).toEqual([]);
}, 300_000);

// Its procedure is prepared once more while somebody listens.
const happens = async () => {
  const { lead, second } = a.people;
  const [, procedure] = ids;
  const result = `${canary} was seen again.`;
  await a.step(at.procedures, second, procedure!, "return", { reason: result });
  await a.step(at.procedures, lead, procedure!, "prepare", { result });
};
const others = async (by: Actor) =>
  new Map(
    (
      await otherAnswers(t, by, {
        ...{ ids, happens },
        questions: [canary, `Where does ${number} stand?`, `Show findings about ${canary}`],
      })
    ).map(({ asked, text }) => [asked, text]),
  );

test("nor by the assistant, an evidence package, the stream of events or the interface's description", async () => {
  const everything = { ...a.people.boss, permissions: all } as Actor;
  for (const [asked, text] of await others(everything)) {
    expect(text.replaceAll(`about ${canary}`, ""), asked).not.toContain(canary);
    // A package names what it was asked for; the ledger in it holds digests alone.
    if (asked !== "evidence package") for (const id of ids) expect(text, asked).not.toContain(id);
  }
  const team = await others(a.people.lead);
  expect(team.get("/api/v1/events")).toContain(ids[1]);
  expect([...team].filter(([, text]) => text.includes(canary)).map(([asked]) => asked)).not.toEqual(
    [],
  );
}, 120_000);

test("its team finds it by the same addresses: the question is one that can be answered", async () => {
  const { lead, fixer } = a.people;
  const found = await told(lead);
  for (const path of [at.procedures, at.findings, at.requests, "/api/v1/search"])
    expect(
      found.filter((each) => each.startsWith(path)),
      path,
    ).not.toEqual([]);
  // Whoever is asked for something reads that, and nothing else of the audit.
  const owner = await told(fixer);
  expect(owner.length).toBeGreaterThan(0);
  expect(owner.filter((each) => !each.startsWith(at.requests))).toEqual([]);
}, 300_000);
