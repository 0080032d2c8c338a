import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { raw, sql } from "#server/db/sql.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { placesOf } from "#areas/organization/organization.server.ts";
import { answersOf, givenOf } from "./answer.service.ts";
import { asked, determine, unansweredOf } from "./classify.model.ts";
import { toldBy } from "./clock.service.ts";
import { safetyList } from "./safety.list.ts";
import type { SafetyDetail } from "./safety.model.ts";
import { openActionsOf, safetyNoun, type SafetyRecord } from "./safety.noun.ts";

type Head = Omit<
  SafetyDetail,
  "place" | "severeDueAt" | "because" | "questions" | "canEdit" | "canReadPrivate" | "actions"
> & { placeId: string | null };

const headOf = (db: Db, actor: Actor, id: string) =>
  db.maybe<Head>(sql`
    select
      ${bindActor(recordColumns(safetyList, {}), actor)}, c.happened_at, c.reported_on, c.place_id,
      c.asset_id, a.name as asset, c.establishment_id, c.hazard, c.severe, c.severe_known_at,
      c.severe_told_at, c.severe_told_to, c.finding, c.injury_type, c.privacy, c.status_reason
    from ${raw(safetyList.from)}
    left join asset a on a.org_id = c.org_id and a.id = c.asset_id
    where c.org_id = ${db.scope.orgId} and c.id = ${id}
  `);

/** A case without anything private: questions, clocks, the actor's steps. 404. */
export const readCase = async (db: Db, actor: Actor, id: string): Promise<SafetyDetail> => {
  const head = await headOf(db, actor, id);
  if (!head) throw notFound("safety case");
  const [answers, openActions, places] = await Promise.all([
    answersOf(db, id),
    openActionsOf(db, id),
    placesOf(db, [head.placeId]),
  ]);
  const given = givenOf(answers);
  const { placeId, ...row } = head;
  const reads = actor.permissions.has("safety.private");
  const unanswered = unansweredOf(row.kind, given);
  return {
    ...row,
    place: (placeId && places.get(placeId)?.line) || null,
    severeDueAt: toldBy(head),
    because: unanswered === 0 ? determine(row.kind, given).because : null,
    // Why a question was answered so may say what only some may read.
    questions: asked(row.kind, given).map((q) => {
      const said = answers.find((one) => one.question === q.key);
      return {
        ...q,
        answer: said?.answer ?? null,
        reason: reads ? (said?.reason ?? "") : "",
        by: said?.by ?? null,
        at: said?.at ?? null,
      };
    }),
    canEdit: actor.permissions.has("safety.edit"),
    canReadPrivate: reads,
    actions: actionsFor(actor, safetyNoun, {
      ...head,
      unanswered,
      openActions,
    } as unknown as SafetyRecord),
  };
};
