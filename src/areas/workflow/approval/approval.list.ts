import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { countRow, oneAs, rowsAs } from "#server/db/read-as.ts";
import { sql } from "#server/db/sql.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { chainsTo, namesOf } from "../delegation/chain.service.ts";
import { approvableTypes } from "../policy/policy.labels.ts";
import { approvalStatuses } from "./approval.labels.ts";

const chain = `${chainsTo("clock_timestamp()")} c`;
// A chain that reaches $actor with an assignment's approvals, through nobody who asked for the
// document or had a hand in it.
const through =
  "c.giver = a.person_id and c.document_type = q.document_type and c.entitled and not coalesce(q.requester_id::text = any(c.via), false) and not coalesce(q.facts -> 'parties' ?| c.via, false)";
const undecided = `approval_assignee a join approval_step s on s.org_id = a.org_id and s.id = a.step_id`;
const waitingStep = `a.org_id = q.org_id and s.request_id = q.id and s.status = 'open' and a.decision is null and not exists (select 1 from approval_assignee b where b.org_id = s.org_id and b.step_id = s.id and b.decided_by = $actor)`;

// Waits for $actor: an undecided assignment in an open step, own or reaching them now by
// delegations, on something they did not ask for and in a step that they did not decide.
const waitsFor = `q.status = 'pending' and q.requester_id is distinct from $actor and not coalesce(q.facts -> 'parties' ? ($actor)::text, false) and exists (select 1 from ${undecided}
  where ${waitingStep} and (a.person_id = $actor or exists (select 1 from ${chain} where ${through})))`;

export const approvalList: ListDefinition = {
  name: "approvals",
  from: "approval_request q left join approval_policy p on p.org_id = q.org_id and p.id = q.policy_id left join person who on who.id = q.requester_id left join department d on d.org_id = q.org_id and d.id = q.department_id",
  base: "approval_request q",
  alias: "q",
  columns: {
    id: { sql: "q.id", hidden: true },
    documentType: { sql: "q.document_type", label: "Document", sort: true, codes: approvableTypes },
    documentId: { sql: "q.document_id", hidden: true },
    documentNumber: { sql: "q.document_number", label: "Number", sort: true },
    title: { sql: "q.title", label: "What" },
    amount: { sql: "q.amount", label: "Amount", money: true, sort: true },
    requester: { sql: "who.display_name", label: "Requester" },
    requesterId: { sql: "q.requester_id", hidden: true },
    warning: { sql: "q.facts ->> 'warning'", label: "Warning" },
    department: { sql: "d.name", label: "Department" },
    policy: {
      sql: "coalesce(p.name || ' v' || p.version_no, 'asked of a named person')",
      label: "Policy",
    },
    step: {
      sql: "(select string_agg(s.name, ', ' order by s.name) from approval_step s where s.org_id = q.org_id and s.request_id = q.id and s.status = 'open')",
      label: "Step",
    },
    status: { sql: "q.status", label: "Status", sort: true, codes: approvalStatuses },
    requestedAt: { sql: "q.requested_at", label: "Requested", sort: true },
    dueAt: { sql: "q.due_at", label: "Due", sort: true },
    version: { sql: "q.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "q.status", type: "text" },
    documentType: { kind: "set", sql: "q.document_type", type: "text" },
    departmentId: { kind: "set", sql: "q.department_id", type: "uuid" },
    amount: { kind: "range", sql: "q.amount", type: "cents" },
    requestedAt: { kind: "range", sql: "q.requested_at", type: "instant" },
    mine: { kind: "flag", sql: waitsFor },
    asked: { kind: "flag", sql: "q.requester_id = $actor" },
    overdue: { kind: "flag", sql: "q.status = 'pending' and q.due_at < clock_timestamp()" },
    documentId: { kind: "set", sql: "q.document_id", type: "uuid" },
  },
  search: ["q.document_number", "q.title", "coalesce(who.display_name, '')"],
  number: "q.document_number",
  defaultSort: "dueAt",
  totals: { amount: "q.amount" },
};

const pathRow = z.object({ id: z.string(), path: z.array(z.string()).nullable() });

/**
 * Which of these requests wait for the person now, each with the names in which they would decide
 * it, from whoever handed it to them on; none where it is their own.
 */
export const waiting = async (
  db: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, string[]>> => {
  const rows = await rowsAs(
    db,
    pathRow,
    sql`
      select
        q.id,
        (${bindActor(
          `
            select case
                when a.person_id = $actor then '{}'::text[]
                else c.via || a.person_id::text
              end
            from ${undecided}
            left join ${chain} on ${through}
            where ${waitingStep} and (a.person_id = $actor or c.giver is not null)
            order by a.person_id <> $actor, cardinality(c.via), s.id, c.giver, c.via
            limit 1
          `,
          actor,
        )}) as path
      from approval_request q
      where q.org_id = ${actor.orgId}
        and q.id = any(${ids}::uuid[])
        and ${bindActor(waitsFor, actor)}
    `,
  );
  const names = await namesOf(
    db,
    rows.flatMap((r) => r.path ?? []),
  );
  return new Map(
    rows.map((r) => [r.id, (r.path ?? []).map((id) => names.get(id) ?? "a former member")]),
  );
};

/** How many approvals wait for the person. */
export const countWaiting = async (db: Db, actor: Actor): Promise<number> =>
  (
    await oneAs(
      db,
      countRow,
      sql`
        select count(*) as n
        from approval_request q
        where q.org_id = ${actor.orgId} and ${bindActor(waitsFor, actor)}
      `,
    )
  ).n;
