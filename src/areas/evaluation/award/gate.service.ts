import { formatInstant } from "#kernel/dates.ts";
import type { GateFinding } from "#kernel/gate.ts";
import { compareQuantity } from "#kernel/quantity.ts";
import { heldBack } from "#server/controls/gates.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  insuranceStandings,
  insuranceStop,
  leftToOrder,
  ofSolicitation,
  overAccounts,
} from "#areas/procurement/procurement.server.ts";
import { getRow } from "#server/db/rows.ts";
import { hasExclusionList } from "#areas/vendors/vendors.server.ts";
import { itemsOf, shortagesNow } from "./award-order.service.ts";
import type { LoadedAward } from "./award.noun.ts";
import { awardScenario } from "./award.tables.ts";
import { awardGate, type AwardGateFacts } from "./gate.model.ts";
import { divided } from "./growth.model.ts";
import type { AwardPart } from "./scenario.model.ts";
import type { StoredAnswer } from "./scenario.service.ts";

const winnersOf = (db: Db, parts: readonly AwardPart[]) =>
  db.rows<AwardGateFacts["winners"][number]>(sql`
    select name, status, screening_result as screening
    from vendor
    where org_id = ${db.scope.orgId} and id = any(${parts.map((part) => part.vendorId)}::uuid[])
    order by name
  `);

// What the orders would take of their requisitions' lines, order by order.
const moneyOf = async (db: Db, solicitationId: string, parts: readonly AwardPart[]) => {
  const items = await itemsOf(db, solicitationId);
  const left = await leftToOrder(
    db,
    [...items.values()].flatMap((item) => item.requisitionLineId ?? []),
  );
  const wanted = parts.map((part) =>
    part.lines.flatMap((line) => {
      const from = items.get(line.itemId)?.requisitionLineId;
      const { within } = divided(line, (from && left.get(from)?.left) || "0");
      return from && compareQuantity(within, "0") > 0
        ? [{ requisitionLineId: from, quantity: within, unitPrice: line.unitPrice }]
        : [];
    }),
  );
  const free = parts
    .flatMap((part) => part.lines)
    .filter((line) => !items.get(line.itemId)?.requisitionLineId).length;
  return { over: await overAccounts(db, wanted), free };
};

/** What controls of the agency stop the award of a solicitation for, as it stands. */
export const heldByControls = async (db: Db, solicitationId: string): Promise<string[]> =>
  (await heldBack(db, "award.approve", [solicitationId])).map(({ reason }) => reason);

/** The gate of these parts without an intent: who wins, with which money. */
const ofParts = async (
  db: Db,
  solicitationId: string,
  parts: readonly AwardPart[],
): Promise<Omit<AwardGateFacts, "openProtests" | "window" | "uninsured">> => {
  const [winners, list, money, shortages, held] = await Promise.all([
    winnersOf(db, parts),
    hasExclusionList(db),
    moneyOf(db, solicitationId, parts),
    shortagesNow(db, solicitationId, parts),
    heldByControls(db, solicitationId),
  ]);
  return {
    winners,
    held,
    hasList: list,
    ...money,
    growth: shortages.filter((each) => !each.announced),
  };
};

/** The last gate of an award that is intended, as it stands now. */
export const gateOfAward = async (db: Db, row: LoadedAward): Promise<GateFinding[]> =>
  awardGate({
    ...(await ofParts(db, row.solicitationId, row.parts)),
    openProtests: row.openProtests,
    uninsured: row.uninsured,
    window: {
      over: row.windowOver,
      ends: formatInstant(row.windowEndsAt, db.scope.timeZone ?? "UTC"),
    },
  });

/** The same of what an evaluation would recommend, before an intent is posted. */
const gateOfParts = async (
  db: Db,
  solicitationId: string,
  parts: readonly AwardPart[],
): Promise<GateFinding[]> => {
  const standings = await insuranceStandings(
    db,
    await ofSolicitation(db, solicitationId),
    parts.map((part) => part.vendorId),
  );
  return awardGate({
    ...(await ofParts(db, solicitationId, parts)),
    openProtests: 0,
    window: null,
    uninsured: insuranceStop(standings),
  });
};

/** The same of the scenario that an evaluation recommends; null while it recommends none. */
export const gateOfRecommended = async (
  db: Db,
  of: { solicitationId: string; scenarioId: string | null },
): Promise<GateFinding[] | null> => {
  if (!of.scenarioId) return null;
  const { answer } = await getRow(db, awardScenario, of.scenarioId, "scenario");
  return gateOfParts(db, of.solicitationId, (answer as StoredAnswer).parts);
};
