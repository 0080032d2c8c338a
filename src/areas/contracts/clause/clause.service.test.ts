import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { amendmentInput } from "../amendment/amendment.model.ts";
import { readAmendment } from "../amendment/amendment.read.service.ts";
import { createAmendment, signAmendment, submitAmendment } from "../amendment/amendment.service.ts";
import { clearContract } from "../contract/approval.service.ts";
import { step } from "../contract/course.service.ts";
import { contractAgency } from "../contracts.setup.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { clauseInput } from "./clause.model.ts";
import { clauses, listClauses, publishDrafts } from "./clause.service.ts";
import { addAmendmentClauses, addClauses, removeClause } from "./contract-clause.service.ts";
import { clausesOf, contractsThatLack } from "./required.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
});
afterAll(() => t.drop());

const db = () => t.database.read(a.people.author);
const federal = { federalAward: "DR-4897", ceiling: 9_000_00 };
const plan = (ceiling: number) => ({ ceiling, yearPlan: [{ year: 2027, amount: ceiling }] });
const review = (id: string) =>
  a.as(a.people.author, (tx) => step(tx, a.people.author, "review", { id, version: null }));

test("a contract without a required clause goes neither to counsel nor to approvers, and says which law asks for it", async () => {
  const { author, counsel } = a.people;
  const made = await a.drafted({ ...federal, ...plan(9_000_00) });
  const blocked = {
    message: expect.stringMatching(/Add the clause “.+” \(.*federal money.*\)\. 2 CFR/),
  };
  await expect(review(made.id)).rejects.toMatchObject(blocked);
  expect((await a.read(made.id)).missing).toEqual(
    expect.arrayContaining([expect.stringContaining("2 CFR part 200, appendix II(K); 200.216")]),
  );
  expect((await contractsThatLack(db())).map((each) => each.number)).toContain(made.number);
  const { version } = await a.as(author, (tx) =>
    addClauses(tx, author, made.id, { required: true }, made.version),
  );
  expect((await a.read(made.id)).missing).toEqual([]);
  await review(made.id);
  // Law that came into force since asks at the next step too.
  await a.as(counsel, (tx) =>
    tx.rows(sql`
      delete from contract_clause
      where org_id = ${a.agency.orgId}
        and contract_id = ${made.id}
        and definition_id = (
          select definition_id
          from clause
          where org_id = ${a.agency.orgId} and rule_key = 'clause.records'
        )
    `),
  );
  await expect(
    a.as(counsel, (tx) => clearContract(tx, counsel, { id: made.id, version: null })),
  ).rejects.toMatchObject({ message: expect.stringContaining("2 CFR 200.334, 200.337") });
  await expect(
    a.as(author, (tx) => addClauses(tx, author, made.id, { required: true }, version + 1)),
  ).rejects.toMatchObject({ code: "not_in_this_status" });
});

test("a contract's clause stays the version that it began with; the library's next one is for others", async () => {
  const { author, counsel } = a.people;
  const made = await a.drafted({ ...federal, ...plan(9_000_00) });
  await a.as(author, (tx) => addClauses(tx, author, made.id, { required: true }, made.version));
  const [own] = (await clausesOf(db(), made.id)).filter((c) => c.ruleKey === "clause.records");
  const standing = (await listClauses(db())).find((c) => c.id === own!.clauseId)!;
  const next = await a.as(counsel, (tx) =>
    clauses.draft(
      tx,
      counsel,
      clauseInput.parse({ ...bodyOf(standing), text: "Records are kept for six years." }),
      standing.definitionId,
    ),
  );
  await a.as(counsel, (tx) => clauses.publish(tx, counsel, next.id, next.version));
  const of = async (id: string) =>
    (await clausesOf(db(), id)).find((c) => c.ruleKey === "clause.records")!;
  expect(await of(made.id)).toMatchObject({ versionNo: 1, text: own!.text });
  const later = await a.drafted({ ...federal, ...plan(9_000_00) });
  await a.as(author, (tx) => addClauses(tx, author, later.id, { required: true }, later.version));
  expect(await of(later.id)).toMatchObject({
    versionNo: 2,
    text: "Records are kept for six years.",
  });
  await expect(
    a.as(author, (tx) => addClauses(tx, author, made.id, { clauseIds: [standing.id] }, 2)),
  ).rejects.toMatchObject({ errors: [{ path: "clauseIds" }] });
  const removed = await a.as(author, (tx) =>
    removeClause(tx, author, { contractId: made.id, id: own!.id }, 2),
  );
  expect((await a.read(removed.id)).missing[0]).toContain("Records and access");
});

const bodyOf = (c: Awaited<ReturnType<typeof listClauses>>[number]) => {
  const { name, kind, ruleKey, citation, text, changeable, fallbacks } = c;
  return { name, kind, ruleKey, citation, text, changeable, fallbacks };
};

test("a clause is not published with a fallback that a lesser duty could take, nor twice for a rule", async () => {
  const { counsel } = a.people;
  const draft = await a.as(counsel, (tx) =>
    clauses.draft(
      tx,
      counsel,
      clauseInput.parse({
        name: "Records once more",
        kind: "records",
        ruleKey: "clause.records",
        text: "Kept.",
        fallbacks: [
          { text: "Kept for a year.", by: "counsel" },
          { text: "Not kept.", by: "buyer" },
        ],
      }),
    ),
  );
  await expect(
    a.as(counsel, (tx) => clauses.publish(tx, counsel, draft.id, draft.version)),
  ).rejects.toMatchObject({
    errors: [
      { path: "fallbacks", message: expect.stringContaining("same duty or a higher one") },
      { path: "ruleKey", message: expect.stringContaining("meets this rule already") },
    ],
  });
  await a.as(counsel, (tx) => clauses.retire(tx, counsel, draft.id, draft.version));
  await a.as(counsel, (tx) => publishDrafts(tx, counsel));
});

test("an amendment that crosses a threshold asks again; its clauses are the contract's once it is applied", async () => {
  const { author, keeper, manager } = a.people;
  const id = await a.inForce({ ...federal, ...plan(9_000_00) });
  const draft = (ceilingChange: number) =>
    a.as(author, (tx) =>
      createAmendment(
        tx,
        author,
        amendmentInput.parse({
          contractId: id,
          kind: "money",
          title: "More",
          reason: "Flood",
          ceilingChange,
          yearPlan: [{ year: 2027, amount: ceilingChange }],
        }),
      ),
    );
  const keys = async () => (await clausesOf(db(), id)).map((c) => c.ruleKey);
  const small = await draft(500_00);
  await a.as(author, (tx) => submitAmendment(tx, author, { id: small.id, version: null }));
  // $9,000 to $14,000: termination for cause and convenience, above $10,000.
  const large = await draft(5_000_00);
  const submit = () =>
    a.as(author, (tx) => submitAmendment(tx, author, { id: large.id, version: null }));
  await expect(submit()).rejects.toMatchObject({
    code: "clause_missing",
    message: expect.stringContaining("2 CFR part 200, appendix II(B)"),
  });
  expect((await readAmendment(db(), author, large.id)).objections).toHaveLength(2);
  await a.as(author, (tx) => addAmendmentClauses(tx, author, large.id, large.version));
  await submit();
  expect(await keys()).not.toContain("clause.termination");
  await approveDocument(t.database, manager, large.id);
  await a.as(keeper, (tx) => signAmendment(tx, keeper, { id: large.id, version: null }, a.ink));
  expect(await keys()).toContain("clause.termination");
});
