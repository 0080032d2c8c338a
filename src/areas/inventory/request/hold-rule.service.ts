import { leastOf, ownOrShipped } from "#areas/governance/governance.public.ts";
import { rulesOfKeys } from "#areas/governance/governance.server.ts";
import { addDays, type Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { holdRule } from "./hold-rule.data.ts";

/** So many days the stores hold what is asked of them on a day. */
export const holdDaysOn = async (db: Db, on: Day): Promise<number> => {
  const rules = await rulesOfKeys(db, [holdRule.key]);
  return leastOf(ownOrShipped(rules, holdRule.key, on), "days") ?? Number(holdRule.parameters.days);
};

/** The last day on which something is held that is asked for, or held anew, on a day. */
export const heldFrom = async (db: Db, on: Day): Promise<Day> =>
  addDays(on, await holdDaysOn(db, on));
