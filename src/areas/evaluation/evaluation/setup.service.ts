import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import {
  getRow,
  insertNumbered,
  insertRow,
  insertRows,
  lockRow,
  updateRow,
} from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { rulesOn } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { notify, requireSeat } from "#areas/organization/organization.server.ts";
import { solicitation, openedBids } from "#areas/sourcing/sourcing.server.ts";
import { panelShort } from "./evaluation.lifecycle.model.ts";
import type { EvaluationInput } from "./evaluation.fields.model.ts";
import type { EvaluationRecord } from "./evaluation.tables.ts";
import { loadEvaluation, memberOf } from "./evaluation.noun.ts";
import { evaluation, evaluationBid, evaluationMember } from "./evaluation.tables.ts";

const notBefore = new Set(["published", "questions_closed", "closed", "opened", "evaluating"]);

/**
 * The fewest evaluators of a kind of solicitation by the agency's dated rule; one where nothing but
 * the price decides.
 */
const fewest = async (db: Db, kind: string, scored: boolean): Promise<number> => {
  if (!scored) return 1;
  const found = rulesOn(await listRules(db, ["evaluationPanel"]), businessDate(db.scope))
    .map((rule) => rule.parameters[kind])
    .filter((value) => typeof value === "number");
  return Math.max(1, ...found);
};

const checkPeople = async (tx: Tx, members: EvaluationInput["members"]) => {
  const ids = members.map((member) => member.personId);
  if (new Set(ids).size < ids.length) throw invalidField("members", "Somebody is named twice.");
  if (members.filter((member) => member.role === "chair").length > 1)
    throw invalidField("members", "There is one chair.");
  const known = await tx.rows<{ personId: string }>(sql`
    select person_id
    from organization_member
    where org_id = ${tx.scope.orgId} and person_id = any(${ids}::uuid[]) and active
  `);
  for (const [at, id] of ids.entries())
    if (!known.some((each) => each.personId === id))
      throw invalidField(
        `members.${at}.personId`,
        "This person is not an active member of the agency.",
      );
  for (const { personId, role, scoring } of members)
    if (scoring && role !== "coordinator") await requireSeat(tx, "evaluator", personId);
};

const memberRow = (
  orgId: string,
  evaluationId: string,
  member: EvaluationInput["members"][number],
) => ({
  orgId,
  id: newId(),
  evaluationId,
  personId: member.personId,
  role: member.role,
  scoring: member.role === "coordinator" ? false : member.scoring,
});

const evaluationUnderWay = (tx: Tx, orgId: string, about: typeof solicitation.$inferSelect) =>
  tx.maybe(sql`
    select 1
    from evaluation
    where org_id = ${orgId} and solicitation_id = ${about.id} and status <> 'ended'
  `);

const hasScoredCriteria = (tx: Tx, orgId: string, about: typeof solicitation.$inferSelect) =>
  tx.one<{ scored: boolean }>(sql`
    select exists (
        select 1
        from solicitation_criterion
        where org_id = ${orgId} and solicitation_id = ${about.id} and kind <> 'price'
      ) as scored
  `);

const withCoordinator = (actor: Actor, input: EvaluationInput) =>
  input.members.some((member) => member.personId === actor.personId)
    ? input.members
    : [
        ...input.members,
        { personId: actor.personId!, role: "coordinator" as const, scoring: false },
      ];

const nextRound = (tx: Tx, orgId: string, about: typeof solicitation.$inferSelect) =>
  tx.one<{ round: number }>(sql`
    select count(*)::int + 1 as round
    from evaluation
    where org_id = ${orgId} and solicitation_id = ${about.id}
  `);

/**
 * Sets up the evaluation of a solicitation that is published: who takes part and how many score at
 * least. Its maker coordinates it. 409 when there is one already.
 */
