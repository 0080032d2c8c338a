import { newId } from "#kernel/ids.ts";
import {
  fieldHours,
  hourRatesOf,
  hoursHeldElsewhere,
  type FieldHour,
} from "#areas/assets/assets.server.ts";
import type { AgreementStored } from "../agreement/agreement.noun.ts";
import type { RequestStored } from "../request/request.noun.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { ofMinutes } from "./amounts.model.ts";
import type { BillStored } from "./bill.noun.ts";
import type { NewLine } from "./lines.service.ts";

const pageOf = 5000;
const mostHours = 20_000;

const approvedHours = async (
  db: Db,
  { workOrderId }: Pick<RequestStored, "workOrderId">,
  { startsOn: from, endsOn, endedOn }: AgreementStored,
): Promise<FieldHour[]> => {
  if (!workOrderId) return [];
  const found: FieldHour[] = [];
  for (let after: string | undefined; found.length < mostHours;) {
    const page = await fieldHours(db, {
      ...{ workOrderIds: [workOrderId], from, to: endedOn ?? endsOn },
      ...(after && { after }),
    });
    found.push(...page);
    if (page.length < pageOf) break;
    after = page.at(-1)!.id;
  }
  return found;
};

/** Which of these hours stand on a bill that was not cancelled. */
export const billedHours = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select work_hour_id as id
      from served_bill_line
      where org_id = ${db.scope.orgId} and live and work_hour_id = any(${[...ids]}::uuid[])
    `)
  ).map(({ id }) => id);

// An hour has one funder: what a bill or public assistance has is billed to nobody else.
const notBilled = async (db: Db, hours: readonly FieldHour[]): Promise<FieldHour[]> => {
  const ids = hours.map(({ id }) => id);
  const [billed, elsewhere] = await Promise.all([
    billedHours(db, ids),
    hoursHeldElsewhere(db, "served", ids),
  ]);
  const known = new Set([...billed, ...elsewhere]);
  return hours.filter(({ id }) => !known.has(id));
};

const described = ({ kind, unit, laborClass, activity }: FieldHour): string =>
  [kind === "equipment" ? (unit ?? "Equipment") : (laborClass ?? "Labor"), activity]
    .filter(Boolean)
    .join(": ")
    .slice(0, 500);

/**
 * The approved hours of a request's work order within the agreement's term that no bill has, as lines. People go by
 * the agreed rate, or by the agency's of the day; units always by the agency's. Rows that no rate covers are counted
 * and left for a later bill. `keep` locks the hours where they are taken.
 */
export const hourLines = async (
  db: Db,
  bill: Pick<BillStored, "orgId" | "id">,
  request: Pick<RequestStored, "id" | "service" | "workOrderId">,
  agreement: AgreementStored,
  keep: (hourIds: readonly string[]) => Promise<unknown> = async () => undefined,
): Promise<{ lines: NewLine[]; withoutRate: number }> => {
  const approved = await approvedHours(db, request, agreement);
  const worked = approved.filter(({ pay }) => pay !== "leave");
  await keep(worked.map(({ id }) => id));
  const hours = await notBilled(db, worked);
  const rates = new Map(
    (
      await hourRatesOf(
        db,
        hours.map(({ id }) => id),
      )
    ).map((rate) => [rate.id, rate]),
  );
  const agreed = agreement.services.find(({ code }) => code === request.service)?.rate ?? null;
  const lines = hours.flatMap((hour): NewLine[] => {
    const own = rates.get(hour.id);
    const ofDay = hour.pay === "regular" ? own?.regular : own?.other;
    const rate = hour.kind === "labor" && agreed !== null ? agreed : ofDay;
    if (rate === undefined) return [];
    const cents = ofMinutes(hour.minutes, rate) + ofMinutes(hour.standbyMinutes, own?.other ?? 0);
    if (cents === 0) return [];
    return [
      {
        ...{ orgId: bill.orgId, id: newId(), billId: bill.id, requestId: request.id },
        ...{ kind: "hour", service: request.service, description: described(hour) },
        ...{ servedOn: hour.workedOn, workHourId: hour.id, rate, cents },
        minutes: hour.minutes + hour.standbyMinutes,
      },
    ];
  });
  return { lines, withoutRate: hours.length - lines.length };
};
