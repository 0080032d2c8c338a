import { rulesOn } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { singleAuditClocks, type SingleAuditClocks } from "./clock.model.ts";

const key = "singleAuditClocks";

/** The clocks of single audits by the rules of today. */
export const clocksToday = async (db: Db): Promise<SingleAuditClocks> =>
  singleAuditClocks(rulesOn(await listRules(db, [key]), businessDate(db.scope)));
