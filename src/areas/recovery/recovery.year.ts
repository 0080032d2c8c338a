import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";

/** The year by which records of recovery are numbered: that of the agency's day. */
export const yearOf = (db: Db): number => Number(businessDate(db.scope).slice(0, 4));
