import { formatCents } from "#kernel/money.ts";
import { isEmergencyWork, type Category } from "../law/categories.labels.ts";

/** What of a cost stands on file. Cents. */
export type CostProof = {
  cents: number;
  paid: number;
  emergency: boolean;
  requisitionId: string | null;
  purchaseOrderId: string | null;
  receiptId: string | null;
  invoiceId: string | null;
  /** Whether the bill itself is attached to the invoice. */
  invoiceFiled: boolean;
  /** Its order is on federal money and bears no clause of appendix II. */
  withoutClauses?: boolean;
};

/** What a cost lacks before it is claimed, each with who owes it. */
export const costLacks = (c: CostProof): string[] => [
  ...(c.requisitionId || c.emergency
    ? []
    : ["No requisition or text of exigency: the department that bought it."]),
  ...(c.purchaseOrderId ? [] : ["No order: purchasing."]),
  ...(c.withoutClauses
    ? ["No clauses of 2 CFR 200, appendix II, on its order: purchasing, by a change order."]
    : []),
  ...(c.receiptId ? [] : ["No receipt: whoever received it."]),
  ...(c.invoiceId
    ? c.invoiceFiled
      ? []
      : ["No file of the invoice: accounts payable attaches the bill."]
    : ["No invoice: accounts payable."]),
  ...(c.paid < c.cents
    ? [`${formatCents(c.cents - c.paid)} are not paid: accounts payable and the treasurer.`]
    : []),
];

/** Damage that a project repairs, as far as it proves lines. */
export type DamageProof = { number: string; documented: boolean; photos: number };

/**
 * What the damage behind a line lacks: permanent work has damage that is documented, each with its photo.
 * Emergency work and management repair none.
 */
export const damageLacks = (category: Category, damage: readonly DamageProof[]): string[] => {
  if (category === "Z" || isEmergencyWork(category)) return [];
  if (damage.length === 0)
    return ["No damage record: the recovery coordinator puts the damage in."];
  return damage.flatMap((d) => [
    ...(d.photos === 0 ? [`No photo of ${d.number}: whoever stands before it.`] : []),
    ...(d.documented ? [] : [`${d.number} is not documented yet: inspector and coordinator.`]),
  ]);
};

/** Labor as it is claimed, and pay as it was posted; days both inclusive, cents. */
export type Labor = { id: string; person: string; day: string; cents: number };
export type Pay = {
  costLineId: string;
  employee: string;
  incurredFrom: string;
  incurredTo: string;
  open: number;
};
export type Taken = { itemId: string; costLineId: string; cents: number };

/** Whether a posted pay is of this person and has this day in its period. */
export const covers = (
  pay: Pick<Pay, "employee" | "incurredFrom" | "incurredTo">,
  labor: Pick<Labor, "person" | "day">,
): boolean =>
  pay.employee.trim().toLowerCase() === labor.person.trim().toLowerCase() &&
  pay.incurredFrom <= labor.day &&
  labor.day <= pay.incurredTo;

/**
 * Ties hours to the pay of their person and period: never more is claimed than was paid and is not
 * claimed elsewhere. What cannot be tied is named with the difference.
 */
export const tieOut = (
  labor: readonly Labor[],
  pays: readonly Pay[],
): { taken: Taken[]; short: ReadonlyMap<string, string> } => {
  const open = new Map(pays.map((p) => [p.costLineId, p.open]));
  const taken: Taken[] = [];
  const short = new Map<string, string>();
  for (const l of labor) {
    const mine = pays.filter((p) => covers(p, l));
    const room = mine.reduce((n, p) => n + Math.max(0, open.get(p.costLineId)!), 0);
    if (room < l.cents) {
      short.set(
        l.id,
        mine.length === 0
          ? `No posted pay of ${l.person} for this day: payroll.`
          : `Claimed ${formatCents(l.cents)}, but only ${formatCents(room)} of the pay of ${l.person} are open: payroll.`,
      );
      continue;
    }
    let left = l.cents;
    for (const pay of mine) {
      const part = Math.min(left, Math.max(0, open.get(pay.costLineId)!));
      if (part === 0) continue;
      open.set(pay.costLineId, open.get(pay.costLineId)! - part);
      taken.push({ itemId: l.id, costLineId: pay.costLineId, cents: part });
      left -= part;
    }
  }
  return { taken, short };
};
