import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow, databaseNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertNumbered, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { keepOrigin } from "#server/origin/origin.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { kindCodes } from "./solicitation.labels.ts";
import type { Kind } from "./solicitation.model.ts";
import type { SolicitationChange, SolicitationInput } from "./solicitation.fields.model.ts";
import {
  buyersOf,
  moveSolicitation,
  type LoadedSolicitation,
  type SolicitationRecord,
} from "./solicitation.noun.ts";
import { solicitation } from "./solicitation.tables.ts";
import { criteriaDigest, writeClauses, writeParts } from "./parts.service.ts";
import { holdForOutage } from "../outage/outage.service.ts";
import { tellSolicitation } from "./publication.service.ts";

const formal = (kind: Kind) => kind === "itb" || kind === "rfp";

/**
 * The head's columns of what a buyer entered. Formal bids are always sealed; only a proposal can
 * have two envelopes.
 */
const headOf = (kind: Kind, input: SolicitationChange) => {
  const { lots: _l, items: _i, criteria: _c, requirements: _r, documents: _d, ...head } = input;
  return {
    ...head,
    protection: formal(kind) ? ("sealed" as const) : (input.protection ?? ("held" as const)),
    envelopes: kind === "rfp" ? input.envelopes : 1,
    priceFormula:
      kind === "itb"
        ? ("lowest" as const)
        : (input.priceFormula ??
          (kind === "rfp" ? ("proportional" as const) : ("lowest" as const))),
    questionsUntil: input.questionsUntil ?? null,
    dueAt: input.dueAt ?? null,
    prebidAt: input.prebidAt ?? null,
    bidBondPercent: input.bidBondPercent ?? null,
    performanceBondPercent: input.performanceBondPercent ?? null,
    paymentBondPercent: input.paymentBondPercent ?? null,
    localPreferencePercent: input.localPreferencePercent ?? null,
    estimateCents: input.estimateCents ?? null,
    estimateOn: input.estimateOn ?? null,
    contactEmail: input.contactEmail ?? null,
  };
};

const partsSummary = (input: SolicitationChange) => ({
  lots: input.lots.length,
  items: input.items.length,
  criteria: input.criteria.map((c) => `${c.name} ${c.weight}`),
  requirements: input.requirements.length,
  documents: input.documents.map((d) => d.title),
});

// It is made from the requisitions whose lines it asks prices for.
const keepRequisitions = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const asked = await tx.rows<{ id: string }>(sql`
    select distinct l.requisition_id as id
    from solicitation_item i
    join requisition_line l on l.org_id = i.org_id and l.id = i.requisition_line_id
    where i.org_id = ${tx.scope.orgId} and i.solicitation_id = ${id}
  `);
  const from = asked.map((one) => ({ type: "requisition", id: one.id }));
  keepOrigin(tx, actor, { type: "solicitation", id }, from, { only: ["requisition"] });
};

/**
 * Drafts a solicitation for the actor as its buyer. 422 with the field's path for a file,
 * requisition line or lot that does not exist.
 */
export const createSolicitation = async (
  tx: Tx,
  actor: Actor,
  input: SolicitationInput,
): Promise<SolicitationRecord> => {
  const orgId = actor.orgId!;
  const id = newId();
  const { kind, templateKey, ...change } = input;
  const head = headOf(kind, change);
  const year = await fiscalYearOf(tx, businessDate(tx.scope));
  const row = await insertNumbered(tx, solicitation, kindCodes[kind], year.year, {
    ...head,
    orgId,
    id,
    kind,
    templateKey: templateKey ?? null,
    buyerId: actor.personId,
    fiscalYearId: year.id,
    estimateBy: head.estimateCents === null ? null : actor.personId,
    contactName: head.contactName || actor.name,
    contactEmail: head.contactEmail ?? (actor.email || null),
  });
  await writeParts(tx, actor, { orgId, id }, change);
  await keepRequisitions(tx, actor, id);
  await writeClauses(tx, orgId, id, row);
  note(tx, actor, "solicitation", id, {
    number: row.number,
    action: "create",
    after: { ...row, ...partsSummary(change) },
  });
  return row;
};

