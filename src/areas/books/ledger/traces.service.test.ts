import { expect, test } from "vitest";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { approvedInvoice } from "#server/testing/payments.ts";
import { a, bookTests, follow, people, t } from "../books.setup.ts";
import type { GlLineRow } from "./ledger.model.ts";

bookTests();
const ask = askingOf(() => t);

test("a document leads whoever reads the books to its ledger lines, once it is posted", async () => {
  const { id } = await approvedInvoice(t.database, a, { cents: 90_00 });
  const traces = async (who = people.controller) =>
    (await ask<{ traces: { href: string }[] }>(who, `GET /api/v1/records/invoices/${id}/chain`))
      .traces;
  expect(await traces()).toEqual([]);
  await follow();
  const [trace] = await traces();
  expect(trace).toEqual({
    label: "Ledger entries",
    href: `/budget-management/ledger-lines?documentId=${id}`,
  });
  const { items } = await ask<{ items: GlLineRow[] }>(
    people.controller,
    `GET /api/v1/gl-lines?documentId=${id}`,
  );
  expect(items.length).toBeGreaterThan(1);
  expect(new Set(items.map((l) => l.documentId))).toEqual(new Set([id]));
  const { buyer } = await makeMembers(t.database, a, { buyer: { duties: ["buyer"] } });
  expect(await traces(buyer)).toEqual([]);
  const { stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { duties: ["controller"] },
  });
  expect(await traces(stranger)).toEqual([]);
});
