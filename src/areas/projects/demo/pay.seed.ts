import { addDays, type Day, type Instant } from "#kernel/time.ts";
import { systemActor, type Actor } from "#kernel/access.ts";
import { fiscalYearOf, yearStartOf } from "#areas/budget/budget.server.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { decideFor, type Story } from "#areas/procurement/procurement.server.ts";
import { certifyApplication } from "../pay/certify.service.ts";
import { payInput } from "../pay/pay.model.ts";
import { dayIn } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { payApplication } from "../pay/pay.tables.ts";
import { keepWaiver, waiversOf } from "../waiver/waiver.service.ts";
import { beginApplication, confirmApplication, contractorSends } from "../pay/pay.service.ts";

type Asked = {
  projectId: string;
  order: { id: string; lines: readonly { id: string; dollars: number }[] };
  number: string;
  by: string;
  /** Percent of each lump sum in this period. */
  percent: number;
  /** Days ago on which it was sent, and the days that it bills. */
  days: number;
  over: number;
};
type Told = { story: Story; ago: (days: number) => string };

// The waiver that the law of its contract asks with an application.
const signAsked = async (tx: Tx, actor: Actor, id: string, by: string): Promise<void> => {
  const a = await getRow(tx, payApplication, id, "pay application");
  for (const { kind } of (await waiversOf(tx, a)).asked)
    await keepWaiver(tx, actor, id, kind, {
      signerName: by,
      mark: { kind: "typed", text: by.split(",")[0]! },
      fileId: null,
      recordedBy: null,
    });
};

/** So many percent of a lump sum, in dollars. */
export const shareOf = (dollars: number, percent: number): string =>
  ((dollars * percent) / 100).toFixed(2);

// Work to the day before; on the first day of a fiscal year, whose orders went out that day, to the day itself.
const lastDayOf = async (tx: Tx, at: Instant): Promise<Day> => {
  const on = dayIn(tx.scope, at);
  const dayBefore = addDays(on, -1);
  const { id } = await fiscalYearOf(tx, on);
  return dayBefore < (await yearStartOf(tx, id)) ? on : dayBefore;
};

/** The contractor sends an application of its order, as it does in its portal. */
export const sendApplication = async ({ story, ago }: Told, a: Asked): Promise<string> => {
  const at = ago(a.days) as Instant;
  const actor = { ...systemActor(carverCountyId), businessNow: at };
  return story.app.database.transaction(actor, async (tx) => {
    const periodTo = await lastDayOf(tx, at);
    const { id } = await beginApplication(
      tx,
      actor,
      a.projectId,
      payInput.parse({
        purchaseOrderId: a.order.id,
        periodFrom: addDays(periodTo, -a.over),
        periodTo,
        contractorNumber: a.number,
        lines: a.order.lines.map((line) => ({
          purchaseOrderLineId: line.id,
          value: shareOf(line.dollars, a.percent),
        })),
      }),
      { name: a.by, at },
    );
    await contractorSends(tx, actor, id);
    await signAsked(tx, actor, id, a.by);
    return id;
  });
};

type Certified = {
  id: string;
  days: number;
  less?: { lineId: string; quantity: string; reason: string };
};

/** The inspector confirms the quantities, the engineer certifies all of it, or less of a line. */
export const certify = async ({ story, ago }: Told, c: Certified): Promise<void> => {
  const at = { id: c.id, version: null, reason: null };
  await story.as("inspector", ago(c.days), (tx, actor) => confirmApplication(tx, actor, at));
  const { less } = c;
  const lines = less
    ? [{ purchaseOrderLineId: less.lineId, quantity: less.quantity, reason: less.reason }]
    : [];
  const { invoiceId } = await story.as("engineer", ago(c.days - 0.5), (tx, actor) =>
    certifyApplication(tx, actor, at, { lines }),
  );
  await decideFor(story, invoiceId!, ago(c.days - 1), "approve");
};