/**
 * Changes a draft; parts are replaced as a whole. Once it is in review or published it changes by a
 * return or an addendum only. 409, 412, 422.
 */
export const changeSolicitation = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: SolicitationChange,
  version: number | null,
): Promise<SolicitationRecord> => {
  const before = await lockRow(tx, solicitation, id, "solicitation");
  requireVersion(before.version, version);
  if (before.status !== "draft")
    throw conflict(
      "not_in_this_status",
      before.status === "review"
        ? "It is in review. Have it returned before you change it."
        : "It is published. Change it with an addendum.",
    );
  const head = headOf(before.kind, input);
  const estimated = head.estimateCents !== before.estimateCents;
  const after = await updateRow(tx, solicitation, id, {
    ...head,
    ...(estimated && { estimateBy: head.estimateCents === null ? null : actor.personId }),
  });
  await writeParts(tx, actor, after, input);
  await keepRequisitions(tx, actor, id);
  await writeClauses(tx, actor.orgId!, id, after);
  note(tx, actor, "solicitation", before, {
    action: "change",
    before,
    after: { ...after, ...partsSummary(input) },
  });
  return after;
};

/** Leaves a clause out, or takes it back in with an empty reason; before publication only. */
export const leaveClauseOut = async (
  tx: Tx,
  actor: Actor,
  id: string,
  clauseId: string,
  reason: string | null,
): Promise<SolicitationRecord> => {
  const row = await lockRow(tx, solicitation, id, "solicitation");
  if (row.status !== "draft")
    throw conflict("not_in_this_status", "Clauses are chosen while it is a draft.");
  const clause = await tx.maybe<{ title: string }>(sql`
    update solicitation_clause
    set left_out = ${reason?.trim() || null}
    where org_id = ${actor.orgId} and solicitation_id = ${id} and id = ${clauseId}
    returning title
  `);
  if (!clause) throw notFound("clause");
  note(tx, actor, "solicitation", row, {
    action: "clause",
    after: { clause: clause.title, leftOut: reason?.trim() || null },
    note: reason,
    event: null,
  });
  return updateRow(tx, solicitation, id, {});
};

/** Sends a formal solicitation to its approver. 409 names the first thing that is missing. */
export const submitSolicitation = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<SolicitationRecord> =>
  moveSolicitation(tx, actor, id, "submit", {
    version,
    effect: async (row) => {
      const managers = await tx.rows<{ personId: string }>(sql`
        select distinct on (r.person_id) r.person_id, r.role
        from user_role r
        join organization_member m on m.org_id = r.org_id and m.person_id = r.person_id and m.active
        where r.org_id = ${tx.scope.orgId}
          and r.role in ('manager', 'admin')
          and (r.expires_at is null or r.expires_at > clock_timestamp())
          and r.person_id is distinct from ${actor.personId}
        order by r.person_id, r.granted_at desc
        limit 20
      `);
      notify(
        tx,
        managers.map((m) => m.personId),
        {
          kind: "solicitation",
          title: `${row.number} waits for your approval`,
          body: row.title,
          link: `/rfq-builder/${id}`,
        },
      );
      return { patch: { approvedAt: null, approvedBy: null } };
    },
  });

/** Approves what somebody else prepared; its buyer may then publish it. */
export const approveSolicitation = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<SolicitationRecord> =>
  moveSolicitation(tx, actor, id, "approve", {
    version,
    effect: async (row) => {
      if (row.buyerId)
        notify(tx, [row.buyerId], {
          kind: "solicitation",
          title: `${row.number} is approved`,
          body: "You may publish it.",
          link: `/rfq-builder/${id}`,
        });
      return {
        patch: { approvedAt: businessNow(tx.scope).toISOString(), approvedBy: actor.personId },
      };
    },
  });

/** Returns it to its buyer with a reason. */
export const returnSolicitation = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<SolicitationRecord> =>
  moveSolicitation(tx, actor, id, "return", {
    version,
    reason,
    effect: async (row) => {
      if (row.buyerId)
        notify(tx, [row.buyerId], {
          kind: "solicitation",
          title: `${row.number} came back`,
          body: reason ?? "",
          link: `/rfq-builder/${id}`,
        });
      return { patch: { approvedAt: null, approvedBy: null } };
    },
  });

