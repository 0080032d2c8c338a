import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";

/** A claim that a payment does not stand behind any more, in cents. */
export type Uncovered = {
  claimerId: string;
  claimerNumber: string;
  funderId: string;
  funderNumber: string;
  documentNumber: string;
  uncovered: number;
  /** What it was before: less of it is uncovered now where this is more. */
  before: number;
};

/** Who takes costs for its money: a drawdown of an award, a project of public assistance. */
export type Claimer = {
  kind: string;
  /** Where the claim's record and its funder stand. */
  claimHref: (id: string) => string;
  funderHref: (id: string) => string;
  /** What funds these account strings, claimed or not. */
  funders: (
    db: Db,
    accountStringIds: readonly string[],
  ) => Promise<{ id: string; number: string }[]>;
  /** Called in the transaction that takes the cover of claims away, or gives it back. */
  uncovered: (tx: Tx, actor: Actor, claims: readonly Uncovered[], why: string) => Promise<void>;
};

const known = new Map<string, Claimer>();
export const claimers = extensionPoint<Claimer>("claimers", (c) => void known.set(c.kind, c));
export const claimerOf = (kind: string): Claimer | null => known.get(kind) ?? null;
export const allClaimers = (): readonly Claimer[] => [...known.values()];
