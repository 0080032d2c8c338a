import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { grantProgram } from "../passthrough.tables.ts";
import { rankApplications, type ProgramSheet } from "./ranking.model.ts";
import type { ReviewView } from "./review.model.ts";
import {
  agreedScores,
  conflictsOf,
  countedScores,
  reviewersOf,
  scoredApplications,
  sheetCriteria,
  sheetOf,
  spreadCells,
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
 * all are handed in and opened, by name to those whose job it is (who scored, who decides, who
 * audits), never to somebody who is recused, and of an application that they have an interest in, as the
 * ranking in which it stands, once the sheet is frozen. Everybody of the agency reads what was decided.
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
  const frozen = p.status === "decided" || p.status === "told";
  const byName = inside || (!seat && actor.permissions.has("audit.read"));
  const conflicts = seat ? conflictsOf(seat) : [];
  if (!frozen && !(p.status === "scored" && inside))
    return {
      criteria,
      applications: applicants,
      conflicts,
      mine,
      all: null,
      consensus: [],
      ranking: [],
    };
  const [scores, agreed] = await Promise.all([countedScores(db, id), agreedScores(db, id)]);
  const sheet = p.sheet ? (JSON.parse(p.sheet) as ProgramSheet) : await sheetOf(db, p);
  const hidden = new Set(frozen ? [] : conflicts.map((c) => c.id));
  const seen = <T extends { applicationId: string }>(rows: readonly T[]) =>
    rows.filter((row) => !hidden.has(row.applicationId));
  return {
    criteria,
    applications,
    conflicts,
    mine,
    all: byName ? await named(db, seats, seen(scores)) : null,
    // Of two scores the least and the most are the scores themselves.
    consensus: spreadCells(seen(agreed), scores, { criteria, percent: p.apartPercent }).map((c) =>
      byName ? c : { ...c, spread: null },
    ),
    ranking: hidden.size ? [] : rankApplications(sheet),
  };
};
