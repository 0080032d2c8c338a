import type { Actor } from "#kernel/access.ts";
import { spreadOf } from "#kernel/scoring.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { grantProgram } from "../passthrough.tables.ts";
import { rankApplications, type ProgramSheet } from "./ranking.model.ts";
import type { ReviewView } from "./review.model.ts";
import {
  agreedScores,
  countedScores,
  reviewersOf,
  scoredApplications,
  sheetCriteria,
  sheetOf,
  type GivenScore,
  type Seat,
} from "./sheet.service.ts";

const ownScores = (db: Db, seat: Seat | undefined): Promise<ReviewView["mine"]> =>
  seat
    ? db.rows(sql`
      select application_id, criterion_id, score, note
      from program_score
      where org_id = ${db.scope.orgId} and reviewer_id = ${seat.id}
    `)
    : Promise.resolve([]);

const named = async (db: Db, seats: readonly Seat[], scores: readonly GivenScore[]) => {
  const people = await membersNamed(db, { ids: seats.map((s) => s.personId) });
  const nameOf = (id: string) =>
    people.find((p) => p.id === seats.find((s) => s.id === id)?.personId)?.name ?? "";
  return scores.map(({ reviewerId, ...s }) => ({ ...s, reviewer: nameOf(reviewerId) }));
};

/**
 * The review of a program as the reader may see it: their own scores always; those of others once
 * all are handed in and opened, by name to those whose job it is (who scored, who decides, who audits)
 * and never to somebody who is recused. Once decided, everybody of the agency reads the ranking.
 */
export const readReview = async (db: Db, actor: Actor, id: string): Promise<ReviewView> => {
  const [p, criteria, applications, seats] = await Promise.all([
    getRow(db, grantProgram, id, "grant program"),
    sheetCriteria(db, id),
    scoredApplications(db, id),
    reviewersOf(db, id),
  ]);
  const seat = seats.find((s) => s.personId === actor.personId);
  const mine = await ownScores(db, seat);
  const applicants = p.status === "draft" || p.status === "open" ? [] : applications;
  const inside = seat ? !seat.recusedAt : actor.permissions.has("grantProgram.decide");
  const byName = inside || (!seat && actor.permissions.has("audit.read"));
  const open = p.status === "decided" || (p.status === "scored" && inside);
  if (!open)
    return { criteria, applications: applicants, mine, all: null, consensus: [], ranking: [] };
  const [scores, agreed] = await Promise.all([countedScores(db, id), agreedScores(db, id)]);
  const all = await named(db, seats, scores);
  const sheet = p.sheet ? (JSON.parse(p.sheet) as ProgramSheet) : await sheetOf(db, p);
  return {
    criteria,
    applications,
    mine,
    all: byName ? all : null,
    consensus: agreed.map((c) => {
      const own = all.filter(
        (s) => s.applicationId === c.applicationId && s.criterionId === c.criterionId,
      );
      // Of two scores the least and the most are the scores themselves.
      if (!byName) return { ...c, spread: null };
      const { low, high, wide } = spreadOf(
        own.map((s) => ({ member: s.reviewer, score: s.score })),
        criteria.find((each) => each.id === c.criterionId)?.maxScore ?? 10,
      );
      return { ...c, spread: { low, high, wide } };
    }),
    ranking: rankApplications(sheet),
  };
};
