import { createHash } from "node:crypto";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { spreadOf } from "#kernel/scoring.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { grantProgram, programConsensus, programReviewer } from "../passthrough.tables.ts";
import {
  meanOf,
  programSheetText,
  type ProgramSheet,
  type SheetCriterion,
} from "./ranking.model.ts";

type Program = Pick<typeof grantProgram.$inferSelect, "id" | "orgId" | "number" | "apartPercent">;
export type Seat = typeof programReviewer.$inferSelect;

/** Everybody who reviews a program, recused ones too, in the order in which they were asked. */
export const reviewersOf = (db: Db, programId: string): Promise<Seat[]> =>
  db.rows<Seat>(sql`
    select *
    from program_reviewer
    where org_id = ${db.scope.orgId} and program_id = ${programId}
    order by created_at, id
  `);

/** Applications that a reviewer declared an interest in: they neither score nor read them. */
export const conflictsOf = (seat: Pick<Seat, "declaration">): { id: string; note: string }[] =>
  seat.declaration.filter((d) => d.conflict).map((d) => ({ id: d.applicationId, note: d.note }));

export type Scored = {
  id: string;
  number: string;
  title: string;
  applicant: string;
  requested: number;
  match: number;
  status: string;
};
/** The applications that take part: sent, and not found ineligible. */
export const scoredApplications = (db: Db, programId: string): Promise<Scored[]> =>
  db.rows<Scored>(sql`
    select a.id, a.number, a.title, v.name as applicant, a.requested, a.match, a.status
    from program_application a
    join vendor v on v.org_id = a.org_id and v.id = a.vendor_id
    where a.org_id = ${db.scope.orgId}
      and a.program_id = ${programId}
      and a.status in ('submitted', 'selected', 'not_selected')
    order by a.number
  `);

export type GivenScore = {
  reviewerId: string;
  applicationId: string;
  criterionId: string;
  score: string;
  note: string;
};
/**
 * The scores of reviewers who are neither recused nor have an interest in the application; others
 * stay on record and count nowhere.
 */
export const countedScores = (db: Db, programId: string): Promise<GivenScore[]> =>
  db.rows<GivenScore>(sql`
    select s.reviewer_id, s.application_id, s.criterion_id, s.score, s.note
    from program_score s
    join program_reviewer r on r.org_id = s.org_id and r.id = s.reviewer_id and r.recused_at is null
    where s.org_id = ${db.scope.orgId}
      and r.program_id = ${programId}
      and not exists (
        select 1
        from jsonb_array_elements(r.declaration) d
        where d ->> 'applicationId' = s.application_id::text and (d ->> 'conflict')::boolean
      )
    order by s.application_id, s.criterion_id, s.reviewer_id
  `);

export type Agreed = { applicationId: string; criterionId: string; score: string; comment: string };
/** What the reviewers agreed on, cell by cell. */
export const agreedScores = (db: Db, programId: string): Promise<Agreed[]> =>
  db.rows<Agreed>(sql`
    select c.application_id, c.criterion_id, c.score, c.comment
    from program_consensus c
    join program_application a on a.org_id = c.org_id and a.id = c.application_id
    where c.org_id = ${db.scope.orgId} and a.program_id = ${programId}
    order by c.application_id, c.criterion_id
  `);

export const sheetCriteria = (db: Db, programId: string): Promise<SheetCriterion[]> =>
  db.rows<SheetCriterion>(sql`
    select id, name, weight, max_score
    from program_criterion
    where org_id = ${db.scope.orgId} and program_id = ${programId}
    order by place
  `);

/**
 * Opens the scores: at least two reviewers are left, and all of them handed theirs in. The means
 * become the first proposal of the consensus.
 */
