import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Tx } from "#server/db/db.ts";

type Hearer = (tx: Tx, actor: Actor, personId: string) => Promise<void>;
const hearers: Hearer[] = [];

/** Areas hear of members who came, or whose role, duties, department, title or supervisor changed. */
export const changedMembers = extensionPoint<Hearer>("members that changed", (hearer) => {
  hearers.push(hearer);
});

/** Tells who hears of it, in the transaction that changes the member. */
export const tellChanged: Hearer = async (tx, actor, personId) => {
  for (const hear of hearers) await hear(tx, actor, personId);
};
