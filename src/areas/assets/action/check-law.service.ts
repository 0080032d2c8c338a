import { listRules } from "#areas/governance/governance.server.ts";
import type { Db } from "#server/db/db.ts";
import { checkRule } from "./check-law.data.ts";
import type { CheckLaw } from "./check-law.model.ts";

/** The rules of an agency by which checks follow. */
export const checkLaw = async (db: Db): Promise<CheckLaw> => ({
  key: checkRule.key,
  rules: await listRules(db, [checkRule.key]),
});