export const createEvaluation = async (
  tx: Tx,
  actor: Actor,
  input: EvaluationInput,
): Promise<EvaluationRecord> => {
  const orgId = actor.orgId!;
  const about = await getRow(tx, solicitation, input.solicitationId, "solicitation");
  if (about.kind === "rfi")
    throw conflict("not_evaluated", "A request for information is reviewed, not evaluated.");
  if (!notBefore.has(about.status))
    throw conflict("not_in_this_status", "Only a published solicitation is evaluated.");
  if (await evaluationUnderWay(tx, orgId, about))
    throw conflict("evaluation_exists", "This solicitation has an evaluation.");
  const { scored } = await hasScoredCriteria(tx, orgId, about);
  const members = withCoordinator(actor, input);
  await checkPeople(tx, members);
  const [least, year, { round }] = await Promise.all([
    fewest(tx, about.kind, scored),
    fiscalYearOf(tx, businessDate(tx.scope)),
    nextRound(tx, orgId, about),
  ]);
  const row = await insertNumbered(tx, evaluation, "EV", year.year, {
    orgId,
    id: newId(),
    solicitationId: about.id,
    round,
    coordinatorId: actor.personId!,
    minimumEvaluators: Math.max(least, input.minimumEvaluators ?? 1),
    scored,
  });
  await insertRows(
    tx,
    evaluationMember,
    members.map((member) => memberRow(orgId, row.id, member)),
  );
  note(tx, actor, "evaluation", row, { action: "create", after: { ...row, members } });
  notify(
    tx,
    members.map((member) => member.personId).filter((id) => id !== actor.personId),
    {
      kind: "evaluation",
      title: `You take part in the evaluation of ${about.number}`,
      body: `${about.title}. Declare your interests first.`,
      link: `/bid-evaluation/${row.id}`,
    },
  );
  return row;
};

const editable = new Set(["setup", "declarations", "individual_scoring"]);
const substituting = new Set(["locked", "consensus", "price_opened"]);

const tooLate: Readonly<Record<string, string>> = {
  ranked: "The bids are ranked: go back to the prices before a substitute is named.",
  recommended:
    "The recommendation is signed: nobody joins now. Whoever approves can return it; then go back to the prices and name a substitute.",
  approved:
    "The recommendation is approved: nobody joins now. A withdrawn intent begins the evaluation anew.",
  ended: "The evaluation has ended.",
};

/**
 * Adds somebody to an evaluation, as after a recusal; nobody is ever taken out. Once the scores are
 * locked only as a substitute, while the panel is below its quorum.
 */
export const addMember = async (
  tx: Tx,
  actor: Actor,
  id: string,
  member: EvaluationInput["members"][number],
): Promise<EvaluationRecord> => {
  const row = await lockRow(tx, evaluation, id, "evaluation");
  const mine = await memberOf(tx, id, actor.personId);
  if (row.coordinatorId !== actor.personId && (mine?.role !== "chair" || mine.recusedAt))
    throw notAllowed("The coordinator or the chair names who takes part.");
  const substitute =
    substituting.has(row.status) && panelShort(await loadEvaluation(tx, row)) !== null;
  if (!editable.has(row.status) && !substitute)
    throw conflict(
      "not_in_this_status",
      tooLate[row.status] ?? "The scores are locked and the panel is whole: nobody joins now.",
    );
  await checkPeople(tx, [member]);
  if (await memberOf(tx, id, member.personId))
    throw invalidField("personId", "This person takes part already.");
  if (
    member.role === "chair" &&
    (await tx.maybe(sql`
      select 1
      from evaluation_member
      where org_id = ${actor.orgId}
        and evaluation_id = ${id}
        and role = 'chair'
        and recused_at is null
    `))
  )
    throw invalidField("role", "There is a chair.");
  const added = await insertRow(tx, evaluationMember, {
    ...memberRow(actor.orgId!, id, member),
    substituteSince: substitute ? businessNow(tx.scope).toISOString() : null,
  });
  note(tx, actor, "evaluation", row, { action: "addMember", after: added });
  notify(tx, [member.personId], {
    kind: "evaluation",
    title: `You take part in ${row.number}`,
    body: substitute
      ? "As a substitute: declare your interests, then score. Until then you see neither others' scores nor prices."
      : "Declare your interests first.",
    link: `/bid-evaluation/${id}`,
  });
  return updateRow(tx, evaluation, id, {});
};

/** A row for every bid that was opened; those that are there stay. */
export const takeBids = async (tx: Tx, row: EvaluationRecord): Promise<void> => {
  for (const bid of await openedBids(tx, row.solicitationId))
    if (
      !(await tx.maybe(sql`
        select 1
        from evaluation_bid
        where org_id = ${row.orgId} and evaluation_id = ${row.id} and bid_id = ${bid.bidId}
      `))
    )
      await insertRow(tx, evaluationBid, {
        orgId: row.orgId,
        id: newId(),
        evaluationId: row.id,
        bidId: bid.bidId,
        vendorId: bid.vendorId,
      });
};
