import { date, timestamp } from "drizzle-orm/pg-core";
import type { Day, Instant } from "#kernel/time.ts";

/** A column `date`: what is read of it is a Day. */
export const day = (name?: string) => (name ? date(name) : date()).$type<Day>();

/** A column `timestamptz`: what is read of it is an Instant. */
export const instant = (name: string) =>
  timestamp(name, { withTimezone: true, mode: "string" }).$type<Instant>();
