import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { type BidAction } from "#areas/sourcing/sourcing.public.ts";
import { bidNoun } from "#areas/sourcing/sourcing.server.ts";

export type Outcome = "responsive" | "nonresponsive" | "selected" | "not_selected";
const ways: Readonly<Record<Outcome, Readonly<Record<string, readonly BidAction[]>>>> = {
  responsive: { opened: ["accept"], nonresponsive: ["reconsider", "accept"] },
  nonresponsive: { opened: ["reject"], responsive: ["reject"] },
  selected: {
    opened: ["select"],
    responsive: ["select"],
    evaluated: ["select"],
    not_selected: ["select"],
  },
  not_selected: {
    opened: ["decline"],
    responsive: ["decline"],
    evaluated: ["decline"],
    selected: ["decline"],
  },
};

/** Tells a bid what became of it; nothing where it stands so already, or was not responsive. */
export const judgeBid = async (
  tx: Tx,
  actor: Actor,
  bidId: string,
  outcome: Outcome,
  reason: string,
): Promise<void> => {
  const bid = await tx.maybe<{ status: string }>(
    sql`select status from bid where org_id = ${tx.scope.orgId} and id = ${bidId} for update`,
  );
  for (const action of ways[outcome][bid?.status ?? ""] ?? [])
    await transition(tx, { ...actor, kind: "system" }, bidNoun, {
      id: bidId,
      action,
      reason: reason || "Decided in the evaluation",
    });
};
