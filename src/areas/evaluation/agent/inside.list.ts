import type { Actor } from "#kernel/access.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import { evaluationList } from "../evaluation/evaluation.list.ts";

const none = sql`false`;
const whole = sql`true`;

/** Who reads the content of an evaluation, as `gateOf` and `isBlind` say it, for whole lists. */
const insideOf = (actor: Actor): Sql => {
  const afterwards =
    actor.permissions.has("award.approve") || actor.permissions.has("audit.read") ? whole : none;
  return sql`
    (
      exists (
        select 1
        from evaluation_member m
        where m.org_id = e.org_id
          and m.evaluation_id = e.id
          and m.person_id = ${actor.personId}
          and m.recused_at is null
          and m.declared_at is not null
          and m.bidders_declared_at is not null
          and not (
            e.scored
            and m.scoring
            and m.submitted_at is null
            and e.status in ('locked', 'consensus', 'price_opened', 'ranked')
          )
      )
      or (
        ${afterwards}
        and e.status in ('recommended', 'approved')
        and not exists (
          select 1
          from evaluation_member m
          where m.org_id = e.org_id and m.evaluation_id = e.id and m.person_id = ${actor.personId}
        )
      )
    )
  `;
};

/** Evaluations whose content somebody reads: the head of each is shown to everybody in the agency. */
export const insideList: ListDefinition = { ...evaluationList, visible: insideOf };
