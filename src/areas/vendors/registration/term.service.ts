import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { rulesOn } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { addMonths, mayRenew } from "./term.model.ts";

/**
 * The last day of a registration that is accepted today: the shortest term among the rules of the
 * day, counted from the end of the one before while that still runs. Null where no rule sets a
 * term.
 */
export const registeredUntil = async (db: Db, before: string | null): Promise<string | null> => {
  const today = businessDate(db.scope);
  const terms = rulesOn(await listRules(db, ["registrationTerm"]), today)
    .filter((r) => r.key === "registrationTerm")
    .map((r) => Number(r.parameters.months ?? 0))
    .filter((months) => months > 0);
  if (terms.length === 0) return null;
  return addMonths(
    before && before >= today && mayRenew(before, today) ? before : today,
    Math.min(...terms),
  );
};
