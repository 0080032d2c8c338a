import type { Actor } from "#kernel/access.ts";
import { notAllowed } from "#kernel/errors.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { Noun } from "#server/lifecycle.ts";
import type { GateState } from "./evaluation.labels.ts";
import {
  evaluationCycle,
  type EvaluationAction,
  type EvaluationFacts,
} from "./evaluation.lifecycle.model.ts";
import type { EvaluationStatus } from "./evaluation.model.ts";
import { evaluation, type EvaluationRecord } from "./evaluation.tables.ts";
import { missingForRecommendation } from "./recommendation.service.ts";

export type LoadedEvaluation = EvaluationRecord & EvaluationFacts;

type Counted = Pick<
  EvaluationFacts,
  "buyerId" | "solicitationStatus" | "undecided" | "takePart" | "offersDue" | "members"
>;

/** The facts of a record beside its row. */
export const loadEvaluation = async (db: Db, row: EvaluationRecord): Promise<LoadedEvaluation> => {
  const facts = await db.one<Counted>(sql`
    select
      s.buyer_id, s.status as solicitation_status,
      (
        select count(*)::int
        from evaluation_bid b
        where b.org_id = s.org_id and b.evaluation_id = ${row.id} and b.responsive is null
      ) as undecided,
      (
        select count(*)::int
        from evaluation_bid b
        where b.org_id = s.org_id
          and b.evaluation_id = ${row.id}
          and b.responsive
          and b.responsible is not false
      ) as take_part,
      (
        select f.due_at
        from final_offer_round f
        where f.org_id = s.org_id
          and f.evaluation_id = ${row.id}
          and f.opened_at is null
          and f.ended_at is null
      ) as offers_due,
      (
        select coalesce(
            jsonb_agg(jsonb_build_object(
              'personId', m.person_id, 'role', m.role, 'scoring', m.scoring, 'declared',
              m.declared_at is not null and m.bidders_declared_at is not null, 'recused',
              m.recused_at is not null, 'submitted', m.submitted_at is not null
            )),
            '[]'
          )
        from evaluation_member m
        where m.org_id = s.org_id and m.evaluation_id = ${row.id}
      ) as members
    from solicitation s
    where s.org_id = ${db.scope.orgId} and s.id = ${row.solicitationId}
  `);
  return {
    ...row,
    ...facts,
    missing: row.status === "ranked" ? await missingForRecommendation(db, row) : [],
  };
};

/**
 * Not registered as a noun with comments and attachments: who may read a record by its permission
 * would read them, recused or not.
 */
export const evaluationNoun: Noun<
  EvaluationStatus,
  EvaluationAction,
  typeof evaluation,
  LoadedEvaluation
> = {
  name: "evaluation",
  path: "evaluations",
  page: "/bid-evaluation",
  table: evaluation,
  cycle: evaluationCycle,
  number: (row) => row.number,
  load: loadEvaluation,
};

export type Member = {
  id: string;
  personId: string;
  role: "chair" | "evaluator" | "coordinator";
  scoring: boolean;
  declaredAt: string | null;
  biddersDeclaredAt: string | null;
  recusedAt: string | null;
  submittedAt: string | null;
  substituteSince: string | null;
};
export const memberOf = (
  db: Db,
  evaluationId: string,
  personId: string | null,
): Promise<Member | null> =>
  db.maybe<Member>(sql`
    select
      id, person_id, role, scoring, declared_at, bidders_declared_at, recused_at, submitted_at,
      substitute_since
    from evaluation_member
    where org_id = ${db.scope.orgId} and evaluation_id = ${evaluationId} and person_id = ${personId}
  `);

const afterwards = new Set(["recommended", "approved"]);

/**
 * What stands between a person and the content: nothing ("open") for a member who declared twice
 * and is not recused, and, once it is recommended, for who
 * approves or audits and took no part. Everybody else reads nothing, whatever their role.
 */
export const gateOf = (
  actor: Actor,
  row: Pick<EvaluationRecord, "status">,
  member: Member | null,
  opened: boolean,
): GateState => {
  if (member?.recusedAt) return "recused";
  if (!member)
    return afterwards.has(row.status) &&
      (actor.permissions.has("award.approve") || actor.permissions.has("audit.read"))
      ? "open"
      : "outside";
  if (!member.declaredAt) return "declare";
  if (!opened) return "waiting";
  return member.biddersDeclaredAt ? "open" : "declareBidders";
};

const afterLock = new Set(["locked", "consensus", "price_opened", "ranked"]);

/**
 * A substitute who has not handed in scores: sees neither others' scores nor prices, as everybody
 * before the lock.
 */
export const isBlind = (
  row: Pick<EvaluationRecord, "status" | "scored">,
  member: Pick<Member, "scoring" | "submittedAt"> | null,
): boolean =>
  row.scored &&
  member !== null &&
  member.scoring &&
  member.submittedAt === null &&
  afterLock.has(row.status);

export type Inside = { row: EvaluationRecord; member: Member };

/**
 * The evaluation for a member who may read its content; a substitute only to score (`toScore`)
 * until its scores are in. @throws 404 for another agency's, 403 for everybody else.
 */
export const inside = async (
  tx: Tx,
  actor: Actor,
  id: string,
  toScore = false,
): Promise<Inside> => {
  const row = await getRow(tx, evaluation, id, "evaluation");
  const member = await memberOf(tx, id, actor.personId);
  if (!member || gateOf(actor, row, member, true) !== "open")
    throw notAllowed(
      member?.recusedAt
        ? "You are recused from this evaluation."
        : member
          ? "Declare your interests first."
          : "You do not take part in this evaluation.",
      "not_inside",
    );
  if (!toScore && isBlind(row, member))
    throw notAllowed(
      "Hand in your scores first: until then you see neither others' scores nor prices.",
      "scores_open",
    );
  return { row, member };
};

/** The same for who runs the evaluation: its coordinator or its chair. */
export const managing = async (tx: Tx, actor: Actor, id: string): Promise<Inside> => {
  const found = await inside(tx, actor, id);
  if (found.member.role === "evaluator")
    throw notAllowed("The coordinator or the chair does this.", "not_managing");
  return found;
};
