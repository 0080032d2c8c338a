import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Tx } from "#server/db/db.ts";
import type { Phase } from "../request/request.model.ts";

/** A request that a plan adopted: its project of the ledger by code, its place, phases and funding. */
export type AdoptedRequest = {
  requestId: string;
  title: string;
  description: string;
  departmentId: string;
  segmentCode: string;
  latitude: string | null;
  longitude: string | null;
  phases: Phase[];
  /** Cents by fiscal year and source, as the plan chose them. */
  funding: { source: string; year: number; cents: number }[];
};
type Heard = (tx: Tx, actor: Actor, adopted: AdoptedRequest) => Promise<void>;

const listeners: Heard[] = [];

/** Who hears that a plan adopted a request, in the transaction of the decision. */
export const adoptedRequests = extensionPoint<Heard>(
  "requests that a capital plan adopted",
  (heard) => void listeners.push(heard),
);

/** Tells everybody who hears of adopted requests. */
export const tellAdopted = async (tx: Tx, actor: Actor, adopted: AdoptedRequest): Promise<void> => {
  for (const heard of listeners) await heard(tx, actor, adopted);
};
