import { conflict, invalidField } from "#kernel/errors.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { rulesOn, strictestNumber, type Rule } from "#areas/governance/governance.public.ts";
import type { LikePurchases } from "./advice.model.ts";
import { likeAmount, lookback, type Asking, type Likeness } from "./lookback.service.ts";
import {
  adviseMethod,
  methodObjection,
  methodRules,
  outgrown,
  type Method,
  type MethodAdvice,
} from "./method.model.ts";
import { queueAlike } from "./queue.service.ts";

/** The rules that a purchase asks: methods with their thresholds, and the look-back. */
export const rulesOfPurchases = [...Object.values(methodRules), "splitLookback"];

/** How far back like purchases count, by the rule of that day; 0 when no such rule holds. */
export const lookbackMonths = (rules: readonly Rule[], day: string): number =>
  strictestNumber(rules, "splitLookback", "months", day, "most") ?? 0;

/** A purchase to be weighed: its cents, and the method that was chosen for it, if one was. */
export type Purchase = {
  id: string;
  departmentId: string;
  /** Of whom it is bought, where that is known. */
  vendorId?: string | null | undefined;
  amount: number;
  method?: Method | null | undefined;
  methodReason?: string | undefined;
  /** Of a public exigency or emergency: the ground of buying without competition. */
  emergency?: boolean | undefined;
  /** Of an order that went out and grows: how it was bought. That stands while it does for the new amount and no other method is named. */ inForce?:
    | InForce
    | undefined;
  /** Of an order: what it took of its requisitions is counted with it. */ took?: boolean;
};
/**
 * The method of an order that went out, and the reason that was given for it. `yields`: approved
 * with the requisitions of an order that has not gone out; where it does not do for their sum, the
 * order takes the one that does.
 */
export type InForce = { method: Method; reason: string; yields?: boolean };
/**
 * How it is bought and why; `aggregateAmount` in cents with like purchases, `splitWarning` where
 * they change the method.
 */
export type Checked = {
  method: Method;
  methodCitation: string;
  aggregateAmount: number;
  splitWarning: boolean;
};

// What stands unless another method is named.
const standingOf = ({ inForce, method }: Purchase, advice: MethodAdvice): InForce | null => {
  if (!inForce || (method ?? inForce.method) !== inForce.method) return null;
  return inForce.yields && outgrown(advice, inForce.method, inForce.reason) ? null : inForce;
};

// An emergency names its own ground among those of buying without competition.
const grounds = (citation: string, p: Purchase, method: Method): string =>
  p.emergency && method === "noncompetitive" && citation === "2 CFR 200.320(c)"
    ? `${citation}(3)`
    : citation;

const check = (p: Purchase, rules: readonly Rule[], day: string, like: number): Checked => {
  const aggregate = p.amount + like;
  const advice = adviseMethod(rules, day, aggregate);
  const alone = adviseMethod(rules, day, p.amount);
  if (!advice || !alone)
    throw conflict(
      "no_rules",
      `No procurement thresholds hold on ${day}. An administrator must add the rules.`,
    );
  const standing = standingOf(p, advice);
  const method = p.method ?? standing?.method ?? advice.method;
  const objection = standing
    ? outgrown(advice, standing.method, p.methodReason || standing.reason)
    : methodObjection(advice, method, p.methodReason ?? "");
  if (objection)
    throw invalidField(
      p.method === "noncompetitive" && advice.alternatives.includes("noncompetitive")
        ? "methodReason"
        : "method",
      objection,
      "method_not_allowed",
    );
  const ofMethod = rulesOn(rules, day).find((rule) => rule.key === methodRules[method]);
  const citation =
    method === advice.method ? advice.citation : (ofMethod?.citation ?? advice.citation);
  return {
    method,
    methodCitation: grounds(citation, p, method),
    aggregateAmount: aggregate,
    splitWarning: advice.method !== alone.method,
  };
};

/**
 * Checks how a purchase that is sent today is bought, in its turn among those that are sent at the
 * same moment and could be alike (`queueAlike`): what counts against the thresholds is its amount
 * and that of its like purchases of the look-back.
 * 422 method_not_allowed at `method` or `methodReason` where the chosen one is not allowed, 409
 * no_rules where no thresholds hold. 2 CFR 200.320.
 */
export const checkPurchase = async (
  tx: Tx,
  purchase: Purchase,
  like: Likeness,
  rules: readonly Rule[],
): Promise<Checked> => {
  const day = businessDate(tx.scope);
  const months = lookbackMonths(rules, day);
  // Both go out in one round trip; the second reads what stands once the first has its turn.
  const [, amount] = await Promise.all([
    months > 0 ? queueAlike(tx, purchase.departmentId, like) : null,
    likeAmount(
      tx,
      {
        id: purchase.id,
        departmentId: purchase.departmentId,
        vendorId: purchase.vendorId,
        day,
        took: purchase.took ?? Boolean(purchase.inForce),
      },
      like,
      months,
    ),
  ]);
  return check(purchase, rules, day, amount);
};

/**
 * What a reader is told of a purchase of so many cents on that day: the suggestion, its like
 * purchases, and whether they change the method.
 */
export type Advised = {
  advice: MethodAdvice | null;
  aggregate: number;
  near: LikePurchases;
  crosses: boolean;
};

/** The same as a suggestion, for whoever still writes or reads the purchase; nothing is refused. */
export const advisePurchase = async (
  db: Db,
  asking: Asking,
  amount: number,
  like: Likeness,
  rules: readonly Rule[],
): Promise<Advised> => {
  const { day } = asking;
  const near = await lookback(db, asking, like, lookbackMonths(rules, day));
  const aggregate = amount + near.amount;
  const advice = adviseMethod(rules, day, aggregate);
  return {
    advice,
    aggregate,
    near,
    crosses: advice?.method !== adviseMethod(rules, day, amount)?.method,
  };
};
