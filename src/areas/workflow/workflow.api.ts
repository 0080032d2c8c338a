import { z } from "zod";
import { invalid, Problem } from "#kernel/errors.ts";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { runList } from "#server/http/list-page.ts";
import { listPage, listQuery } from "#server/http/list.ts";
import { sql } from "#server/db/sql.ts";
import { approvalList, waiting } from "./approval/approval.list.ts";
import { readApproval } from "./approval/approval.read.service.ts";
import {
  approvalDetail,
  approvalRow,
  bulkAnswer,
  bulkInput,
  decisionInput,
  delegationHop,
  delegationInput,
  delegationRow,
  onwardQuery,
  type Approval,
} from "./approval/approval.model.ts";
import { decide, type Decision } from "./approval/decision.service.ts";
import {
  delegate,
  goesOn,
  listDelegations,
  revokeDelegation,
} from "./delegation/delegation.service.ts";
import { deadlineEndpoints } from "./deadline/deadline.api.ts";
import { signatureEndpoints } from "./signature/signature.api.ts";
import { taskEndpoints } from "./task/task.api.ts";
import { policyRow } from "./policy/policy.model.ts";
import { beginWithSet } from "./policy/starting-set.service.ts";
import { agencySizes } from "./policy/starting-sets.data.ts";
import { names } from "#kernel/labels.ts";
import { listPolicies, peopleNamed, policies } from "./policy/policy.service.ts";

const deciding = (["approve", "return", "reject"] as const satisfies readonly Decision[]).map(
  (decision) =>
    recordAct("/api/v1/approvals", decision, {
      permission: "approval.decide",
      summary: `${decision[0]!.toUpperCase()}${decision.slice(1)} a document that waits for you`,
      body: decisionInput,
      response: z.object({ id: z.string(), status: z.string(), version: z.number() }),
      handler: async ({ actor, tx, params, body, ifMatch }) => {
        const { id, status, version } = await decide(
          tx,
          actor,
          params.id,
          decision,
          body.comment,
          ifMatch,
        );
        return { id, status, version };
      },
    }),
);

const [listAll, exportAll] = listEndpoints(
  "/api/v1/approvals",
  "approval.read",
  approvalList,
  approvalRow,
);

const approvals: Endpoint[] = [
  {
    ...listAll!,
    query: listQuery(approvalList),
    response: listPage(approvalRow),
    handler: async ({ actor, db, query }) => {
      const page = await runList<Approval>(db, actor, approvalList, query);
      const mine = page.items.length
        ? await waiting(
            db,
            actor,
            page.items.map((i) => i.id),
          )
        : new Map<string, string[]>();
      return {
        ...page,
        items: page.items.map((i) => ({
          ...i,
          mine: mine.has(i.id),
          behalf: mine.get(i.id) ?? [],
        })),
      };
    },
  },
  exportAll!,
  endpoint({
    method: "GET",
    path: "/api/v1/approvals/{id}",
    permission: "approval.read",
    summary: "A request with steps, decisions, budget effect and checks",
    params: idParams,
    response: approvalDetail,
    handler: ({ actor, db, params }) => readApproval(db, actor, params.id),
  }),
  ...deciding,
  actAt("/api/v1/approvals", "approve-many", {
    permission: "approval.decide",
    summary: "Approve several documents of one type",
    body: bulkInput,
    response: bulkAnswer,
    ownTransaction: true,
    handler: async ({ actor, app, body, db }) => {
      const found = await db.rows<{ id: string; documentType: string; documentNumber: string }>(sql`
        select id, document_type, document_number
        from approval_request
        where org_id = ${actor.orgId} and id = any(${body.items.map((i) => i.id)}::uuid[])
      `);
      if (new Set(found.map((f) => f.documentType)).size > 1)
        throw invalid("several_types", "Approve documents of one type at a time.");
      const refused: z.input<typeof bulkAnswer>["refused"] = [];
      for (const item of body.items) {
        try {
          await app.database.transaction(actor, (tx) =>
            decide(tx, actor, item.id, "approve", body.comment, item.version),
          );
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          refused.push({
            id: item.id,
            number: found.find((f) => f.id === item.id)?.documentNumber ?? "unknown",
            reason: error.message,
          });
        }
      }
      return { approved: body.items.length - refused.length, refused };
    },
  }),
];

const delegations: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/delegations",
    permission: "approval.delegate",
    summary: "Delegations given and received",
    response: z.object({ items: z.array(delegationRow) }),
    handler: async ({ actor, db }) => ({ items: await listDelegations(db, actor) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/delegations/onward",
    permission: "approval.delegate",
    summary:
      "Where approvals would go on to, were they delegated to a member who is away in this time",
    query: onwardQuery,
    response: z.object({ items: z.array(delegationHop) }),
    handler: async ({ db, query }) => ({ items: await goesOn(db, query) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/delegations",
    permission: "approval.delegate",
    summary: "Hand your approvals to another member for a time",
    body: delegationInput,
    response: delegationRow,
    handler: ({ actor, tx, body }) => delegate(tx, actor, body),
  }),
  recordAct("/api/v1/delegations", "revoke", {
    permission: "approval.delegate",
    summary: "End a delegation now",
    response: z.object({ id: z.string() }),
    handler: ({ actor, tx, params, ifMatch }) => revokeDelegation(tx, actor, params.id, ifMatch),
  }),
];

const policiesPath = "/api/v1/approval-policies";
const policyEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: policiesPath,
    permission: "approval.read",
    summary: "Approval policies, all versions, with the names of the people whom they name",
    response: z.object({
      items: z.array(policyRow),
      people: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
    handler: async ({ db }) => {
      const items = await listPolicies(db);
      return { items, people: await peopleNamed(db, items) };
    },
  }),
  actAt(policiesPath, "begin", {
    permission: "approval.policy",
    summary:
      "Put the policies of a starting set in force, for every kind of document that has none",
    body: z.strictObject({ size: z.enum(names(agencySizes)) }),
    response: z.object({ published: z.number() }),
    handler: ({ actor, tx, body }) => beginWithSet(tx, actor, body.size),
  }),
  ...definitionEndpoints(policies, {
    path: policiesPath,
    read: "approval.read",
    write: "approval.policy",
    row: policyRow,
  }),
];

export const workflowEndpoints: readonly Endpoint[] = [
  ...approvals,
  ...taskEndpoints,
  ...deadlineEndpoints,
  ...signatureEndpoints,
  ...delegations,
  ...policyEndpoints,
];
