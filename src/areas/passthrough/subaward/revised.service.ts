import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { change } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { className, sumsByClass, type ClassShare } from "../request/classes.model.ts";
import type { reviseInput } from "./subaward.model.ts";
import { subawardNoun, type SubawardRecord } from "./subaward.noun.ts";
import { checkBudget } from "./subaward.service.ts";
import { tellSubrecipient } from "./told.service.ts";

const living = new Set(["executed", "active", "on_hold", "ended"]);
/** Whether the budget of a subaward in this status is revised by class. */
export const revisable = (status: string): boolean => living.has(status);

// What was accepted of a class stays in its budget.
const requireAccepted = async (tx: Tx, s: SubawardRecord, budget: readonly ClassShare[]) => {
  const accepted = await tx.rows<ClassShare>(sql`
    select c.object_class, sum(c.cents)::bigint as cents
    from subaward_cost c
    join subaward_request r on r.org_id = c.org_id and r.id = c.request_id
    where c.org_id = ${s.orgId} and r.subaward_id = ${s.id} and r.status = 'accepted'
    group by c.object_class
    order by c.object_class
  `);
  const sums = sumsByClass(budget);
  const short = accepted.find((a) => a.cents > (sums.get(a.objectClass) ?? 0));
  if (short)
    throw invalidField(
      `budget.${short.objectClass}`,
      `${formatCents(short.cents)} of ${className(short.objectClass)} are accepted already.`,
    );
};

/**
 * Approves a revised budget by class of a subaward that runs, with its reason; the sum stays (2 CFR
 * 200.308(b)), and the subrecipient hears of it. 422 for another sum, or a class below what was
 * accepted of it.
 */
export const reviseBudget = (
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
  { budget, reason }: z.output<typeof reviseInput>,
): Promise<SubawardRecord> =>
  change(tx, actor, subawardNoun, {
    id,
    version,
    action: "revise",
    note: reason,
    unless: (s) =>
      revisable(s.status) ? null : "The budget of a subaward is revised while it runs.",
    effect: async (s) => {
      checkBudget({ ...s, budget });
      await requireAccepted(tx, s, budget);
      await tellSubrecipient(tx, id, "Its budget by class is revised", reason);
      return { patch: { budget } };
    },
  });
