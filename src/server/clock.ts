import type { Scope } from "./db/db.ts";

/** The instant that business dates are taken from: now, or the moment that a demo story or a test tells. The audit record keeps true times. */
export const businessNow = (scope: Scope): Date => (scope.businessNow ? new Date(scope.businessNow) : new Date());

/** The calendar day of the business clock in a time zone, YYYY-MM-DD. */
export const businessDate = (scope: Scope, timeZone = scope.timeZone ?? "UTC"): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(businessNow(scope));
