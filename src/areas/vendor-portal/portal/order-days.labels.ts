import { dateIn } from "#kernel/dates.ts";

/**
 * The day in the agency of an order (`YYYY-MM-DD`): the server dates shipments and invoices by it,
 * and in the evening the day in UTC is the next one already.
 */
export const agencyDay = ({ timeZone }: { timeZone: string }, now = new Date()): string =>
  dateIn(now.toISOString(), timeZone);

/**
 * The days with which a shipment's form begins: left today, expected on the promised day unless
 * that is over.
 */
export const shipmentDays = (
  order: { timeZone: string; promisedOn: string | null },
  now = new Date(),
): { shippedOn: string; expectedOn: string } => {
  const today = agencyDay(order, now);
  return {
    shippedOn: today,
    expectedOn: order.promisedOn && order.promisedOn >= today ? order.promisedOn : today,
  };
};
