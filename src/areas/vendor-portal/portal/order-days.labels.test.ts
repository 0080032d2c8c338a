import { expect, test } from "vitest";
import { agencyDay, shipmentDays } from "./order-days.labels.ts";

test("in the evening a shipment and an invoice are still dated by the agency's day, which the server accepts", () => {
  const evening = new Date("2026-11-23T01:30:00Z");
  const order = { timeZone: "America/Chicago", promisedOn: null };
  expect(agencyDay(order, evening)).toBe("2026-11-22");
  expect(agencyDay({ timeZone: "Asia/Tokyo" }, new Date("2026-11-22T20:00:00Z"))).toBe(
    "2026-11-23",
  );
  expect(shipmentDays(order, evening)).toEqual({
    shippedOn: "2026-11-22",
    expectedOn: "2026-11-22",
  });
  expect(shipmentDays({ ...order, promisedOn: "2026-11-24" }, evening)).toEqual({
    shippedOn: "2026-11-22",
    expectedOn: "2026-11-24",
  });
  expect(shipmentDays({ ...order, promisedOn: "2026-11-21" }, evening).expectedOn).toBe(
    "2026-11-22",
  );
});
