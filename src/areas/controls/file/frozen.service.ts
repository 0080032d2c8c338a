import { createHash } from "node:crypto";
import { systemActor } from "#kernel/access.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import type { FileLine } from "#kernel/purchase-file.ts";
import { addMonths, type Instant } from "#kernel/time.ts";
import { rulesOn } from "#areas/governance/governance.public.ts";
import { listRules, orderPackage, packageMade } from "#areas/governance/governance.server.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import { note } from "#server/change.ts";
import type { LedgerEntry } from "#server/audit/ledger.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { FileDetail } from "./file.model.ts";
import { filesOf, recordsOf, type PurchaseFile } from "./filed.service.ts";

/** Steps behind which an order is over. */
export const endings = [
  "purchaseOrder.close",
  "purchaseOrder.shortClose",
  "purchaseOrder.end",
] as const;

/** So many files one pass looks at, each once an hour. */
const most = 50;

/** Keeps in mind that the files of orders that ended are to be frozen once they are paid. */
export const awaitFreezing = async (tx: Tx, entries: readonly LedgerEntry[]): Promise<void> => {
  const ids = entries.flatMap(({ action, objectId }) =>
    (endings as readonly string[]).includes(action) ? [objectId] : [],
  );
  if (ids.length === 0) return;
  await tx.rows(sql`
    insert into purchase_file (org_id, order_id)
    select ${tx.scope.orgId}, id
    from unnest(${[...new Set(ids)]}::uuid[]) id
    on conflict (org_id, order_id)
    do nothing
  `);
};

const freeze = async (tx: Tx, file: PurchaseFile): Promise<void> => {
  const actor = systemActor(tx.scope.orgId!, new Set(["audit.export"]));
  const { id, number } = file.head;
  const digest = createHash("sha256").update(canonicalJson(file.lines)).digest("hex");
  const { id: packageId } = await orderPackage(tx, actor, {
    title: `File of ${number}`,
    objectIds: recordsOf(file),
  });
  await tx.rows(sql`
    update purchase_file
    set
      frozen_at = clock_timestamp(), looked_at = clock_timestamp(),
      lines = ${JSON.stringify(file.lines)}, digest = ${digest}, package_id = ${packageId}
    where org_id = ${tx.scope.orgId} and order_id = ${id}
  `);
  note(
    tx,
    actor,
    "purchaseOrder",
    { id, number },
    {
      action: "freezeFile",
      after: { sha256: digest, packageId },
    },
  );
};

/**
 * Freezes the files of orders that are over and paid: their lines as they stand, and the package of
 * their evidence, which a job makes. What is not paid yet is looked at again in an hour.
 */
export const freezeFiles = async (tx: Tx): Promise<void> => {
  const waiting = await tx.rows<{ orderId: string }>(sql`
    select order_id
    from purchase_file
    where org_id = ${tx.scope.orgId}
      and frozen_at is null
      and (looked_at is null or looked_at < clock_timestamp() - interval '1 hour')
    order by looked_at nulls first, order_id
    limit ${most}
    for update skip locked
  `);
  if (waiting.length === 0) return;
  const ids = waiting.map(({ orderId }) => orderId);
  const files = await filesOf(tx, ids);
  await tx.rows(sql`
    update purchase_file
    set looked_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and order_id = any(${ids}::uuid[])
  `);
  for (const file of files.filter((each) => each.settled)) await freeze(tx, file);
};

type Frozen = {
  frozenAt: Instant;
  lines: readonly FileLine[];
  digest: string;
  packageId: string | null;
};

/** How the file of an order was frozen, and until when it is kept at least; null before. */
export const frozenFile = async (db: Db, orderId: string): Promise<FileDetail["frozen"]> => {
  const [row, rules] = await Promise.all([
    db.maybe<Frozen>(sql`
      select frozen_at, lines, digest, package_id
      from purchase_file
      where org_id = ${db.scope.orgId} and order_id = ${orderId} and frozen_at is not null
    `),
    listRules(db, ["recordRetention"]),
  ]);
  if (!row) return null;
  const kept = rulesOn(rules, businessDate(db.scope)).toSorted(
    (a, b) => Number(b.parameters.years) - Number(a.parameters.years),
  )[0];
  return {
    at: row.frozenAt,
    lines: row.lines as FileDetail["lines"],
    digest: row.digest,
    packageId: row.packageId,
    packageReady: await packageMade(db, row.packageId),
    keptUntil: addMonths(dayIn(db.scope, row.frozenAt), 12 * Number(kept?.parameters.years ?? 3)),
    citation: kept?.citation ?? "2 CFR 200.334",
  };
};
