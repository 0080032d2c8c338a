import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { note } from "../change.ts";
import type { Tx } from "../db/db.ts";
import type { Closed, ClosedKind, Closing } from "./closing.ts";

/** What opens something for a while and can be revoked: a key, a token, an invitation. */
type Revocable<R extends { id: string }> = {
  kind: ClosedKind;
  told: Closing["told"];
  /** Where what was told of it is for good, this says what to do. */
  final: string;
  /** Revokes what is good of it: one, by its subject as `told` names it, or all of it (null). */
  revoke: (tx: Tx, subject: string | null) => Promise<R[]>;
  /** Makes one good again; null where its time is over or something newer stands in its place. */
  reopen: (tx: Tx, id: string) => Promise<R | null>;
  /** What it is called in the list of questions. */
  shown: (row: R) => string;
  /** The record whose history tells of it, and what the entry holds. */
  record: (row: R) => {
    type: string;
    id: string;
    number: string;
    after?: Record<string, unknown>;
    event?: null;
  };
  steps: { closed: string; opened: string };
  /** What whoever opens one hears that is over. 409. */
  over: { code: string; sentence: string };
};

/**
 * How what can be revoked is closed after a restore: those that were revoked since the backup, and where
 * nothing tells, all; each closing and opening stands in the history of its record.
 */
export const revocable = <R extends { id: string }>(of: Revocable<R>): Closing => {
  const tell = (tx: Tx, actor: Actor, row: R, action: string, why?: string) => {
    const { type, id, ...entry } = of.record(row);
    note(tx, actor, type, id, { ...entry, action, ...(why === undefined ? {} : { note: why }) });
  };
  const close = async (tx: Tx, actor: Actor, subject: string | null): Promise<Closed[]> => {
    const gone = await of.revoke(tx, subject);
    for (const row of gone) tell(tx, actor, row, of.steps.closed);
    return gone.map((row) => ({ subjectId: row.id, name: of.shown(row), before: {} }));
  };
  return {
    kind: of.kind,
    told: of.told,
    final: of.final,
    close: async (tx, actor, subject) => (await close(tx, actor, subject))[0] ?? null,
    closeAll: (tx, actor) => close(tx, actor, null),
    open: async (tx, actor, { subjectId, reason }) => {
      const opened = await of.reopen(tx, subjectId);
      if (!opened) throw conflict(of.over.code, of.over.sentence);
      tell(tx, actor, opened, of.steps.opened, reason);
      return null;
    },
  };
};

/** Tells of revoked keys and tokens, which entries name by their first letters. */
export const toldByPrefix =
  (revoked: string): Closing["told"] =>
  ({ action, changes }) => {
    if (action !== revoked) return null;
    const prefix = changes.find(({ field }) => field === "prefix")?.after;
    return typeof prefix === "string" ? { subject: prefix, taken: {}, sentence: "Revoked" } : null;
  };