export const openedScores = async (tx: Tx, p: Program): Promise<void> => {
  const seats = (await reviewersOf(tx, p.id)).filter((r) => !r.recusedAt);
  if (seats.length < 2)
    throw conflict("rule", "At least two reviewers who are not recused score a program.");
  const waiting = seats.filter((r) => !r.handedInAt).length;
  if (waiting)
    throw conflict(
      "rule",
      `${waiting} of ${seats.length} reviewers have not handed in their scores yet.`,
    );
  const few = (await scoredApplications(tx, p.id)).find(
    (a) => seats.filter((r) => !conflictsOf(r).some(({ id }) => id === a.id)).length < 2,
  );
  if (few)
    throw conflict(
      "rule",
      `${few.number} of ${few.applicant} needs two reviewers without an interest in it. Ask another one.`,
    );
  const cells = new Map<string, { applicationId: string; criterionId: string; scores: string[] }>();
  for (const s of await countedScores(tx, p.id)) {
    const key = `${s.applicationId} ${s.criterionId}`;
    const cell = cells.get(key) ?? { ...s, scores: [] };
    cells.set(key, { ...cell, scores: [...cell.scores, s.score] });
  }
  if (cells.size === 0) throw conflict("rule", "There is no application to rank.");
  await insertRows(
    tx,
    programConsensus,
    [...cells.values()].map((c) => ({
      orgId: p.orgId,
      id: newId(),
      applicationId: c.applicationId,
      criterionId: c.criterionId,
      score: meanOf(c.scores),
    })),
  );
};

/** The sheet of a program from what is stored now. */
export const sheetOf = async (db: Db, p: Program): Promise<ProgramSheet> => {
  const [criteria, applications, individual, agreed] = await Promise.all([
    sheetCriteria(db, p.id),
    scoredApplications(db, p.id),
    countedScores(db, p.id),
    agreedScores(db, p.id),
  ]);
  return {
    format: "levee-program-sheet-1",
    program: p.number,
    criteria,
    applications: applications.map((a) => ({
      id: a.id,
      number: a.number,
      applicant: a.applicant,
      requested: a.requested,
      scores: Object.fromEntries(
        agreed.filter((c) => c.applicationId === a.id).map((c) => [c.criterionId, c.score]),
      ),
    })),
    individual: individual
      .filter((s) => applications.some((a) => a.id === s.applicationId))
      .map((s) => ({
        reviewer: s.reviewerId,
        applicationId: s.applicationId,
        criterionId: s.criterionId,
        score: s.score,
      })),
  };
};

/** A cell of the sheet with how far its scores are apart, and whether reviewers still have to agree. */
export const spreadCells = (
  cells: readonly Agreed[],
  given: readonly GivenScore[],
  { criteria, percent }: { criteria: readonly SheetCriterion[]; percent: number },
): (Agreed & { spread: { low: string; high: string; wide: boolean }; asks: boolean })[] =>
  cells.map((c) => {
    const own = given.filter(
      (s) => s.applicationId === c.applicationId && s.criterionId === c.criterionId,
    );
    const { low, high, wide } = spreadOf(
      own.map((s) => ({ member: s.reviewerId, score: s.score })),
      criteria.find((each) => each.id === c.criterionId)?.maxScore ?? 10,
      percent,
    );
    return { ...c, spread: { low, high, wide }, asks: wide && c.comment === "" };
  });

// A sheet is frozen once the reviewers agreed on every cell that they are too far apart on.
const requireAgreed = async (tx: Tx, p: Program): Promise<void> => {
  const [criteria, applications, given, agreed] = await Promise.all([
    sheetCriteria(tx, p.id),
    scoredApplications(tx, p.id),
    countedScores(tx, p.id),
    agreedScores(tx, p.id),
  ]);
  const asked = spreadCells(agreed, given, { criteria, percent: p.apartPercent }).filter(
    (c) => c.asks,
  );
  if (!asked.length) return;
  const named = asked.map((c) => {
    const of = applications.find((a) => a.id === c.applicationId)?.applicant ?? "";
    return `${of}: ${criteria.find((each) => each.id === c.criterionId)?.name ?? ""}`;
  });
  throw conflict(
    "apart",
    `More than ${p.apartPercent} percent apart, so the reviewers agree first on ${named.join(", ")}.`,
  );
};

/** The sheet with its SHA-256, to be kept; it is never computed again. */
export const frozenSheet = async (
  tx: Tx,
  p: Program,
): Promise<{ sheet: string; sheetSha256: string }> => {
  await requireAgreed(tx, p);
  const sheet = programSheetText(await sheetOf(tx, p));
  return { sheet, sheetSha256: createHash("sha256").update(sheet).digest("hex") };
};
