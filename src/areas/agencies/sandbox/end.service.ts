import { systemActor } from "#kernel/access.ts";
import { instantAt } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { beginEndOfCopy, deletionRound } from "../deletion/delete.service.ts";
import { copyOf } from "./practice.service.ts";
import { sandboxDays } from "./sandbox.labels.ts";
import { closeSandbox, sandboxName, turnToCopy, type SandboxRecord } from "./sandbox.service.ts";
import { agencySandbox } from "./sandbox.tables.ts";

type Standing = { orgId: string; id: string; copyId: string; due: boolean };

/** Copies that are being ended, and those whose days are over. */
const standing = (app: App): Promise<Standing[]> =>
  identityDb(app.database).rows<Standing>(sql`
    select org_id, id, copy_id, status = 'open' as due
    from agency_sandbox
    where status = 'ending' or (status = 'open' and ends_at <= clock_timestamp())
    order by ends_at
    limit 50
  `);

const withRow = <T>(
  app: App,
  { orgId, id }: Standing,
  work: (
    row: SandboxRecord,
    of: { tx: Parameters<typeof closeSandbox>[0]; actor: ReturnType<typeof systemActor> },
  ) => Promise<T>,
): Promise<T> => {
  const actor = systemActor(orgId);
  return app.database.transaction(actor, async (tx) => {
    await turnToCopy(tx);
    return work(await lockRow(tx, agencySandbox, id, "practice copy"), { tx, actor });
  });
};

const begin = async (app: App, one: Standing): Promise<void> => {
  const said = await withRow(app, one, async (row, { tx, actor }) => {
    if (row.status !== "open") return row;
    return closeSandbox(tx, actor, row, `Its ${sandboxDays} days are over.`);
  });
  if ((await copyOf(app, one.orgId)) === one.copyId)
    await beginEndOfCopy(app, one.copyId, {
      reason: said.endedReason || said.failure || "It was not opened.",
      name: said.endedName || "Levee",
    });
};

const finish = (app: App, one: Standing): Promise<void> =>
  withRow(app, one, async (row, { tx, actor }) => {
    if (row.status !== "ending") return;
    await updateRow(tx, agencySandbox, row.id, {
      status: "ended",
      endedAt: instantAt(businessNow(tx.scope)),
      version: row.version + 1,
    });
    note(tx, actor, sandboxName, row.id, { action: "finish", after: { status: "ended" } });
  });

/**
 * Ends copies whose days are over or that somebody ended, deletes what is due, and tells which copies
 * are gone. Gives how many agencies and copies were deleted.
 */
export const roundOfEnds = async (app: App): Promise<number> => {
  for (const one of await standing(app)) await begin(app, one);
  const gone = await deletionRound(app);
  for (const one of await standing(app))
    if ((await copyOf(app, one.orgId)) !== one.copyId) await finish(app, one);
  return gone;
};
