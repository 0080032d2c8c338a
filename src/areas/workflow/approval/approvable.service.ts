import type { Actor } from "#kernel/access.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { extensionPoint } from "#server/area.ts";
import type { ApprovableType } from "../policy/policy.model.ts";

export type ApprovalSummary = {
  facts: { label: string; value: string }[];
  lines: { description: string; quantity: string; unitPrice: string; amount: number }[];
  /**
   * Cents per account; `before` and `after`: what is available without and with this document,
   * where that can be told.
   */
  budget: {
    code: string;
    fund: string;
    budget: number;
    preEncumbered: number;
    encumbered: number;
    expended: number;
    available: number;
    stop: "hard" | "soft";
    amount: number;
    before?: number;
    after?: number;
  }[];
  checks: { ok: boolean; text: string; citation?: string }[];
};

/**
 * What a document's area does when its approval ends; runs in the deciding transaction, as the
 * system in that person's name.
 */
export type Approvable = {
  type: ApprovableType;
  approved: (tx: Tx, actor: Actor, documentId: string) => Promise<void>;
  returned: (tx: Tx, actor: Actor, documentId: string, comment: string) => Promise<void>;
  rejected: (tx: Tx, actor: Actor, documentId: string, comment: string) => Promise<void>;
  /** Where the document opens in the app. */
  href: (documentId: string) => string;
  /** What an approver wants to see before deciding. */
  summary: (db: Db, documentId: string) => Promise<ApprovalSummary>;
  /**
   * Who had the duty before this one, which a delegation must not join with deciding: nobody of
   * them decides the document for somebody else.
   */
  dutyBefore?: (db: Db, documentId: string) => Promise<{ people: readonly string[]; did: string }>;
};

const registry = new Map<string, Approvable>();

/** An area tells what to do with its documents; once per type. */
export const approvables = extensionPoint<Approvable>("approvable documents", (approvable) => {
  registry.set(approvable.type, approvable);
});

/** The types of documents that some area takes. */
export const approvedTypes = (): readonly string[] => [...registry.keys()];

/** The area's part for a document type; throws when no area took it. */
export const approvableOf = (type: string): Approvable => {
  const found = registry.get(type);
  if (!found) throw new Error(`no area approves ${type}`);
  return found;
};
