import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { hundredthsOf } from "#kernel/scoring.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { notify, peopleWhoMay } from "#areas/organization/organization.server.ts";
import { grantProgram, programReviewer } from "../passthrough.tables.ts";
import type { ProgramRecord } from "../program/program.noun.ts";
import type { consensusInput, declarationInput, scoresInput } from "./review.model.ts";
import {
  conflictsOf,
  reviewersOf,
  scoredApplications,
  sheetCriteria,
  type Seat,
} from "./sheet.service.ts";

type Done = { id: string; version: number };
const noted = (
  tx: Tx,
  actor: Actor,
  p: ProgramRecord,
  action: string,
  after: Record<string, unknown>,
): Done => {
  note(tx, actor, "grantProgram", p, { action, after });
  return { id: p.id, version: p.version };
};
const locked = (tx: Tx, id: string) => lockRow(tx, grantProgram, id, "grant program");

const ownSeat = async (tx: Tx, actor: Actor, p: ProgramRecord): Promise<Seat> => {
  const seat = (await reviewersOf(tx, p.id)).find((r) => r.personId === actor.personId);
  if (!seat) throw notAllowed("You do not review this program.", "not_inside");
  if (seat.recusedAt) throw notAllowed("You are recused from this program.", "not_inside");
  return seat;
};

/** Asks somebody with the duty to review; not whoever keeps the program. */
export const addReviewer = async (
  tx: Tx,
  actor: Actor,
  id: string,
  personId: string,
): Promise<Done> => {
  const p = await locked(tx, id);
  if (p.status !== "draft" && p.status !== "open" && p.status !== "scoring")
    throw conflict("rule", "The scores of this program are open: nobody joins any more.");
  if (personId === p.ownerId)
    throw invalidField("personId", "Whoever keeps the program does not score its applications.");
  if (!(await peopleWhoMay(tx, "grantProgram.review")).includes(personId))
    throw invalidField("personId", "Give this person the duty Program reviewer first.");
  if ((await reviewersOf(tx, id)).some((r) => r.personId === personId))
    throw invalidField("personId", "This person reviews the program already.");
  await insertRow(tx, programReviewer, { orgId: p.orgId, id: newId(), programId: id, personId });
  notify(
    tx,
    [personId].filter((each) => each !== actor.personId),
    {
      kind: "grantProgram",
      title: `You review ${p.number}`,
      body: `${p.title}: once it closes, declare your interests and score.`,
      link: `/grant-management/programs/${p.id}`,
    },
  );
  return noted(tx, actor, p, "addReviewer", { personId });
};

const recuseSeat = async (tx: Tx, actor: Actor, p: ProgramRecord, seat: Seat, reason: string) => {
  await updateRow(tx, programReviewer, seat.id, {
    recusedAt: businessNow(tx.scope).toISOString(),
    recusalReason: reason,
  });
  notify(
    tx,
    [p.ownerId].filter((each): each is string => each !== null && each !== actor.personId),
    {
      kind: "grantProgram",
      title: `${actor.name} is recused from ${p.number}`,
      body: "Two reviewers who are not recused have to score it.",
      link: `/grant-management/programs/${p.id}`,
    },
  );
};

const tellOfConflicts = (tx: Tx, actor: Actor, p: ProgramRecord, applicants: string[]): void =>
  notify(
    tx,
    [p.ownerId].filter((each): each is string => each !== null && each !== actor.personId),
    {
      kind: "grantProgram",
      title: `${actor.name} does not score ${applicants.join(", ")}`,
      body: `${p.number}: two reviewers without an interest in it have to score each application.`,
      link: `/grant-management/programs/${p.id}`,
    },
  );

// What was declared stays: nobody scores an application after all.
const requireKept = (seat: Seat, given: ReadonlyMap<string, { conflict: boolean }>): void => {
  const before = conflictsOf(seat).find(({ id }) => given.get(id)?.conflict === false);
  if (before)
    throw invalidField(
      `applications.${[...given.keys()].indexOf(before.id)}.conflict`,
      "You declared an interest in this applicant before. It stays.",
    );
};

/**
 * A reviewer's declaration for every applicant, before the first score, and again when an interest
 * comes to mind later; it takes the reviewer out of those applications alone, and out of the program
 * where it is all of them. 2 CFR 200.112.
 */
export const declareInterests = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { applications }: z.output<typeof declarationInput>,
): Promise<Done> => {
  const p = await locked(tx, id);
  if (p.status !== "scoring")
    throw conflict("rule", "Interests are declared once the applicants are known.");
  const seat = await ownSeat(tx, actor, p);
  const known = await scoredApplications(tx, id);
  const given = new Map(applications.map((a) => [a.applicationId, a]));
  const missing = known.find((a) => !given.has(a.id));
  if (missing) throw invalidField("applications", `Declare for ${missing.applicant} too.`);
  const bare = applications.findIndex((a) => a.conflict && a.note.length < 5);
  if (bare >= 0)
    throw invalidField(`applications.${bare}.note`, "Describe the conflict in a sentence.");
  requireKept(seat, given);
  await updateRow(tx, programReviewer, seat.id, {
    declaredAt: businessNow(tx.scope).toISOString(),
    declaration: applications,
  });
  const conflicts = known.filter((a) => given.get(a.id)?.conflict);
  const out = known.length > 0 && conflicts.length === known.length;
  if (out)
    await recuseSeat(tx, actor, p, seat, conflicts.map((a) => given.get(a.id)!.note).join("; "));
  else if (conflicts.length)
    tellOfConflicts(
      tx,
      actor,
      p,
      conflicts.map((a) => a.applicant),
    );
  return noted(tx, actor, p, out ? "recuse" : "declare", {
    person: actor.name,
    conflicts: conflicts.length,
  });
};

