import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { gateOfRecommended } from "../award/gate.service.ts";
import { openedBids } from "#areas/sourcing/sourcing.server.ts";
import { panelShort } from "./evaluation.lifecycle.model.ts";
import type { EvaluationDetail } from "./evaluation.model.ts";
import type { EvaluationRecord } from "./evaluation.tables.ts";
import {
  evaluationNoun,
  gateOf,
  isBlind,
  loadEvaluation,
  memberOf,
  type LoadedEvaluation,
} from "./evaluation.noun.ts";
import { evaluation } from "./evaluation.tables.ts";
import { aboutOf } from "./bids-view.service.ts";
import { contentOf } from "./evaluation-content.service.ts";

const locked = new Set([
  "locked",
  "consensus",
  "price_opened",
  "ranked",
  "recommended",
  "approved",
]);
type Named = {
  id: string;
  personId: string;
  name: string;
  role: "chair" | "evaluator" | "coordinator";
  scoring: boolean;
  declared: boolean;
  biddersDeclared: boolean;
  recused: boolean;
  recusalReason: string | null;
  submitted: boolean;
  substitute: boolean;
};

const namedMembers = (db: Db, id: string) =>
  db.rows<Named>(sql`
    select
      m.id, m.person_id, p.display_name as name, m.role, m.scoring,
      m.declared_at is not null as declared, m.bidders_declared_at is not null as bidders_declared,
      m.recused_at is not null as recused, m.recusal_reason,
      m.submitted_at is not null as submitted, m.substitute_since is not null as substitute
    from evaluation_member m
    join person p on p.id = m.person_id
    where m.org_id = ${db.scope.orgId} and m.evaluation_id = ${id}
    order by m.role = 'chair' desc, m.scoring desc, p.display_name
  `);

const coordinatorAndAward = (db: Db, id: string, row: typeof evaluation.$inferSelect) =>
  db.one<{ coordinator: string; awardId: string | null }>(sql`
    select
      (select display_name from person where id = ${row.coordinatorId}) as coordinator,
      (
        select id
        from award
        where org_id = ${db.scope.orgId} and evaluation_id = ${id} and status <> 'withdrawn'
        limit 1
      ) as award_id
  `);

// Why somebody stepped out is often private: the chair alone reads it.
const membersShown = (actor: Actor, named: Named[], chairs: boolean) =>
  named.map((each) => ({
    ...each,
    recusalReason: chairs ? each.recusalReason : null,
    me: each.personId === actor.personId,
  }));

const asScorerSees = (row: typeof evaluation.$inferSelect, blind: boolean) =>
  blind
    ? {
        ...row,
        status: "individual_scoring",
        sheetDigest: null,
        scenarioId: null,
        analysisKind: null,
        memoDigest: null,
      }
    : row;

/**
 * Everything of an evaluation that this person may read. `content` is null behind a gate; an
 * evaluator never sees another's scores before the lock.
 */
export const readEvaluation = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<EvaluationDetail> => {
  const row = await getRow(db, evaluation, id, "evaluation");
  const [about, loaded, member, opened, named, people] = await Promise.all([
    aboutOf(db, row.solicitationId),
    loadEvaluation(db, row),
    memberOf(db, id, actor.personId),
    openedBids(db, row.solicitationId),
    namedMembers(db, id),
    coordinatorAndAward(db, id, row),
  ]);
  const gate = gateOf(actor, row, member, opened.length > 0);
  const inner = gate === "open";
  const members = membersShown(actor, named, inner && member?.role === "chair");
  const blind = isBlind(row, member);
  const shownRow: EvaluationRecord = asScorerSees(row, blind);
  const content = inner ? await contentOf(db, shownRow, member, about, opened, members) : null;
  const shown =
    gate === "declareBidders" || inner
      ? opened.map((bid) => ({ vendorId: bid.vendorId, name: bid.vendorName }))
      : [];
  const facts: LoadedEvaluation = { ...loaded, missing: inner && !blind ? loaded.missing : [] };
  return {
    id,
    number: row.number,
    status: row.status as EvaluationDetail["status"],
    title: about.title,
    version: row.version,
    round: row.round,
    scored: row.scored,
    minimumEvaluators: row.minimumEvaluators,
    solicitationId: row.solicitationId,
    solicitationNumber: about.number,
    solicitationKind: about.kind,
    solicitationStatus: loaded.solicitationStatus,
    coordinator: people.coordinator,
    createdAt: row.createdAt,
    gate,
    bidders: shown,
    members,
    myRole: member?.role ?? null,
    iScore: (member?.scoring ?? false) && gate !== "recused",
    canScore:
      inner &&
      (member?.scoring ?? false) &&
      !member!.submittedAt &&
      (row.status === "individual_scoring" || blind),
    mySubmitted: Boolean(member?.submittedAt),
    canManage: inner && !blind && member !== null && member.role !== "evaluator",
    panelShort: locked.has(row.status) && !people.awardId ? panelShort(loaded) : null,
    content,
    awardId: people.awardId,
    awardGate: inner && !blind && !people.awardId ? await gateOfRecommended(db, row) : null,
    actions: gate === "recused" ? [] : actionsFor(actor, evaluationNoun, facts),
  };
};
