import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, updateRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor, requireSeen, transition, type TakenStep } from "#server/lifecycle.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { vendorFacts } from "#areas/vendors/vendors.server.ts";
import { grantProgram, programApplication, type BudgetShare } from "../passthrough.tables.ts";
import { requireOpen } from "../program/program.service.ts";
import type { ProgramRecord } from "../program/program.noun.ts";
import { reviewersOf } from "../review/sheet.service.ts";
import { programApplicationList } from "./application.list.ts";
import type { ApplicationDetail, ApplicationInput } from "./application.model.ts";
import { tellApplicant } from "./told.service.ts";
import { programApplicationNoun, type ProgramApplicationRecord } from "./application.noun.ts";

const askedOf = (input: Pick<ApplicationInput, "budget" | "match">): number =>
  input.budget.reduce((n, b) => n + b.cents, 0) - input.match;

/** What an application must have to be sent, in the words of the program. 422 at its field. */
const requireSendable = (p: ProgramRecord, a: ProgramApplicationRecord): void => {
  if (a.narrative.length < 20)
    throw invalidField("narrative", "Describe the project in at least 20 letters.");
  if (a.requested <= 0)
    throw invalidField("budget", "The budget must be more than the match that you bring.");
  if (p.most && a.requested > p.most)
    throw invalidField("budget", `One applicant gets ${formatCents(p.most)} at the most.`);
  if (p.least && a.requested < p.least)
    throw invalidField("budget", `Nothing below ${formatCents(p.least)} is given.`);
  if (a.match * 100 < a.requested * p.matchPercent)
    throw invalidField("match", `A match of ${p.matchPercent} percent of what you ask for is due.`);
  if (a.startsOn < p.startsOn || a.endsOn > p.endsOn)
    throw invalidField("startsOn", "The money of this program is not there on all these days.");
};

type Draft = {
  programId: string;
  vendorId: string;
  source: "portal" | "staff";
  /** Of one on paper: its day, which decides whether it is in time, and who took it. */
  received?: { on: Day | null; by: string };
};

// A paper counts from its day: in time though it is typed in later, too late though nobody closed.
const receivedFor = async (tx: Tx, { programId, source, received }: Draft) => {
  const today = businessDate(tx.scope);
  const on = source === "staff" ? (received?.on ?? today) : null;
  if (on === null) return { p: await requireOpen(tx, programId), on, by: "" };
  if (on > today) throw invalidField("receivedOn", "This day has not come yet.");
  const { number, closesOn } = await getRow(tx, grantProgram, programId, "grant program");
  if (closesOn && on > closesOn)
    throw invalidField(
      "receivedOn",
      `${number} closed on ${formatDate(closesOn)}; what was received on ${formatDate(on)} came too late.`,
      "received_late",
    );
  return { p: await requireOpen(tx, programId, on), on, by: received?.by ?? "" };
};

/** Begins an application of one vendor; one that is not withdrawn per program. 409 for a second. */
export const beginApplication = async (
  tx: Tx,
  actor: Actor,
  input: ApplicationInput,
  draft: Draft,
): Promise<ProgramApplicationRecord> => {
  const { programId, vendorId, source } = draft;
  const { p, on, by } = await receivedFor(tx, draft);
  if (input.endsOn < input.startsOn)
    throw invalidField("endsOn", "The last day comes before the first.");
  const before = await tx.maybe<{ number: string }>(sql`
    select number
    from program_application
    where org_id = ${p.orgId}
      and program_id = ${programId}
      and vendor_id = ${vendorId}
      and status <> 'withdrawn'
  `);
  if (before) throw conflict("once", `${before.number} is this applicant's application already.`);
  const year = await fiscalYearOf(tx, businessDate(tx.scope));
  const sent = source === "staff";
  const row = {
    ...input,
    requested: askedOf(input),
    orgId: p.orgId,
    id: newId(),
    programId,
    vendorId,
    source,
    createdBy: actor.personId,
    status: sent ? ("submitted" as const) : ("draft" as const),
    submittedAt: sent ? businessNow(tx.scope).toISOString() : null,
    receivedOn: on,
    receivedBy: by,
  };
  if (row.requested < 0) throw invalidField("match", "The match is more than the budget.");
  if (sent) requireSendable(p, row as unknown as ProgramApplicationRecord);
  const made = await create(tx, actor, programApplicationNoun, {
    number: { kind: "GAP", year: year.year },
    row,
    from: [{ type: "grantProgram", id: programId }],
  });
  if (sent) await tellApplicant(tx, made, p, "received", null);
  return made;
};

/** Corrects a draft as its applicant. */
export const changeApplication = async (
  tx: Tx,
  actor: Actor,
  before: ProgramApplicationRecord,
  input: ApplicationInput,
  version: number | null,
): Promise<ProgramApplicationRecord> => {
  requireVersion(before.version, version);
  await requireOpen(tx, before.programId);
  if (before.status !== "draft") throw conflict("rule", "It was sent and stays as it is.");
  if (input.endsOn < input.startsOn)
    throw invalidField("endsOn", "The last day comes before the first.");
  const requested = askedOf(input);
  if (requested < 0) throw invalidField("match", "The match is more than the budget.");
  const after = await updateRow(tx, programApplication, before.id, { ...input, requested });
  note(tx, actor, "programApplication", before, { action: "edit", before, after, event: null });
  return after;
};

/**
 * What an applicant may learn of a selection it learns by the notice: until then its own step is
 * refused in the same words, whatever was decided. 409.
 */