/** Steps out, until the sheet is frozen; the scores of a recused reviewer count nowhere. */
export const recuse = async (tx: Tx, actor: Actor, id: string, reason: string): Promise<Done> => {
  const p = await locked(tx, id);
  if (p.status !== "draft" && p.status !== "open" && p.status !== "scoring")
    throw conflict("rule", "The scores are open already.");
  await recuseSeat(tx, actor, p, await ownSeat(tx, actor, p), reason);
  return noted(tx, actor, p, "recuse", { person: actor.name });
};

const checkScores = async (
  tx: Tx,
  { id, seat }: { id: string; seat: Seat },
  scores: z.output<typeof scoresInput>["scores"],
) => {
  const apart = new Set(conflictsOf(seat).map((c) => c.id));
  const [criteria, applications] = await Promise.all([
    sheetCriteria(tx, id),
    scoredApplications(tx, id),
  ]);
  for (const [i, s] of scores.entries()) {
    const criterion = criteria.find((c) => c.id === s.criterionId);
    if (!criterion || !applications.some((a) => a.id === s.applicationId))
      throw invalidField(`scores.${i}`, "There is no such criterion or application here.");
    if (apart.has(s.applicationId))
      throw notAllowed("You declared an interest in this applicant: others score it.", "interest");
    if (hundredthsOf(s.score) > criterion.maxScore * 100)
      throw invalidField(
        `scores.${i}.score`,
        `${criterion.name} has at most ${criterion.maxScore} points.`,
      );
  }
  return criteria.length * applications.filter((a) => !apart.has(a.id)).length;
};

const requireComplete = async (tx: Tx, seat: Seat, wanted: number) => {
  const { given } = await tx.one<{ given: number }>(sql`
    select count(*)::int as given
    from program_score s
    join program_application a on a.org_id = s.org_id and a.id = s.application_id
    where s.org_id = ${tx.scope.orgId}
      and s.reviewer_id = ${seat.id}
      and a.status = 'submitted'
      and not a.id = any(${conflictsOf(seat).map((c) => c.id)}::uuid[])
  `);
  if (given < wanted)
    throw invalid("incomplete", `${wanted - given} of ${wanted} scores are missing.`);
};

/**
 * Saves one's own scores; with `handIn` every criterion of every application must have one, and
 * they stay as they are. The audit record tells that scores were saved and never which: they are
 * sealed until everybody's are in.
 */
export const saveScores = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { scores, handIn }: z.output<typeof scoresInput>,
): Promise<Done> => {
  const p = await locked(tx, id);
  if (p.status !== "scoring")
    throw conflict("rule", "Scores are given while the program is scored.");
  const seat = await ownSeat(tx, actor, p);
  if (!seat.declaredAt) throw conflict("declare_first", "Declare your interests first.");
  if (seat.handedInAt) throw conflict("submitted", "Your scores are handed in.");
  const wanted = await checkScores(tx, { id, seat }, scores);
  for (const s of scores)
    await tx.rows(sql`
      insert into program_score (org_id, id, reviewer_id, application_id, criterion_id, score, note)
      values (
        ${p.orgId}, ${newId()}, ${seat.id}, ${s.applicationId}, ${s.criterionId}, ${s.score},
        ${s.note}
      )
      on conflict (org_id, reviewer_id, application_id, criterion_id)
      do update set score = excluded.score, note = excluded.note, updated_at = clock_timestamp()
    `);
  if (handIn) {
    await requireComplete(tx, seat, wanted);
    await updateRow(tx, programReviewer, seat.id, {
      handedInAt: businessNow(tx.scope).toISOString(),
    });
  }
  return noted(tx, actor, p, handIn ? "handIn" : "saveScores", {
    person: actor.name,
    scores: scores.length,
  });
};

/** Writes what the reviewers agreed on for one cell, with the reason. One of them writes it. */
export const agree = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof consensusInput>,
): Promise<Done> => {
  const p = await locked(tx, id);
  if (p.status !== "scored")
    throw conflict("rule", "The consensus follows when the scores are open.");
  const seat = await ownSeat(tx, actor, p);
  await checkScores(tx, { id, seat }, [{ ...input, note: "" }]);
  await tx.rows(sql`
    update program_consensus
    set score = ${input.score}, comment = ${input.comment}, updated_at = clock_timestamp()
    where org_id = ${p.orgId}
      and application_id = ${input.applicationId}
      and criterion_id = ${input.criterionId}
  `);
  return noted(tx, actor, p, "agree", { ...input });
};
