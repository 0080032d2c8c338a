import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { dayIn } from "#server/clock.ts";
import { change, note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { assetNoun } from "../asset/asset.noun.ts";
import { asset, assetDowntime } from "../assets.tables.ts";
import type { DowntimeChange, DowntimeInput, serviceDayInput } from "./downtime.model.ts";

type Asset = typeof asset.$inferSelect;

const refuseTimes = (tx: Tx, a: Asset, said: DowntimeInput, open: boolean) => {
  const now = businessNow(tx.scope).toISOString();
  if (!a.inServiceOn)
    throw conflict("never_in_service", "Put it in service first: before that it was not down.");
  if (said.fromAt > now) throw invalidField("fromAt", "This time is still to come.");
  if (said.untilAt && said.untilAt > now)
    throw invalidField("untilAt", "This time is still to come.");
  if (said.untilAt && said.untilAt <= said.fromAt)
    throw invalidField("untilAt", "It ends before it begins.");
  if (dayIn(tx.scope, said.fromAt) < a.inServiceOn)
    throw invalidField("fromAt", "It was not in service yet at this time.");
  if (!said.untilAt && !open)
    throw invalidField(
      "untilAt",
      "Enter when it ended. While it goes on, Take out of service says it.",
    );
};

const refuseOverlap = async (tx: Tx, assetId: string, said: DowntimeInput, but: string | null) => {
  const other = await tx.maybe<{ fromAt: Instant }>(sql`
    select from_at
    from asset_downtime
    where org_id = ${tx.scope.orgId}
      and asset_id = ${assetId}
      and id is distinct from ${but}::uuid
      and tstzrange(from_at, until_at) && tstzrange(
        ${said.fromAt}::timestamptz, ${said.untilAt}::timestamptz
      )
    limit 1
  `);
  if (other) throw invalidField("fromAt", "It was out of service already within this time.");
};

/** Enters a time out of service afterwards, or corrects one; what goes on keeps going on. */
export const saveDowntime = async (
  tx: Tx,
  actor: Actor,
  assetId: string,
  given: DowntimeChange,
  downtimeId: string | null = null,
): Promise<{ id: string }> => {
  const a = await lockRow(tx, asset, assetId, "asset");
  const before = downtimeId ? await getRow(tx, assetDowntime, downtimeId, "time") : null;
  const untilAt = given.untilAt === undefined ? (before?.untilAt ?? null) : given.untilAt;
  const said: DowntimeInput = { ...given, untilAt };
  refuseTimes(tx, a, said, before !== null && before.untilAt === null);
  if (before && before.untilAt === null && said.untilAt)
    throw invalidField("untilAt", "Put back in service ends what goes on.");
  await refuseOverlap(tx, assetId, said, downtimeId);
  const row = before
    ? await updateRow(tx, assetDowntime, before.id, said)
    : await insertRow(tx, assetDowntime, { ...said, orgId: a.orgId, id: newId(), assetId });
  note(tx, actor, "asset", a, {
    action: before ? "changeDowntime" : "enterDowntime",
    before,
    after: row,
  });
  return { id: row.id };
};

/** Corrects the first day in service: depreciation begins there, and hours of service are counted from it. */
export const correctServiceDay = (
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
  { on, reason }: z.output<typeof serviceDayInput>,
): Promise<Asset> =>
  change(tx, actor, assetNoun, {
    id,
    version,
    action: "serviceDay",
    effect: async (a) => {
      if (!a.inServiceOn || a.status === "disposed")
        throw conflict(
          "no_service_day",
          "Only what was put in service and not disposed of has one.",
        );
      if (on > businessDate(tx.scope)) throw invalidField("on", "This day is still to come.");
      const first = await tx.maybe<{ fromAt: Instant }>(sql`
        select min(from_at) as from_at
        from asset_downtime
        where org_id = ${a.orgId} and asset_id = ${id}
        having min(from_at) is not null
      `);
      if (first && dayIn(tx.scope, first.fromAt) < on)
        throw invalidField("on", "It was out of service before this day already.");
      return { patch: { inServiceOn: on }, note: reason };
    },
  });
