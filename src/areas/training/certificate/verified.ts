import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";

type Verified = { id: string; holderId: string; code: string };
type Hearer = (tx: Tx, actor: Actor, certificate: Verified) => Promise<void>;
const hearers: Hearer[] = [];

/** Hears of every certificate that is verified, in the transaction that does it. */
export const hearVerified = (hearer: Hearer): void => void hearers.push(hearer);

/** Tells who hears of it. */
export const tellVerified: Hearer = async (tx, actor, certificate) => {
  for (const hear of hearers) await hear(tx, actor, certificate);
};
