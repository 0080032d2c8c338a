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
import { differencesOf } from "./filing.model.ts";
import { safetyList } from "./safety.list.ts";
import type { SafetyDetail } from "./safety.model.ts";
import { openActionsOf, safetyNoun, type SafetyRecord } from "./safety.noun.ts";
import { countOf, spansOf } from "./span.read.service.ts";

type Head = Omit<
  SafetyDetail,
  | "place"
  | "severeDueAt"
  | "because"
  | "questions"
  | "spans"
  | "expectedAway"
  | "expectedRestricted"
  | "capped"
  | "canEdit"
  | "canReadPrivate"
  | "actions"
> & { placeId: string | null; establishmentState: string | null; employer: number | null };

const headOf = (db: Db, actor: Actor, id: string) =>
  db.maybe<Head>(sql`
    select
      ${bindActor(recordColumns(safetyList, {}), actor)}, c.happened_at, c.reported_on, c.place_id,
      c.asset_id, a.name as asset, c.establishment_id, c.hazard, c.severe, c.severe_known_at,
      c.severe_told_at, c.severe_told_to, c.finding, c.injury_type, c.privacy, c.status_reason,
      c.work_weekdays, c.count_ended_on, c.count_ended_why, e.state as establishment_state,
      e.kind as employer
    from ${raw(safetyList.from)}
    left join asset a on a.org_id = c.org_id and a.id = c.asset_id
    where c.org_id = ${db.scope.orgId} and c.id = ${id}
  `);

/** A case without anything private: questions, clocks, the actor's steps. 404. */
export const readCase = async (db: Db, actor: Actor, id: string): Promise<SafetyDetail> => {
  const head = await headOf(db, actor, id);
  if (!head) throw notFound("safety case");
  const [answers, openActions, places, spans, days] = await Promise.all([
    answersOf(db, id),
    openActionsOf(db, id),
    placesOf(db, [head.placeId]),
    spansOf(db, [id]),
    countOf(db, head),
  ]);
  const given = givenOf(answers);
  const { placeId, establishmentState, employer, ...row } = head;
  const reads = actor.permissions.has("safety.private");
  const volunteers = differencesOf(
    {
      year: Number(row.happenedOn.slice(0, 4)),
      state: establishmentState ?? "",
      kind: employer ?? 3,
      naics: "",
      employees: null,
    },
    "volunteers",
  ).map((one) => `${one.text} ${one.citation}${one.verified ? "" : ", not verified"}.`);
  const unanswered = unansweredOf(row.kind, given);
  return {
    ...row,
    daysAway: days.away,
    daysRestricted: days.restricted,
    expectedAway: days.expectedAway,
    expectedRestricted: days.expectedRestricted,
    capped: days.capped,
    spans: spans.map(({ caseId: _case, version: _version, ...span }) => span),
    place: (placeId && places.get(placeId)?.line) || null,
    severeDueAt: toldBy(head),
    because: unanswered === 0 ? determine(row.kind, given, days).because : null,
    // Why a question was answered so may say what only some may read.
    questions: asked(row.kind, given).map((q) => {
      const said = answers.find((one) => one.question === q.key);
      return {
        ...q,
        about: q.key === "covered" ? [q.about, ...volunteers].join(" ") : q.about,
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
      openSpans: days.open ? 1 : 0,
    } as unknown as SafetyRecord),
  };
};
