import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { grantApplication } from "../preaward.tables.ts";
import type { StoredApplication } from "./application.noun.ts";

/** A draft, locked. 409 once it is none any more. */
export const openDraft = async (tx: Tx, id: string): Promise<StoredApplication> => {
  const row = await lockRow(tx, grantApplication, id, "grant application");
  if (row.status !== "draft")
    throw conflict("not_a_draft", `${row.number} changes only while it is a draft.`);
  return row;
};

/** Writes a change of a part into the history of its application. */
export const write = (
  tx: Tx,
  actor: Actor,
  a: StoredApplication,
  what: string,
  before: object | null,
  after: object,
) => {
  note(tx, actor, "grantApplication", a, {
    action: what,
    before: before as Record<string, unknown> | null,
    after: after as Record<string, unknown>,
    data: { status: a.status },
  });
};

/** Whoever wrote in it neither reviews nor signs it. */
export const notePreparer = async (
  tx: Tx,
  actor: Actor,
  a: StoredApplication,
): Promise<StoredApplication> =>
  actor.personId && !a.preparedBy.includes(actor.personId)
    ? updateRow(tx, grantApplication, a.id, { preparedBy: [...a.preparedBy, actor.personId] })
    : a;
