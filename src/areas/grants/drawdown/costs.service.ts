import { formatDate } from "#kernel/dates.ts";
import { invalidField } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { addDays } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import type { ClaimRow, Cost } from "#areas/finance/finance.server.ts";
import type { AwardRecord } from "../award/award.noun.ts";
import type { Books } from "../award/books.service.ts";
import type { Term } from "../award/award.model.ts";
import type { Taken } from "./share.model.ts";

const dayAfter = (day: string, days: number): string => addDays(day, days);

/** Why the award does not pay a cost, null when it does. */
export const whyNot = (
  w: Pick<AwardRecord, "periodFrom" | "periodTo" | "preawardFrom">,
  terms: readonly Term[],
  c: Pick<Cost, "incurredFrom" | "incurredTo" | "objectClass">,
): string | null => {
  const from = w.preawardFrom ?? w.periodFrom;
  if (c.incurredFrom < from)
    return `Incurred from ${formatDate(c.incurredFrom)}, before the period`;
  if (c.incurredTo > w.periodTo)
    return `Incurred until ${formatDate(c.incurredTo)}, after the period`;
  const term = terms.find((t) => t.kind === "unallowable" && t.objectClass === c.objectClass);
  return term ? `Not allowed: ${term.document}${term.page ? `, page ${term.page}` : ""}` : null;
};

/** What a request may take: cents of paid lines, or what it has to give back (negative). */
export type Choice = { cost: Cost; cents: number; why: string | null };

/** Cents of a bill that the award does not draw now, and why. */
export type DrawdownHold = { invoiceId: string; cents: number; why: string };
type HoldsOf = (db: Db, awardId: string) => Promise<readonly DrawdownHold[]>;
const bringers: HoldsOf[] = [];
/** Areas say what of an award's bills is held back: what a review of a subrecipient questions. */
export const drawdownHolds = extensionPoint<HoldsOf>(
  "what is not drawn of an award's bills",
  (holds) => void bringers.push(holds),
);
export const holdsOf = async (db: Db, awardId: string): Promise<DrawdownHold[]> =>
  (await Promise.all(bringers.map((holds) => holds(db, awardId)))).flat();

// What is held of a bill comes off what can be drawn of its lines; a line of which nothing is left
// says why.
const withHolds = (choices: readonly Choice[], holds: readonly DrawdownHold[]): Choice[] => {
  const left = new Map<string, DrawdownHold>(holds.map((h) => [h.invoiceId, { ...h }]));
  return choices.map((c) => {
    const hold = c.cost.invoiceId && c.why === null ? left.get(c.cost.invoiceId) : null;
    if (!hold || hold.cents <= 0 || c.cents <= 0) return c;
    const part = Math.min(hold.cents, c.cents);
    hold.cents -= part;
    return part === c.cents ? { ...c, why: hold.why } : { ...c, cents: c.cents - part };
  });
};

const uncoveredOf = (claims: readonly ClaimRow[], lineId: string) =>
  claims.reduce((n, c) => n + (c.costLineId === lineId ? c.uncovered : 0), 0);

/**
 * What can be drawn of an award until a day: what is paid and not claimed; credits and what earlier
 * requests took and is not paid any more come off. An advance takes approved bills that fall due within
 * the days of the award's term.
 */
export const choicesOf = (
  db: Db,
  w: AwardRecord,
  terms: readonly Term[],
  { costs, claims, holds = [] }: Books,
  { kind, through }: { kind: "reimbursement" | "advance" | "refund"; through: string },
): Choice[] => {
  const until = dayAfter(businessDate(db.scope), w.advanceDays);
  const choices = costs
    .filter((c) => c.movesId === null && c.incurredTo <= through)
    .flatMap((cost): Choice[] => {
      const back = uncoveredOf(
        claims.filter((c) => !c.ahead),
        cost.id,
      );
      const due = cost.dueOn !== null && cost.dueOn <= until && cost.source === "invoice";
      const whole = kind === "advance" && due ? cost.cents : cost.paid;
      const open = back !== 0 ? -back : whole - cost.moved - cost.claimed;
      const wanted =
        kind === "refund" ? open < 0 : kind === "advance" ? due && open > 0 : open !== 0;
      return wanted && (cost.claimed <= whole - cost.moved || back !== 0 || open < 0)
        ? [{ cost, cents: open, why: open < 0 ? null : whyNot(w, terms, cost) }]
        : [];
    });
  return withHolds(choices, holds);
};

type Part = { costLineId: string; cents: number };

/** What the award holds of a line, but for what comes off it anyway. */
const heldCents = ({ claims }: Books, lineId: string): number =>
  claims.reduce((n, c) => n + (c.costLineId === lineId ? c.cents - c.uncovered : 0), 0);

const givenBack = (books: Books, parts: readonly Part[]): Taken[] =>
  parts.flatMap((part, n) => {
    if (part.cents >= 0) return [];
    const held = heldCents(books, part.costLineId);
    if (-part.cents > held)
      throw invalidField(
        `parts.${n}.cents`,
        `${formatCents(held)} of this cost are drawn for this award; no more is given back.`,
      );
    return [part];
  });

/**
 * The choice of lines as a request takes them, or parts of them; what must come off always comes with
 * it, and what is given back is what the award holds. 422 at the part that is too much.
 */
export const takenOf = (
  choices: readonly Choice[],
  { costLineIds, parts }: { costLineIds?: readonly string[] | null; parts: readonly Part[] },
  books: Books,
): Taken[] => {
  const partOf = new Map(
    parts.flatMap((p, n) => (p.cents >= 0 ? [[p.costLineId, n] as const] : [])),
  );
  const wanted = (id: string) =>
    costLineIds === undefined || costLineIds === null
      ? !parts.some((p) => p.costLineId === id && p.cents <= 0)
      : costLineIds.includes(id);
  const taken = choices
    .filter((c) => c.why === null && (c.cents < 0 || wanted(c.cost.id)))
    .map((c) => {
      const n = c.cents > 0 ? partOf.get(c.cost.id) : undefined;
      const cents = n === undefined ? c.cents : parts[n]!.cents;
      if (n !== undefined && (cents < 1 || cents > c.cents))
        throw invalidField(
          `parts.${n}.cents`,
          `Enter an amount up to ${formatCents(c.cents)}: that is what is left of this cost.`,
        );
      return { costLineId: c.cost.id, cents };
    });
  const back = givenBack(books, parts);
  const both = back.find((b) => taken.some((t) => t.costLineId === b.costLineId));
  if (both)
    throw invalidField(
      `parts.${parts.indexOf(both)}.cents`,
      "A request draws on a cost or gives it back, not both.",
    );
  return [...taken, ...back];
};
