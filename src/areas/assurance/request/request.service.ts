import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { membersNamed, notify } from "#areas/organization/organization.server.ts";
import {
  keepDeadlines,
  type DeadlineRecordOf,
  type DeadlineSource,
} from "#areas/workflow/workflow.server.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsAsked, requireSeen, transition, type StepAt } from "#server/lifecycle.ts";
import { assuranceAudit, assuranceRequest, assuranceRequestWords } from "../assurance.tables.ts";
import { onTeam, requireTeam } from "../audit/team.service.ts";
import { procedureFacts } from "../procedure/procedure.noun.ts";
import { numberWithin } from "../procedure/procedure.service.ts";
import type { RequestDetail, RequestInput } from "./request.model.ts";
import { requestNoun, type RequestStored } from "./request.noun.ts";

type Dated = Pick<RequestStored, "id" | "number" | "status" | "dueOn" | "ownerId">;

/** The day by which a request is delivered; it names the number, never what is asked. */
const requestDays = (row: Dated): DeadlineRecordOf => ({
  id: row.id,
  number: row.number,
  link: `/admin/audits/requests/${row.id}`,
  deadlines:
    row.status === "asked"
      ? [
          {
            key: "deliver",
            title: `${row.number} is to be delivered`,
            dueOn: row.dueOn,
            follows: "The day that the auditors set.",
            ownerId: row.ownerId,
            notices: [7, 1, 0],
            byHand: false,
          },
        ]
      : [],
});

export const requestDeadlineSource: DeadlineSource = {
  type: "auditRequest",
  label: "Request of an audit",
  permission: "assurance.read",
  all: async (db) =>
    (
      await db.rows<Dated>(sql`
        select id, number, status, due_on, owner_id
        from assurance_request
        where org_id = ${db.scope.orgId} and status = 'asked'
        order by id
        limit 5000
      `)
    ).map(requestDays),
};

const tell = (tx: Tx, row: RequestStored, to: readonly string[], title: string) =>
  notify(tx, to, {
    kind: "assurance",
    title: `${row.number}: ${title}`,
    link: `/admin/audits/requests/${row.id}`,
  });

const refusePast = (tx: Tx, dueOn: Day) => {
  if (dueOn < businessDate(tx.scope))
    throw invalidField("dueOn", "Choose a day that is still to come.", "due_over");
};

const keep = async (tx: Tx, actor: Actor, row: RequestStored): Promise<RequestStored> => {
  await keepDeadlines(tx, actor, "auditRequest", requestDays(row));
  return row;
};

/** Asks somebody for something by a day. 403 `not_on_team`; 404; 409 once closed; 422 `owner_unknown`, `due_over`. */
export const askFor = async (
  tx: Tx,
  actor: Actor,
  auditId: string,
  { item, ownerId, dueOn }: RequestInput,
): Promise<RequestStored> => {
  const audit = await lockRow(tx, assuranceAudit, auditId, "audit");
  await requireTeam(tx, actor, auditId);
  if (audit.status === "closed") throw conflict("rule", "The audit is closed.");
  const [member] = await membersNamed(tx, { ids: [ownerId] });
  if (!member) throw invalidField("ownerId", "Choose somebody of the agency.", "owner_unknown");
  refusePast(tx, dueOn);
  const ids = { orgId: audit.orgId, id: newId(), auditId, ownerId };
  const row = await create(tx, actor, requestNoun, {
    number: { within: await numberWithin(tx, audit, "R") },
    row: { ...ids, ownerName: member.name, dueOn },
  });
  await insertRow(tx, assuranceRequestWords, { ...ids, item });
  tell(tx, row, [ownerId], "something is asked of you");
  return keep(tx, actor, row);
};

/** Delivers what was asked; papers are attached before. 403, 404, 409, 412. */
export const deliver = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { answer }: { answer: string },
): Promise<RequestStored> => {
  await requireSeen(tx, actor, "auditRequest", id);
  const row = await transition(tx, actor, requestNoun, {
    ...{ id, version, action: "deliver" },
    effect: async () => {
      await updateRow(tx, assuranceRequestWords, id, { answer });
      return { patch: { deliveredOn: businessDate(tx.scope) } };
    },
  });
  const { leadId } = await getRow(tx, assuranceAudit, row.auditId, "audit");
  tell(tx, row, [leadId], "was delivered");
  return keep(tx, actor, row);
};

/** Asks again for what is missing, by another day. 403, 404, 409, 412; 422 `due_over`. */
export const askAgain = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { again, dueOn }: { again: string; dueOn: Day },
): Promise<RequestStored> => {
  await requireSeen(tx, actor, "auditRequest", id);
  refusePast(tx, dueOn);
  const row = await transition(tx, actor, requestNoun, {
    ...{ id, version, action: "askAgain" },
    effect: async (before) => {
      await updateRow(tx, assuranceRequestWords, id, { again });
      return { patch: { dueOn, deliveredOn: null, asked: before.asked + 1 } };
    },
  });
  tell(tx, row, [row.ownerId], "is asked again");
  return keep(tx, actor, row);
};

/** The auditors need nothing more. 403, 404, 409, 412. */
export const settle = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<RequestStored> => {
  await requireSeen(tx, actor, "auditRequest", id);
  return keep(
    tx,
    actor,
    await transition(tx, actor, requestNoun, { id, version, action: "settle" }),
  );
};

/** A request with its words. 404 for whom it is not. */
export const readRequest = async (db: Db, actor: Actor, id: string): Promise<RequestDetail> => {
  const row = await getRow(db, assuranceRequest, id, "request");
  const mine = row.ownerId === actor.personId || (await onTeam(db, actor.personId, row.auditId));
  const [audit, words, { team }] = await Promise.all([
    getRow(db, assuranceAudit, row.auditId, "audit"),
    db.maybe<Pick<RequestDetail, "item" | "answer" | "again">>(sql`
      select item, answer, again
      from assurance_request_words
      where org_id = ${db.scope.orgId} and id = ${id}
    `),
    procedureFacts(db, row.auditId),
  ]);
  if (!words || (!mine && !audit.issuedOn)) throw notFound("request");
  const { number, auditId, ownerName, dueOn, asked, deliveredOn, version } = row;
  return {
    ...{ id, number, auditId, ownerName, dueOn, asked, deliveredOn, version, ...words },
    status: row.status as RequestDetail["status"],
    late: row.status === "asked" && dueOn < businessDate(db.scope),
    audit: audit.number,
    actions: await actionsAsked(db, actor, requestNoun, { ...row, team }),
  };
};
