// An agency whose segment P145 has a budget line, with the people of a project.
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
} from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import type { ProjectDetail } from "./project/project.model.ts";

type Fund = NonNullable<Parameters<typeof makeBudget>[3]>;
type Written = { id: string; version: number; status: string };

/** An agency with a project's people, and another one's project manager. */
export const projectAgency = async (t: TestDatabase) => {
  const agency = await makeAgency(t.database);
  const people = await makeMembers(t.database, agency, {
    engineer: { duties: ["project_manager"] },
    second: { duties: ["project_manager"] },
    inspector: { duties: ["inspector"] },
    budget: { duties: ["budget_officer"] },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    ap: { duties: ["ap"] },
    manager: { role: "manager" },
    admin: { role: "admin" },
    clerk: {},
  });
  const { engineer: elsewhere } = await makeMembers(t.database, await makeAgency(t.database), {
    engineer: { duties: ["project_manager"] },
  });
  const asking = askingOf(() => t);
  const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
  const approvers = [
    { kind: "duty", duty: "budget_officer" },
    { kind: "role", role: "manager" },
  ] as const;
  await makePolicy(t.database, people.admin, {
    documentType: "project",
    steps: [{ name: "Budget office", stage: 1, mode: "any", approvers: [...approvers] }],
  });
  const vendor = await makeVendor(t.database, agency);

  /** A budget line of so many cents that charges the project with this code. */
  const budgetFor = async (code: string, cents: number, fund: Fund = {}): Promise<string> => {
    const { accountStringId } = await makeBudget(t.database, agency, cents, fund);
    await as(people.admin, (tx) =>
      tx.rows(sql`
        update account_string
        set project_id = (
          select id
          from segment_value
          where org_id = ${agency.orgId} and kind = 'project' and code = ${code}
        )
        where org_id = ${agency.orgId} and id = ${accountStringId}
      `),
    );
    return accountStringId;
  };
  const segment = (code: string) =>
    as(people.admin, (tx) =>
      tx.rows(sql`
        insert into segment_value (org_id, id, kind, code, name)
        values (${agency.orgId}, ${newId()}, 'project', ${code}, ${`Project ${code}`})
      `),
    );
  const given = (code: string, over: object = {}) => ({
    name: `Bridge ${code}`,
    segmentCode: code,
    departmentId: agency.departmentId,
    engineerId: people.engineer.personId,
    startsOn: agencyDay(-30),
    contractDays: 120,
    ...over,
  });
  const propose = (code: string, over: object = {}, actor: Actor = people.engineer) =>
    asking<Written>(actor, "POST /api/v1/projects", given(code, over));
  const read = (id: string, actor: Actor = people.engineer) =>
    asking<ProjectDetail>(actor, `GET /api/v1/projects/${id}`);
  const step = async (id: string, name: string, body: object = {}, actor = people.engineer) =>
    asking<Written>(
      actor,
      `POST /api/v1/projects/${id}/actions/${name}`,
      body,
      (await read(id)).version,
    );
  /** A project that is active, with a budget line of so many cents. */
  const begun = async (code: string, cents = 100_000_00, over: object = {}, fund: Fund = {}) => {
    const { id } = await propose(code, over);
    const accountStringId = await budgetFor(code, cents, fund);
    await step(id, "submit");
    await approveDocument(t.database, people.budget, id);
    await step(id, "start");
    return { id, accountStringId };
  };
  return {
    agency,
    people,
    elsewhere,
    asking,
    as,
    vendor,
    budgetFor,
    segment,
    given,
    propose,
    read,
    step,
    begun,
  };
};