/**
 * Publishes it: criteria and weights freeze under their digest, the process gets its
 * open-contracting id, the listed vendors are invited, and whoever
 * listens hears of it, all in one transaction. 409 with the first thing that stands against it.
 */
export const publishSolicitation = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<SolicitationRecord> => {
  const row = await moveSolicitation(tx, actor, id, "publish", {
    version,
    effect: async (record) => ({
      patch: {
        publishedAt: (await databaseNow(tx)).toISOString(),
        publishedBy: actor.personId,
        ocid: `levee-${record.id}`,
        criteriaDigest: await criteriaDigest(tx, record),
      },
    }),
  });
  await tellSolicitation(tx, actor, row, "published");
  return row;
};

const ends = { cancel: "cancelled", noAward: "noAward" } as const;

/**
 * Ends it without an award; everybody who was told of it is told that too. What was never published
 * ends quietly.
 */
export const endSolicitation = async (
  tx: Tx,
  actor: Actor,
  action: keyof typeof ends,
  { id, version, reason }: TakenStep,
): Promise<SolicitationRecord> => {
  const row = await moveSolicitation(tx, actor, id, action, {
    version,
    reason,
    effect: async () => ({ patch: { endedReason: reason?.trim() ?? null } }),
  });
  if (row.publishedAt) await tellSolicitation(tx, actor, row, ends[action]);
  return row;
};

/** Ends a request for information: its responses were read; `archive` puts it away. */
export const reviewSolicitation = (
  tx: Tx,
  actor: Actor,
  action: "review" | "archive",
  { id, version }: StepAt,
): Promise<SolicitationRecord> => moveSolicitation(tx, actor, id, action, { version });

const system = (actor: Actor): Actor => ({ ...actor, kind: "system" });

/**
 * Closes the questions of a solicitation whose time has come; false when somebody else did it
 * first.
 */
export const closeQuestions = async (tx: Tx, actor: Actor, id: string): Promise<boolean> => {
  const row = await lockRow(tx, solicitation, id, "solicitation");
  if (
    row.status !== "published" ||
    !row.questionsUntil ||
    new Date(row.questionsUntil) > (await databaseNow(tx))
  )
    return false;
  await moveSolicitation(tx, system(actor), id, "closeQuestions");
  return true;
};

/**
 * Closes a solicitation whose deadline has passed, and tells its buyer; false when there is nothing
 * to close. Says nothing of how many answered. Where nobody could reach Levee before the deadline,
 * its opening waits for an officer.
 */
export const closeSolicitation = async (tx: Tx, actor: Actor, id: string): Promise<boolean> => {
  const row = await lockRow(tx, solicitation, id, "solicitation");
  if (
    (row.status !== "published" && row.status !== "questions_closed") ||
    !row.dueAt ||
    new Date(row.dueAt) > (await databaseNow(tx))
  )
    return false;
  const after = await moveSolicitation(tx, system(actor), id, "close", {
    effect: async () => ({ patch: { closedAt: (await databaseNow(tx)).toISOString() } }),
  });
  if (!(await holdForOutage(tx, after)))
    notify(tx, await buyersOf(tx, row), {
      kind: "solicitation",
      title: `${row.number} is closed`,
      body:
        row.protection === "sealed"
          ? "Two opening officers can open it now."
          : "Its answers can be opened now.",
      link: `/rfq-builder/${id}`,
    });
  await tellSolicitation(tx, actor, after, "closed");
  return true;
};

/**
 * Refuses what needs a published solicitation whose deadline lies ahead, by the clock of the
 * transaction.
 */
export const requireOpen = (row: Pick<LoadedSolicitation, "status" | "dueAt">, now: Date): void => {
  if (
    (row.status !== "published" && row.status !== "questions_closed") ||
    !row.dueAt ||
    new Date(row.dueAt) <= now
  )
    throw conflict("not_open", "This solicitation is not open any more.");
};

/** 422 with the path `dueAt` for a deadline before the one promised. */
export const refuseEarlier = (before: string, after: string): void => {
  if (new Date(after) < new Date(before))
    throw invalidField("dueAt", "A deadline that was published can only move later.");
};
