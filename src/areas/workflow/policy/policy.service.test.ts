import { expect, test } from "vitest";
import type { DefinitionFile } from "#kernel/definition.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import {
  approvalTests,
  t,
  agency,
  people,
  call,
  person,
  publish,
  step,
} from "../approval/approval.setup.ts";
import { policyTypes } from "./policy.labels.ts";
import { policies } from "./policy.service.ts";

approvalTests();

const path = "/api/v1/approval-policies";
const input = (over: object = {}) => ({
  name: "Policy",
  documentType: "requisition",
  steps: [step({})],
  ...over,
});
const nextOf = async (definitionId: unknown, over: object = {}) =>
  (await call("admin", "POST", `${path}?nextVersionOf=${String(definitionId)}`, input(over))).body;
const versionsOf = async (definitionId: unknown) =>
  (
    (await call("admin", "GET", path)).body.items as unknown as {
      definitionId: string;
      versionNo: number;
      status: string;
    }[]
  )
    .filter((each) => each.definitionId === definitionId)
    .toSorted((a, b) => a.versionNo - b.versionNo);

test("two people publish two drafts of one policy at once: one version is in force, the later one", async () => {
  const first = await publish(input());
  for (let round = 0; round < 5; round++) {
    const drafts = [await nextOf(first.definitionId), await nextOf(first.definitionId)];
    const answers = await Promise.all(
      drafts.map((draft) =>
        call("admin", "POST", `${path}/${draft.id}/actions/publish`, undefined, draft.version),
      ),
    );
    expect(answers.map((each) => each.status)).toEqual([200, 200]);
    const inForce = (await versionsOf(first.definitionId)).filter((v) => v.status === "published");
    expect(inForce).toHaveLength(1);
  }
});

test("two people draft the next version at once: each gets a number of their own", async () => {
  const first = await publish(input());
  await Promise.all(Array.from({ length: 4 }, () => nextOf(first.definitionId)));
  const versions = await versionsOf(first.definitionId);
  expect(versions.map((v) => v.versionNo)).toEqual([1, 2, 3, 4, 5]);
});

test("the database refuses changes to what was published, whoever writes", async () => {
  const { id } = await publish(input());
  const refused = (text: ReturnType<typeof sql>, why = /published versions do not change/) =>
    expect(t.database.transaction(people.admin, (tx) => tx.rows(text))).rejects.toThrow(why);
  await refused(sql`update approval_policy set priority = 1 where id = ${id}`);
  await refused(sql`update approval_policy set status = 'draft' where id = ${id}`);
  await refused(sql`update approval_policy set version_no = 9 where id = ${id}`);
  await refused(sql`delete from approval_policy where id = ${id}`, /permission denied/);
});

