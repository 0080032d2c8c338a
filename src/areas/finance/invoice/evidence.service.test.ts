import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approvedInvoice, payingAgency } from "#server/testing/payments.ts";
import { openBundle } from "#areas/governance/audit/audit.service.ts";
import { bundleInput } from "#areas/governance/audit/audit.model.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import "../finance.server.ts";

let t: TestDatabase;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());

test("the evidence of an invoice holds its approval: who was asked by which policy, and who decided", async () => {
  const agency = await payingAgency(t.database);
  const { id } = await approvedInvoice(t.database, agency);
  await (await sequencerOf(t.database)).tick();
  let text = "";
  for await (const line of await openBundle(
    t.database,
    agency.people.admin,
    bundleInput.parse({ objectIds: [id] }),
  ))
    text += `${line}\n`;
  for (const action of [
    "invoice.create",
    "approval.request",
    "approval.approve",
    "invoice.approve",
  ])
    expect(text).toContain(`"action":"${action}"`);
  expect(text).toContain("invoice policy v1");
});
