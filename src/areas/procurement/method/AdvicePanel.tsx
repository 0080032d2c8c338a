import { BadgeCheck, CircleAlert, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { methods, type Method } from "./method.labels.ts";

export type Advice = {
  method: Method;
  alternatives: Method[];
  citation: string;
  reason: string;
  verified: boolean;
  demands: string[];
};
/** Like purchases nearby: how many, their cents together, and the newest of them. */
export type LikePurchases = {
  count: number;
  amount: number;
  newest: {
    kind: "requisition" | "purchaseOrder" | "cardLine";
    id: string;
    number: string;
    title: string;
    amount: number;
    requestedOn: Day;
  }[];
};
export type AdviceAnswer = { advice: Advice | null; aggregate: number; near: LikePurchases };

/**
 * What like purchases are found by: commodity codes, all accounts, and those of lines without a
 * code.
 */
export type Like = {
  codes: readonly string[];
  accounts: readonly string[];
  uncoded: readonly string[];
};

const likeQuery = (like: Like | null): Record<string, string> => {
  const lists = Object.entries({
    commodities: like?.codes ?? [],
    accounts: like?.accounts ?? [],
    uncoded: like?.uncoded ?? [],
  }).flatMap(([name, list]) => (list.length ? [[name, list.join(",")]] : []));
  return Object.fromEntries(lists) as Record<string, string>;
};

/** What an order takes of requisitions: cents by their lines. */
export type Taking = readonly { lineId: string; amount: number }[];

/**
 * The rules' answer for an amount (cents), department and what is bought, today; what it takes of
 * requisitions counts once.
 */
export const useAdvice = (
  amount: number,
  departmentId: string,
  like: Like | null,
  taking: Taking = [],
) => {
  const query = new URLSearchParams({
    amount: String(amount),
    ...(departmentId ? { departmentId } : {}),
    ...likeQuery(like),
    ...(taking.length ? { taking: taking.map((t) => `${t.lineId}:${t.amount}`).join(",") } : {}),
  });
  return useGet<AdviceAnswer>(
    "requisitions",
    `/api/v1/procurement-method-advice?${query.toString()}`,
    { enabled: amount > 0 },
  );
};

/**
 * The same for an order that went out, at another amount: with the method in force, and why that
 * does not do any more. `weighed` is null where an evaluated award decided.
 */
export type ChangeAdvice = {
  weighed:
    | (AdviceAnswer & {
        crosses: boolean;
        inForce: { method: Method; outgrown: string | null } | null;
      })
    | null;
};
export const useChangeAdvice = (orderId: string, amount: number, like: Like) =>
  useGet<ChangeAdvice>(
    "purchase-orders",
    `/api/v1/purchase-orders/${orderId}/change-advice?${new URLSearchParams({ amount: String(amount), ...likeQuery(like) }).toString()}`,
  );

const pageOf = {
  requisition: "requisition",
  purchaseOrder: "order",
  cardLine: "cardLine",
} as const;

/** Like purchases that count toward the same threshold. */
export function NearPurchases({
  near,
  amount,
  crosses,
}: {
  near: LikePurchases;
  amount: number;
  crosses: boolean;
}) {
  if (near.count === 0) return null;
  return (
    <div className={`grid grid-cols-1 gap-2 border-t border-hair pt-3 ${crosses ? "" : "text-t2"}`}>
      <p className={`flex items-start gap-2 ${crosses ? "text-warning" : ""}`}>
        {crosses && <TriangleAlert className="mt-0.5" aria-hidden="true" />}
        <span>
          {counted(near.count, "like purchase")} of this department nearby:{" "}
          {formatCents(near.amount)}. With this one {formatCents(near.amount + amount)} count toward
          the threshold{crosses ? ", which changes the method" : ""}.
        </span>
      </p>
      <ul className="grid grid-cols-1 text-13">
        {near.newest.map((each) => (
          <li key={each.id} className="border-b border-hair py-1.5">
            <span className="flex items-baseline justify-between gap-3">
              <Link className="mono" to={pathTo(pageOf[each.kind], { id: each.id })}>
                {each.number}
              </Link>
              <span className="num shrink-0">{formatCents(each.amount)}</span>
            </span>
            <span className="flex items-baseline justify-between gap-3 text-12 text-t3">
              <span className="min-w-0 truncate">{each.title}</span>
              <span className="shrink-0">{formatDate(each.requestedOn)}</span>
            </span>
          </li>
        ))}
      </ul>
      {near.count > near.newest.length && (
        <p className="text-12 text-t3">and {near.count - near.newest.length} more</p>
      )}
    </div>
  );
}

/** The suggested method with its citation, what it demands, and what else is allowed. */
export function AdviceText({ advice }: { advice: Advice }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="text-16 font-semibold">{methods[advice.method]}</b>
        <span
          className={`inline-flex items-center gap-1.5 text-12 ${advice.verified ? "text-success" : "text-warning"}`}
        >
          {advice.verified ? <BadgeCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
          {advice.verified ? "Rule verified" : "Rule not verified yet"}
        </span>
      </p>
      <p className="text-t2">
        {advice.reason} <span className="text-t3">{advice.citation}</span>
      </p>
      <ul className="grid list-disc gap-2 pl-5">
        {advice.demands.map((demand) => (
          <li key={demand}>{demand}</li>
        ))}
      </ul>
      {advice.alternatives.length > 0 && (
        <p className="text-13 text-t3">
          Also allowed: {advice.alternatives.map((method) => methods[method]).join(", ")}.
        </p>
      )}
    </div>
  );
}

type Bought = {
  method: Method | null;
  methodReason: string;
  advice: Advice | null;
  lookback: LikePurchases;
  amount: number;
  splitWarning: boolean;
};

/**
 * How a purchase is bought: what was chosen and why, what the rules suggest, and what counts with
 * it.
 */
export function MethodPanel({ purchase: p }: { purchase: Bought }) {
  return (
    <Panel title="Method">
      <div className="grid grid-cols-1 gap-3">
        {p.method && p.method !== p.advice?.method && (
          <div>
            <p>
              Chosen: <b className="font-medium">{methods[p.method]}</b>
            </p>
            {p.methodReason && <q className="text-t2">{p.methodReason}</q>}
          </div>
        )}
        {p.advice ? (
          <AdviceText advice={p.advice} />
        ) : (
          <p className="text-warning">No procurement thresholds hold on this day.</p>
        )}
        <NearPurchases near={p.lookback} amount={p.amount} crosses={p.splitWarning} />
      </div>
    </Panel>
  );
}
