import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import type { Term } from "./award.model.ts";

type Held = {
  number: string;
  status: string;
  periodFrom: Day;
  periodTo: Day;
  preawardFrom: Day | null;
};
/** What is charged to an award: cents not held by the ledger yet are `fresh`. */
export type Charge = {
  objectClass: string;
  cents: number;
  fresh: number;
  incurredOn: Day;
  unitCents?: number | null;
  subaward?: boolean;
};
const cited = (term: Pick<Term, "document" | "page">) =>
  term.page ? `${term.document}, page ${term.page}` : term.document;

const periodStop = (w: Held, on: Day): string | null => {
  const from = w.preawardFrom ?? w.periodFrom;
  if (on < from)
    return `the cost is incurred on ${formatDate(on)}, before ${w.number} begins on ${formatDate(from)}, and no pre-award cost was approved for that day (2 CFR 200.458)`;
  return on > w.periodTo
    ? `the cost is incurred on ${formatDate(on)}, after the period of ${w.number} ended on ${formatDate(w.periodTo)} (2 CFR 200.403(h))`
    : null;
};

const statusStop = (w: Held): string | null =>
  w.status === "suspended"
    ? `${w.number} is suspended (2 CFR 200.339)`
    : w.status === "closed" || w.status === "declined"
      ? `${w.number} is ${w.status}`
      : w.status === "offered"
        ? `${w.number} is offered and not accepted yet`
        : null;

const termStop = (term: Term, charge: Charge, spent: ReadonlyMap<string, number>) => {
  const at = `(${cited(term)})`;
  if (term.kind === "unallowable" && term.objectClass === charge.objectClass)
    return `the award does not pay for this class of cost: ${term.words} ${at}`;
  if (term.kind === "ceiling" && term.objectClass === charge.objectClass) {
    const sum = (spent.get(charge.objectClass) ?? 0) + charge.fresh;
    return charge.fresh > 0 && sum > term.cents!
      ? `the ceiling of this class is ${formatCents(term.cents!)}, and this brings it to ${formatCents(sum)} ${at}`
      : null;
  }
  if (
    term.kind === "equipment" &&
    charge.objectClass === "equipment" &&
    (charge.unitCents ?? charge.cents) >= term.cents! &&
    !term.approvedOn
  )
    return `equipment of ${formatCents(term.cents!)} or more needs the grantor's approval, and none is on file ${at}`;
  if (term.kind === "subaward" && charge.subaward && !term.approvedOn)
    return `a subaward needs the grantor's approval, and none is on file ${at}`;
  return null;
};

/**
 * Why an award does not pay a charge: its status, its period, its terms, each with where it stands.
 * `spent`: cents by object class that the ledger holds or expended already.
 */
export const stopsOf = (
  w: Held,
  terms: readonly Term[],
  charge: Charge,
  spent: ReadonlyMap<string, number>,
): string[] =>
  [
    statusStop(w),
    periodStop(w, charge.incurredOn),
    ...terms.map((term) => termStop(term, charge, spent)),
  ].filter((why): why is string => why !== null);
