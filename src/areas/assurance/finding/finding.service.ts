import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { membersNamed, notify } from "#areas/organization/organization.server.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { findRow, getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsAsked, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { editRefusal } from "#kernel/lifecycle.ts";
import type { z } from "zod";
import { assuranceAudit, assuranceFinding } from "../assurance.tables.ts";
import { requireTeam } from "../audit/team.service.ts";
import { exportedList } from "#server/http/exported.ts";
import { takeOver } from "./taken.service.ts";
import { findingCycle, isRecordSource } from "./finding.labels.ts";
import type {
  acceptInput,
  FindingDetail,
  FindingInput,
  Recount,
  Response,
  Schedule,
} from "./finding.model.ts";
import { findingFacts, findingNoun, writesFinding, type FindingStored } from "./finding.noun.ts";

const columnsOf = async (tx: Tx, input: FindingInput) => {
  const { criteria, condition, cause, effect, recommendation, sourceId: _from, ...head } = input;
  const [member] = await membersNamed(tx, { ids: [input.responderId] });
  if (!member)
    throw invalidField("responderId", "Choose somebody of the agency.", "responder_unknown");
  if (head.repeatsId && !(await findRow(tx, assuranceFinding, head.repeatsId)))
    throw invalidField("repeatsId", "Choose a finding that you read.", "repeats_unknown");
  const sum = (of: "known" | "likely") => head.questioned.reduce((all, q) => all + q[of], 0);
  return {
    ...head,
    words: { criteria, condition, cause, effect, recommendation },
    ...{ responderName: member.name, knownCents: sum("known"), likelyCents: sum("likely") },
  };
};

const requireWritable = async (tx: Tx, actor: Actor, { auditId, responderId }: FindingInput) => {
  if (!auditId) return;
  await requireTeam(tx, actor, auditId);
  const { status } = await getRow(tx, assuranceAudit, auditId, "audit");
  if (!["fieldwork", "draft"].includes(status))
    throw conflict("rule", "Findings are written in fieldwork and in the draft report.");
  const team = await tx.maybe(sql`
    select 1 as member
    from assurance_member
    where org_id = ${tx.scope.orgId} and audit_id = ${auditId} and person_id = ${responderId}
  `);
  if (team)
    throw invalidField("responderId", "Whoever audits does not answer for it.", "responder_audits");
};

/**
 * Writes a finding, of an audit, of another source, or taken over from a record that is one. 403
 * `not_on_team`; 404; 409 once its audit was handed over, or `already_taken`; 422 `responder_unknown`,
 * `responder_audits`, `repeats_unknown`, `source_missing`, `source_unasked`.
 */
export const writeFinding = async (
  tx: Tx,
  actor: Actor,
  input: FindingInput,
): Promise<FindingStored> => {
  await requireWritable(tx, actor, input);
  const { from, ...taken } = (await takeOver(tx, actor, input)) ?? { from: null };
  const row = await create(tx, actor, findingNoun, {
    number: { kind: "AF" },
    ...(from && { from: [from] }),
    row: {
      ...(await columnsOf(tx, input)),
      ...taken,
      ...{ id: newId(), orgId: tx.scope.orgId!, authorId: actor.personId! },
      openedOn: businessDate(tx.scope),
    },
  });
  // Of an audit nobody hears before the draft is handed over.
  if (!row.auditId)
    notify(tx, [row.responderId], {
      kind: "assurance",
      title: `${row.number} waits for your response`,
      link: `/admin/audits/findings/${row.id}`,
    });
  return row;
};

// Where it comes from stays, where that is a record of its own.
const requireSameSource = (before: FindingStored, { source }: FindingInput): void => {
  const bound = [before.source, source].some(isRecordSource);
  if (bound && before.source !== source)
    throw invalidField("source", "Its source stays as it was taken over.", "source_stays");
};

/** Changes a finding before it is handed over. 403, 404, 409, 412; 422 as writing, or `source_stays`. */
export const changeFinding = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: FindingInput,
  version: number | null,
): Promise<FindingStored> =>
  change(tx, actor, findingNoun, {
    ...{ id, version },
    effect: async (before) => {
      await requireWritable(tx, actor, input);
      requireSameSource(before, input);
      return { patch: await columnsOf(tx, input) };
    },
  });

const empty: Response = {
  ...{ views: "", contact: "", action: "", completeOn: null, disagrees: "", upheld: "" },
};

const tellAuthor = (tx: Tx, row: FindingStored, what: string) =>
  notify(tx, [row.authorId], {
    kind: "assurance",
    title: `${row.number} ${what}`,
    link: `/admin/audits/findings/${row.id}`,
  });

/**
 * Accepts a finding with a plan, as whoever answers for it; or gives the plan of one that was upheld
 * against them. 403, 404, 409, 412.
 */