test("a policy is published when its check list holds; each open line says where", async () => {
  const draft = await nextOf((await publish(input())).definitionId, {
    condition: { amountMin: 500, amountBelow: 500, departmentIds: [agency.orgId] },
    steps: [step({}), step({ stage: 2, approvers: [person(people.one)] })],
  });
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update organization_member
      set active = false
      where org_id = ${agency.orgId} and person_id = ${people.one.personId}
    `),
  );
  const open = ["condition.amountBelow", "condition", "steps.1"];
  const list = (await call("clerk", "GET", `${path}/${draft.id}/checks`)).body.items;
  expect(list).toMatchObject(open.map((place) => ({ ok: false, path: place })));
  const step2 = await call(
    "admin",
    "POST",
    `${path}/${draft.id}/actions/publish`,
    undefined,
    draft.version,
  );
  expect(step2).toMatchObject({
    status: 422,
    body: { code: "not_ready", errors: open.map((place) => ({ path: place })) },
  });
  expect((await call("clerk", "POST", `${path}/${draft.id}/actions/publish`)).status).toBe(403);
});

test("two versions are compared in words; of two policies they are not", async () => {
  const first = await publish(input({ condition: { departmentIds: [agency.departmentId] } }));
  const next = await nextOf(first.definitionId, {
    priority: 7,
    steps: [step({ approvers: [person(people.one)], dueHours: 24 })],
  });
  const differences = (id: string) =>
    call("clerk", "GET", `${path}/${next.id}/differences?against=${id}`);
  expect((await differences(first.id)).body).toMatchObject({
    before: { versionNo: 1 },
    after: { versionNo: 2 },
    items: [
      { path: "Order", before: "100", after: "7" },
      { path: "Applies to", before: "Roads and Bridges", after: "Every document" },
      {
        path: "Stage 1",
        before: "Step: any Manager within 72 hours",
        after: "Step: one within 24 hours",
      },
    ],
  });
  expect((await differences((await publish(input())).id)).status).toBe(422);
});

const exported = async (over: object): Promise<DefinitionFile> => {
  const { id } = await publish(input(over));
  return (await call("admin", "GET", `${path}/${id}/file`)).body as unknown as DefinitionFile;
};

test("another agency imports a policy as a draft: its own department and people stand in it, no id of the file", async () => {
  const file = await exported({
    condition: { amountMin: 500, departmentIds: [agency.departmentId] },
    steps: [step({ approvers: [person(people.one)], escalateTo: { kind: "role", role: "admin" } })],
  });
  const text = JSON.stringify(file);
  for (const id of [agency.departmentId, people.one.personId, agency.orgId])
    expect(text).not.toContain(id);
  const there = await makeAgency(t.database);
  const { boss } = await makeMembers(t.database, there, { boss: { role: "admin" } });
  const take = (given: DefinitionFile) =>
    t.database.transaction(boss, (tx) => policies.fromFile(tx, boss, given));
  await expect(take(file)).rejects.toMatchObject({
    status: 422,
    code: "not_here",
    errors: [{ path: "definition.steps.0.approvers.0" }],
  });
  await t.database.transaction(boss, (tx) =>
    tx.rows(sql`
      insert into organization_member (org_id, person_id)
      values (${there.orgId}, ${people.one.personId})
    `),
  );
  expect(await take(file)).toMatchObject({
    orgId: there.orgId,
    status: "draft",
    versionNo: 1,
    condition: { amountMin: 500, departmentIds: [there.departmentId], fundIds: [] },
    steps: [{ approvers: [person(people.one)] }],
  });
});

test("a file of another kind or form, with unknown keys, departments or sizes is refused at its place", async () => {
  const file = await exported({});
  const refusal = async (body: object) => {
    const answer = await call("admin", "POST", `${path}/actions/import`, body);
    const [first] = (answer.body["errors"] ?? []) as { path: string }[];
    return [answer.status, first?.path];
  };
  const definition = file.definition as { steps: object[]; condition: object };
  const [first] = definition.steps;
  expect(await refusal({ ...file, schema: "levee.form" })).toEqual([422, "schema"]);
  expect(await refusal({ ...file, schemaVersion: 2 })).toEqual([422, "schemaVersion"]);
  expect(
    await refusal({ ...file, definition: { ...definition, steps: [{ ...first, colour: 1 }] } }),
  ).toEqual([422, "definition.steps.0.colour"]);
  expect(
    await refusal({ ...file, definition: { ...definition, condition: { departments: ["X"] } } }),
  ).toEqual([422, "definition.condition.departments.0"]);
  expect(await refusal({ ...file, definition: { ...definition, steps: [] } })).toEqual([
    422,
    "definition.steps",
  ]);
  expect(await refusal({ ...file, definition: { name: "x".repeat(600_000) } })).toEqual([
    413,
    undefined,
  ]);
  const before = (await call("admin", "GET", path)).body.items.length;
  expect((await call("clerk", "POST", `${path}/actions/import`, file)).status).toBe(403);
  expect(await call("admin", "POST", `${path}/actions/import`, file)).toMatchObject({
    body: { status: "draft", versionNo: 1 },
  });
  expect((await call("admin", "GET", path)).body.items).toHaveLength(before + 1);
});

test("a starting set covers every kind that has no policy, leaves one's own, and says when none is missing", async () => {
  const own = await publish(input({ name: "Our own way" }));
  const begin = () => call("admin", "POST", `${path}/actions/begin`, { size: "small" });
  expect((await call("clerk", "POST", `${path}/actions/begin`, { size: "small" })).status).toBe(
    403,
  );
  const answer = await begin();
  expect(answer).toMatchObject({ status: 200 });
  const inForce = (
    (await call("admin", "GET", path)).body.items as unknown as {
      id: string;
      documentType: string;
      status: string;
    }[]
  ).filter((each) => each.status === "published");
  expect(new Set(inForce.map((each) => each.documentType))).toEqual(
    new Set(Object.keys(policyTypes)),
  );
  expect(inForce.some((each) => each.id === own.id)).toBe(true);
  expect(await begin()).toMatchObject({ status: 409, body: { code: "all_covered" } });
});
