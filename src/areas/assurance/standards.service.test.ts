// Standards on a real database: what ships, a file that comes in, clauses and what proves them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { auditing, type Auditing } from "./assurance.setup.ts";
import type {
  ClauseDetail,
  ClauseRow,
  StandardReport,
  StandardRow,
} from "./standard/standard.model.ts";

let t: TestDatabase;
let a: Auditing;
beforeAll(async () => {
  t = await freshDatabase();
  a = await auditing(t);
});
afterAll(() => t.drop());

type Taken = { id: string; report: StandardReport };
const at = "/api/v1/standards";
const shipped = (key: string) =>
  a.asking<Taken>(a.people.lead, `POST ${at}/actions/take-shipped`, { key });
const take = (content: string, over: object = {}) =>
  a.asking<Taken>(a.people.lead, `POST ${at}/actions/take`, {
    ...{ name: "Yard rules", edition: "2026", format: "csv", content, ...over },
  });
const clauses = async (id: string) =>
  (await a.asking<{ items: ClauseRow[] }>(a.people.clerk, `GET ${at}/${id}/clauses`)).items;
const clause = (id: string) =>
  a.asking<ClauseDetail>(a.people.clerk, `GET /api/v1/standard-clauses/${id}`);

test("what ships comes in once; clauses that nothing proves are counted", async () => {
  const { id, report } = await shipped("green-book");
  expect(report).toEqual({ groups: 5, clauses: 17, withdrawn: 0, unknown: [] });
  expect(await refusalOf(shipped("green-book"))).toContain(
    "edition_known: This edition of the standard is here already.",
  );
  const tree = await clauses(id);
  expect(tree.find(({ number }) => number === "2.08")!.parentId).toBe(
    tree.find(({ number }) => number === "2")!.id,
  );
  const { items } = await a.asking<{ items: StandardRow[] }>(a.people.clerk, `GET ${at}`);
  expect(items).toMatchObject([{ assessable: 17, bare: 17 }]);
  expect(
    await refusalOf(
      a.asking(a.people.clerk, `POST ${at}/actions/take-shipped`, { key: "green-book" }),
    ),
  ).toContain("not allow");
});

test("a file comes in whole or not at all, with a report", async () => {
  const head = "number,title,text,parent,withdrawn,colour\n";
  expect(await refusalOf(take(`${head}A,a,x,B,,\nB,b,x,A,,\n`))).toContain("standard_refused");
  expect(await refusalOf(take(head))).toContain("row 1: There is no column number.");
  const { id, report } = await take(
    `${head}A,Chapter,,,,\nA.1,First,Do it.,A,,red\nA.2,Gone,,A,yes,\n`,
  );
  expect(report).toEqual({ groups: 1, clauses: 2, withdrawn: 1, unknown: ["column colour: 3"] });
  expect((await clauses(id)).map(({ number }) => number)).toEqual(["A", "A.1", "A.2"]);
});

test("a clause is tied to what is in force, and says when that last proved it", async () => {
  const { lead } = a.people;
  const { id } = await a.plan();
  const [standard] = (await a.asking<{ items: StandardRow[] }>(lead, `GET ${at}`)).items;
  const tree = await clauses(standard!.id);
  const one = tree.find(({ number }) => number === "5.16")!.id;
  const tie = (clauseId: string, targetId: string, kind = "audit") =>
    a.asking<{ id: string }>(lead, `POST /api/v1/standard-clauses/${clauseId}/actions/tie`, {
      ...{ kind, targetId },
    });
  expect(await refusalOf(tie(tree[0]!.id, id))).toContain(
    "clause_not_assessable: A chapter or a withdrawn clause is not assessed.",
  );
  expect(await refusalOf(tie(one, newId()))).toContain("proof_unknown");
  const made = await tie(one, id);
  expect(await refusalOf(tie(one, id))).toContain("tie_known");
  expect(await clause(one)).toMatchObject({
    ties: 1,
    proofs: [{ kind: "audit", said: "Not issued yet", at: null }],
  });
  const untie = (tieId: string) =>
    a.asking(lead, `POST /api/v1/standard-ties/${tieId}/actions/untie`);
  await untie(made.id);
  expect(await refusalOf(untie(made.id))).toContain("No such tie");
  expect((await clause(one)).proofs).toEqual([]);
});

test("a course in force proves a clause, and says who completed it", async () => {
  const { lead, boss } = a.people;
  const draft = await a.asking<{ id: string; version: number }>(
    boss,
    "POST /api/v1/training-courses",
    {
      ...{ name: "First aid", code: "AID", outside: true, about: "How to help until help comes." },
    },
  );
  const { version, id } = draft;
  await a.asking(boss, `POST /api/v1/training-courses/${id}/actions/publish`, {}, version);
  const { items } = await a.asking<{ items: { kind: string; id: string; name: string }[] }>(
    lead,
    "GET /api/v1/standard-proofs",
  );
  const course = items.find(({ kind }) => kind === "course");
  expect(course).toMatchObject({ name: "AID First aid" });
  const [standard] = (await a.asking<{ items: StandardRow[] }>(lead, `GET ${at}`)).items;
  const one = (await clauses(standard!.id)).find(({ number }) => number === "1.04")!.id;
  await a.asking(lead, `POST /api/v1/standard-clauses/${one}/actions/tie`, {
    ...{ kind: "course", targetId: course!.id },
  });
  expect((await clause(one)).proofs).toMatchObject([
    {
      ...{ kind: "course", said: "Nobody completed it yet", at: null },
      href: expect.stringMatching(/^\/admin\/training\/courses\/[-0-9a-f]{36}$/),
    },
  ]);
});
