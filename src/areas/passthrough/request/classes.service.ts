import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { strictestThreshold } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { revisionRuleOf } from "#areas/grants/grants.server.ts";
import type { SubawardRecord } from "../subaward/subaward.noun.ts";
import {
  classFindings,
  type ClassFinding,
  type ClassShare,
  type TransferRule,
} from "./classes.model.ts";

/** The limit of transfers among classes as it stood when the subaward began (2 CFR 200.308). */
const transferRuleOf = async (db: Db, startsOn: string): Promise<TransferRule> => {
  const rules = await listRules(db, ["simplifiedAcquisition"]);
  const rule = revisionRuleOf(startsOn);
  return {
    percent: rule.transferPercent,
    citation: rule.transfer,
    simplified:
      strictestThreshold(rules, "simplifiedAcquisition", businessDate(db.scope))?.cents ?? 0,
  };
};

/** Cents by class that requests of a subaward ask for which wait or are accepted. */
export const askedByClass = (db: Db, subawardId: string): Promise<ClassShare[]> =>
  db.rows<ClassShare>(sql`
    select c.object_class, sum(c.cents)::bigint as cents
    from subaward_cost c
    join subaward_request r on r.org_id = c.org_id and r.id = c.request_id
    where c.org_id = ${db.scope.orgId}
      and r.subaward_id = ${subawardId}
      and r.status in ('submitted', 'accepted')
    group by c.object_class
    order by c.object_class
  `);

type Of = Pick<SubawardRecord, "id" | "budget" | "amount" | "startsOn">;
/** What a request's costs mean for the classes of its subaward, after those that came before it. */
export const findingsOfRequest = async (
  db: Db,
  s: Of,
  request: { id: string; submittedAt: string },
  lines: readonly ClassShare[],
): Promise<ClassFinding[]> => {
  const [before, rule] = await Promise.all([
    db.rows<ClassShare>(sql`
      select c.object_class, sum(c.cents)::bigint as cents
      from subaward_cost c
      join subaward_request r on r.org_id = c.org_id and r.id = c.request_id
      where c.org_id = ${db.scope.orgId}
        and r.subaward_id = ${s.id}
        and r.id <> ${request.id}
        and (
          r.status = 'accepted'
          or r.status = 'submitted'
          and r.submitted_at < ${request.submittedAt}
        )
      group by c.object_class
    `),
    transferRuleOf(db, s.startsOn),
  ]);
  return classFindings({ budget: s.budget, before, lines, amount: s.amount, rule });
};

/**
 * Which classes of a subaward its accepted requests and those that wait exceed, in words by class;
 * a desk review says it of each cost of such a class.
 */
export const exceededClasses = async (db: Db, s: Of): Promise<ReadonlyMap<string, string>> => {
  const lines = await askedByClass(db, s.id);
  return new Map(
    classFindings({ budget: s.budget, before: [], lines, amount: s.amount, rule: null }).flatMap(
      (f) => (f.objectClass ? [[f.objectClass, f.text] as const] : []),
    ),
  );
};
