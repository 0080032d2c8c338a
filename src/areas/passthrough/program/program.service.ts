import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { change } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { requireAward } from "#areas/grants/grants.server.ts";
import { grantProgram, programCriterion } from "../passthrough.tables.ts";
import { openedScores, frozenSheet, reviewersOf } from "../review/sheet.service.ts";
import { tellApplicants } from "./notice.service.ts";
import { phaseOn } from "./program.labels.ts";
import type { ProgramInput, ProgramPatch } from "./program.model.ts";
import { programNoun, type ProgramRecord } from "./program.noun.ts";

const checkDays = (p: Pick<ProgramInput, "opensOn" | "closesOn" | "startsOn" | "endsOn">): void => {
  if (p.closesOn && p.closesOn < p.opensOn)
    throw invalidField("closesOn", "It closes before it opens.");
  if (p.endsOn < p.startsOn) throw invalidField("endsOn", "The last day comes before the first.");
};
const checkMoney = (p: Pick<ProgramInput, "total" | "least" | "most">): void => {
  if (p.most && p.most > p.total)
    throw invalidField("most", "One award cannot be more than there is in all.");
  if (p.least && p.most && p.least > p.most)
    throw invalidField("least", "The least is more than the most.");
};

const storeCriteria = async (tx: Tx, programId: string, criteria: ProgramInput["criteria"]) => {
  await tx.rows(sql`
    delete from program_criterion
    where org_id = ${tx.scope.orgId} and program_id = ${programId}
  `);
  if (criteria.length)
    await insertRows(
      tx,
      programCriterion,
      criteria.map((c, i) => ({
        ...c,
        orgId: tx.scope.orgId!,
        id: newId(),
        programId,
        place: i + 1,
      })),
    );
};

/** Drafts a grant program of the agency's own. Amounts in cents. */
export const createProgram = async (
  tx: Tx,
  actor: Actor,
  { criteria, ...input }: ProgramInput,
): Promise<ProgramRecord> => {
  checkDays(input);
  checkMoney(input);
  if (input.awardId) await requireAward(tx, input.awardId);
  const year = await fiscalYearOf(tx, businessDate(tx.scope), "opensOn");
  const id = newId();
  return create(tx, actor, programNoun, {
    number: { kind: "GPR", year: year.year },
    row: {
      ...input,
      orgId: actor.orgId!,
      id,
      ownerId: actor.personId,
      createdBy: actor.personId,
    },
    content: { criteria },
    from: input.awardId ? [{ type: "grantAward", id: input.awardId }] : [],
    store: () => storeCriteria(tx, id, criteria),
  });
};

/** Corrects a draft; what is published stays as applicants read it. */
export const changeProgram = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { criteria, ...patch }: ProgramPatch,
  version: number | null,
): Promise<ProgramRecord> => {
  return change(tx, actor, programNoun, {
    id,
    version,
    action: "edit",
    unless: (before) =>
      before.status !== "draft"
        ? "A published program is not changed. Withdraw it and publish another."
        : null,
    effect: async (before) => {
      checkDays({ ...before, ...patch });
      checkMoney({ ...before, ...patch });
      if (patch.awardId) await requireAward(tx, patch.awardId);
      if (criteria) await storeCriteria(tx, id, criteria);
      return { patch, content: { ...(criteria && { criteria }) } };
    },
  });
};

const requirePublishable = async (tx: Tx, p: ProgramRecord): Promise<void> => {
  const { weights } = await tx.one<{ weights: number }>(sql`
    select coalesce(sum(weight), 0)::int as weights
    from program_criterion
    where org_id = ${p.orgId} and program_id = ${p.id}
  `);
  if (weights !== 100)
    throw conflict("rule", `The weights of the criteria come to ${weights}; they come to 100.`);
  if (!p.awardId) return;
  const w = await requireAward(tx, p.awardId);
  if (p.startsOn < w.periodFrom || p.endsOn > w.periodTo)
    throw conflict("rule", `The money of ${w.number} is not there on all days of this program.`);
};

const requireClosed = (p: ProgramRecord, today: string): void => {
  if (p.closesOn && today <= p.closesOn)
    throw conflict("rule", "Applications are taken until the end of the closing day.");
};

const tellReviewers = async (tx: Tx, actor: Actor, p: ProgramRecord) =>
  notify(
    tx,
    (await reviewersOf(tx, p.id)).map((r) => r.personId).filter((id) => id !== actor.personId),
    {
      kind: "grantProgram",
      title: `${p.number} is ready to be scored`,
      body: `${p.title}: declare your interests, then score each application.`,
      link: `/grant-management/programs/${p.id}`,
    },
  );

const rejectDrafts = (tx: Tx, programId: string) =>
  tx.rows(sql`
    update program_application
    set
      status = 'withdrawn', status_reason = 'It was not sent before the program closed.',
      version = version + 1
    where org_id = ${tx.scope.orgId} and program_id = ${programId} and status = 'draft'
  `);

const publish = (tx: Tx, actor: Actor, at: TakenStep) =>
  transition(tx, actor, programNoun, {
    ...at,
    action: "publish",
    effect: async (p) => {
      await requirePublishable(tx, p);
      return { patch: { publishedAt: businessNow(tx.scope).toISOString() } };
    },
  });

const score = (tx: Tx, actor: Actor, at: TakenStep) =>
  transition(tx, actor, programNoun, {
    ...at,
    action: "score",
    effect: async (p) => {
      requireClosed(p, businessDate(tx.scope));
      await rejectDrafts(tx, p.id);
      await tellReviewers(tx, actor, p);
    },
  });

const reveal = (tx: Tx, actor: Actor, at: TakenStep) =>
  transition(tx, actor, programNoun, {
    ...at,
    action: "reveal",
    effect: async (p) => {
      await openedScores(tx, p);
    },
  });

const freeze = (tx: Tx, actor: Actor, at: TakenStep) =>
  transition(tx, actor, programNoun, {
    ...at,
    action: "freeze",
    effect: async (p) => ({
      patch: {
        ...(await frozenSheet(tx, p)),
        frozenAt: businessNow(tx.scope).toISOString(),
        frozenBy: actor.personId,
        decidedOn: businessDate(tx.scope),
      },
    }),
  });

const tell = (tx: Tx, actor: Actor, at: TakenStep) =>
  transition(tx, actor, programNoun, {
    ...at,
    action: "tell",
    effect: async (p) => {
      // Each applicant was told by a letter of its own before notices went out together.
      if (p.toldAt) return { note: "The applicants were told when each was decided." };
      await tellApplicants(tx, p);
      return { patch: { toldAt: businessNow(tx.scope).toISOString() } };
    },
  });

const withdraw = (tx: Tx, actor: Actor, at: TakenStep) =>
  transition(tx, actor, programNoun, {
    ...at,
    action: "withdraw",
    effect: async () => ({ patch: { statusReason: at.reason } }),
  });

/** The steps of a program: published, scored under seal, revealed, frozen, told; or withdrawn. 409. */
export const programSteps = { publish, score, reveal, freeze, tell, withdraw };

/** The program, 404; 409 when it does not take applications on a day, today where none is said. */
export const requireOpen = async (
  tx: Tx,
  id: string,
  day: Day = businessDate(tx.scope),
): Promise<ProgramRecord> => {
  const p = await getRow(tx, grantProgram, id, "grant program");
  const phase = phaseOn(p, day);
  if (p.status !== "open") throw conflict("closed", "This program takes no applications.");
  if (phase === "forecasted")
    throw conflict("closed", "This program does not take applications yet.");
  if (phase === "closed") throw conflict("closed", "The closing day of this program is over.");
  return p;
};