export const requireNotBeingSelected = async (
  tx: Tx,
  a: Pick<ProgramApplicationRecord, "programId">,
): Promise<void> => {
  const p = await lockProgram(tx, a.programId);
  if (p.status === "decided")
    throw conflict(
      "being_selected",
      `The applications to ${p.number} are being selected from. Ask the agency to take yours out.`,
    );
};

const requireDecider = async (tx: Tx, actor: Actor, p: ProgramRecord): Promise<void> => {
  if (p.status !== "decided")
    throw conflict("rule", "Applications are selected from the frozen sheet.");
  if ((await reviewersOf(tx, p.id)).some((r) => r.personId === actor.personId))
    throw notAllowed("You reviewed this program, so somebody else selects.", "own_review");
};

const requireMoney = async (tx: Tx, p: ProgramRecord, a: ProgramApplicationRecord) => {
  const { given } = await tx.one<{ given: number }>(sql`
    select coalesce(sum(requested), 0)::bigint as given
    from program_application
    where org_id = ${p.orgId} and program_id = ${p.id} and status = 'selected'
  `);
  if (given + a.requested > p.total)
    throw conflict(
      "rule",
      `${formatCents(p.total - given)} of ${p.number} are left; this asks for ${formatCents(a.requested)}.`,
    );
};

const lockProgram = (tx: Tx, id: string) =>
  tx.one<ProgramRecord>(sql`
    select *
    from grant_program
    where org_id = ${tx.scope.orgId} and id = ${id}
    for update
  `);

const saidWhy = ({ reason }: TakenStep) => (reason ? { statusReason: reason } : {});

const submit = (tx: Tx, actor: Actor, at: TakenStep) =>
  transition(tx, actor, programApplicationNoun, {
    ...at,
    action: "submit",
    effect: async (a) => {
      const p = await lockProgram(tx, a.programId);
      requireSendable(await requireOpen(tx, p.id), a);
      await tellApplicant(tx, a, p, "received", null);
      return { patch: { submittedAt: businessNow(tx.scope).toISOString() } };
    },
  });

const withdraw = (tx: Tx, actor: Actor, at: TakenStep) =>
  transition(tx, actor, programApplicationNoun, {
    ...at,
    action: "withdraw",
    effect: async (a) => {
      const p = await lockProgram(tx, a.programId);
      if (a.submittedAt) await tellApplicant(tx, a, p, "withdrawn", at.reason);
      return { patch: saidWhy(at) };
    },
  });

const refuse = (tx: Tx, actor: Actor, at: TakenStep) =>
  transition(tx, actor, programApplicationNoun, {
    ...at,
    action: "refuse",
    effect: async (a) => {
      const p = await lockProgram(tx, a.programId);
      if (p.status !== "open" && p.status !== "scoring")
        throw conflict("rule", "Eligibility is decided before the scores open.");
      await tellApplicant(tx, a, p, "refused", at.reason);
      return { patch: saidWhy(at) };
    },
  });

const select = (tx: Tx, actor: Actor, at: TakenStep) =>
  transition(tx, actor, programApplicationNoun, {
    ...at,
    action: "select",
    effect: async (a) => {
      const p = await lockProgram(tx, a.programId);
      await requireDecider(tx, actor, p);
      await requireMoney(tx, p, a);
      return { patch: saidWhy(at) };
    },
  });

const pass = (tx: Tx, actor: Actor, at: TakenStep) =>
  transition(tx, actor, programApplicationNoun, {
    ...at,
    action: "pass",
    effect: async (a) => {
      const p = await lockProgram(tx, a.programId);
      await requireDecider(tx, actor, p);
      return { patch: saidWhy(at) };
    },
  });

/** The steps of an application, behind the lock of its program. 403, 409. */
export const applicationSteps = { submit, withdraw, refuse, select, pass };

type Head = Omit<ApplicationDetail, "canSubaward" | "actions"> & { budget: BudgetShare[] };
/** An application that was sent. 404 for drafts, and for one that is not the actor's to read. */
export const readApplication = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<ApplicationDetail> => {
  const row = await db.maybe<Head>(
    bind(
      `
        select
          ${recordColumns(programApplicationList, {})}, p.title as "programTitle",
          v.id as "vendorId", v.screening_result as screening, a.narrative, a.budget,
          a.starts_on as "startsOn", a.ends_on as "endsOn", a.contact_name as "contactName",
          a.contact_email as "contactEmail", a.source, a.received_on as "receivedOn",
          a.received_by as "receivedBy", a.status_reason as "statusReason", s.id as "subawardId",
          s.number as subaward
        from ${programApplicationList.from}
        left join subaward s
          on s.org_id = a.org_id
          and s.application_id = a.id
          and s.status <> 'cancelled'
        where a.org_id = $1 and a.id = $2 and a.submitted_at is not null
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("application");
  await requireSeen(db, actor, "programApplication", id);
  const [stored, vendor, p] = await Promise.all([
    getRow(db, programApplication, id, "application"),
    vendorFacts(db, row.vendorId),
    getRow(db, grantProgram, row.programId, "grant program"),
  ]);
  return {
    ...row,
    screening: vendor?.screening ?? null,
    canSubaward:
      row.status === "selected" &&
      !row.subawardId &&
      p.toldAt !== null &&
      p.awardId !== null &&
      actor.permissions.has("subaward.edit"),
    actions: actionsFor(actor, programApplicationNoun, stored).filter(
      (each) => each.name !== "submit" && each.name !== "withdraw",
    ),
  };
};
