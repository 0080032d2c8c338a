import type { Duty } from "#roles.ts";
import type { Day } from "#kernel/time.ts";
import { extensionPoint } from "../area.ts";
import type { Db } from "../db/db.ts";

/** A period of the books that is to be closed; both days inclusive. */
export type ClosingPeriod = {
  firstDay: Day;
  lastDay: Day;
  fiscalYearId: string;
  adjustment: boolean;
};

/** How many records a check found, with their cents, and what they are in words. */
export type CloseAnswer = { count: number; cents: number; said: string };

/**
 * What is looked at before a period of the books is closed. What `stops` it must be nothing; anything
 * else waits with a reason that somebody names. `owner`: whose work it is; `page`: where it is done.
 */
export type CloseCheck = {
  name: string;
  label: string;
  owner: Duty;
  stops: boolean;
  page: string;
  check: (db: Db, period: ClosingPeriod) => Promise<CloseAnswer>;
};

const checks = new Map<string, CloseCheck>();

/** What areas look at before a period of the books is closed. */
export const closeChecks = extensionPoint<CloseCheck>("checks before a period closes", (check) => {
  if (checks.has(check.name)) throw new Error(`two close checks named ${check.name}`);
  checks.set(check.name, check);
});

export const allCloseChecks = (): readonly CloseCheck[] => [...checks.values()];
