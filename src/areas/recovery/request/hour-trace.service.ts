import { zonedText } from "#kernel/dates.ts";
import { hoursNamed } from "#areas/assets/assets.server.ts";
import type { payrollPaid } from "#areas/finance/finance.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { covers } from "../item/proof.model.ts";
import type { ItemRecord } from "./proof.service.ts";

const hourHeads = [
  "request",
  "line",
  "person",
  "unit",
  "class",
  "day",
  "from",
  "to",
  "break_minutes",
  "standby_minutes",
  "minutes",
  "pay",
  "activity",
  "entered_by",
  "confirmed_by",
  "confirmed_at",
  "payroll",
  "payroll_from",
  "payroll_to",
  "payroll_paid_cents",
] as const;
type Cells = readonly (string | number | null)[];
type Pay = Awaited<ReturnType<typeof payrollPaid>>[number];

/**
 * The hours behind the lines of a request, each by its line's number: when, what, who entered and who
 * confirmed them, and the journal that paid the person for that day. Times are the agency's with their
 * offset from UTC, cents.
 */
export const hourLines = async (
  db: Db,
  items: readonly ItemRecord[],
  named: { request: string; lineOf: (at: number) => string },
  pays: readonly Pay[],
): Promise<readonly Cells[]> => {
  const ids = items.flatMap((i) => i.workHourId ?? []);
  if (ids.length === 0) return [hourHeads];
  const [hours, { timeZone }] = await Promise.all([hoursNamed(db, ids), readOrganization(db)]);
  const by = new Map(hours.map((h) => [h.id, h]));
  const lines = items.flatMap((i, at) => {
    const h = by.get(i.workHourId ?? "");
    if (!h) return [];
    const paid =
      i.kind === "labor"
        ? pays.filter((pay) => covers(pay, { person: i.person, day: i.dayFrom }))
        : [];
    const head = [
      ...[named.request, named.lineOf(at), h.person, h.unit, h.laborClass, h.workedOn],
      ...[zonedText(h.fromAt, timeZone), zonedText(h.toAt, timeZone)],
      ...[h.breakMinutes, h.standbyMinutes, h.minutes, h.pay, h.activity, h.enteredBy],
      ...[h.approvedBy, h.approvedAt && zonedText(h.approvedAt, timeZone)],
    ];
    // A day that two journals paid stands with each of them.
    return (paid.length > 0 ? paid : [null]).map((pay): Cells => [
      ...head,
      pay?.documentNumber ?? null,
      pay?.incurredFrom ?? null,
      pay?.incurredTo ?? null,
      pay?.paid ?? null,
    ]);
  });
  return [hourHeads, ...lines];
};