export const answerFinding = async (
  tx: Tx,
  actor: Actor,
  action: "accept" | "plan",
  { id, version }: StepAt,
  plan: z.output<typeof acceptInput>,
): Promise<FindingStored> => {
  const row = await transition(tx, actor, findingNoun, {
    ...{ id, version, action },
    effect: async (before) => ({
      patch: {
        response: { ...empty, ...before.response, ...plan },
        respondedOn: businessDate(tx.scope),
      },
    }),
  });
  tellAuthor(tx, row, action === "plan" ? "has its plan" : "is accepted");
  return row;
};

/** Disputes a finding, with why. 403, 404, 409, 412. */
export const disputeFinding = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { disagrees }: { disagrees: string },
): Promise<FindingStored> => {
  const row = await transition(tx, actor, findingNoun, {
    ...{ id, version, action: "dispute" },
    effect: async () => ({
      patch: { response: { ...empty, disagrees }, respondedOn: businessDate(tx.scope) },
    }),
  });
  tellAuthor(tx, row, "is disputed");
  return row;
};

/** Upholds what was disputed: it stands, with the auditors' answer. 403, 404, 409, 412. */
export const upholdFinding = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<FindingStored> =>
  transition(tx, actor, findingNoun, {
    ...{ id, version, reason, action: "uphold" },
    effect: async (before) => ({
      patch: { response: { ...empty, ...before.response, upheld: reason ?? "" } },
    }),
  });

/** Takes a finding back, or closes one that is verified. 403, 404, 409, 412. */
export const endFinding = (
  tx: Tx,
  actor: Actor,
  action: "withdraw" | "close",
  { id, version, reason }: TakenStep,
): Promise<FindingStored> =>
  transition(tx, actor, findingNoun, {
    ...{ id, version, reason, action },
    effect: async () => ({ patch: { closedOn: businessDate(tx.scope) } }),
  });

/** Says where the same is counted anew. 403 `not_on_team`; 404, 412; 422 `list_unknown`, `since_unknown`. */
export const setRecount = (
  tx: Tx,
  actor: Actor,
  id: string,
  recount: Recount,
  version: number | null,
): Promise<FindingStored> => {
  const found = exportedList(recount.list);
  if (!found || !actor.permissions.has(found.permission))
    throw invalidField("list", "Choose a list that you read.", "list_unknown");
  if (found.list.filters[recount.since]?.kind !== "range")
    throw invalidField("since", "Choose a day of this list.", "since_unknown");
  return noted(tx, actor, id, version, "recount", { recount });
};

/** Says how a finding of a former year stands. 403, 404, 412. */
export const setSchedule = (
  tx: Tx,
  actor: Actor,
  id: string,
  schedule: Schedule,
  version: number | null,
): Promise<FindingStored> => noted(tx, actor, id, version, "schedule", { schedule });

const noted = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  action: string,
  patch: Partial<FindingStored>,
): Promise<FindingStored> => {
  const { cycle: _cycle, load: _load, ...noun } = findingNoun;
  return change(
    tx,
    actor,
    { ...noun, called: "finding" },
    {
      ...{ id, version, action, patch },
      effect: async (row) => {
        const writes = action === "schedule" && row.responderId === actor.personId;
        if (!writes && !(await writesFinding(tx, actor.personId, row)))
          throw conflict("rule", "Only its auditors write this.");
      },
    },
  );
};

const canEdit = (
  actor: Actor,
  row: FindingStored,
  facts: Awaited<ReturnType<typeof findingFacts>>,
) => editRefusal(findingCycle.edit!, { ...row, audit: null, ...facts }, actor) === null;

/** A finding with its response. 404 for whom it is not. */
export const readFinding = async (db: Db, actor: Actor, id: string): Promise<FindingDetail> => {
  const row = await getRow(db, assuranceFinding, id, "finding");
  const [audit, repeats, facts, mine] = await Promise.all([
    row.auditId ? findRow(db, assuranceAudit, row.auditId) : null,
    row.repeatsId ? findRow(db, assuranceFinding, row.repeatsId) : null,
    findingFacts(db, row),
    writesFinding(db, actor.personId, row),
  ]);
  const {
    words,
    orgId: _org,
    createdAt: _created,
    updatedAt: _updated,
    authorId: _author,
    ...shown
  } = row;
  return {
    ...(shown as Omit<FindingDetail, keyof typeof words | "audit" | "repeats">),
    ...words,
    ...{ audit: audit?.number ?? null, repeats: repeats?.number ?? null, mine },
    canEdit: canEdit(actor, row, facts),
    actions: await actionsAsked(db, actor, findingNoun, { ...row, audit: null, ...facts }),
  };
};
