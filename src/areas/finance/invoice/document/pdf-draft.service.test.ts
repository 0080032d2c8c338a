import { Readable } from "node:stream";
import { PDFDocument } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { agency, as, invoiceTests, order, people, t, vendor } from "../invoice.setup.ts";
import { invoiceCases } from "./cases/cases.ts";
import { drawCase } from "./cases/draw.ts";
import type { PdfDraft } from "./pdf-draft.model.ts";

invoiceTests();

const ask = askingOf(() => t);
const kept = async (bytes: Uint8Array, size?: number): Promise<string> => {
  const stored = await t.app.files.put(Readable.from([Buffer.from(bytes)]), undefined, "own");
  const id = newId();
  await as(people.ap, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${agency.orgId}, ${id}, 'bill.pdf', 'application/pdf', ${size ?? stored.size},
        ${stored.sha256}, ${people.ap.personId}
      )
    `),
  );
  return id;
};
const draft = (fileId: string, by = people.ap) =>
  ask<PdfDraft>(by, "POST /api/v1/invoices/pdf-draft", { fileId });

test("a PDF fills the form with what one sees; what nobody sees is told and enters nothing", async () => {
  const plain = invoiceCases.find(
    ({ hidden, standing }) => hidden === "none" && standing === "proved",
  )!;
  // The generated documents name this order.
  await as(people.buyer, (tx) =>
    tx.rows(sql`
      update purchase_order
      set number = 'PO-2026-0042'
      where org_id = ${agency.orgId} and id = ${order.id}
    `),
  );
  const said = await draft(await kept(await drawCase(plain)));
  expect(said).toMatchObject({
    vendorNumber: plain.number,
    invoiceDate: plain.date,
    statedTotal: plain.total,
    purchaseOrderId: order.id,
    vendorId: vendor.id,
    proved: true,
  });
  const planted = invoiceCases.find(({ hidden }) => hidden !== "none")!;
  const careful = await draft(await kept(await drawCase(planted)));
  expect(careful.statedTotal).toBe(planted.total);
  expect(careful.asks.join(" ")).toMatch(/that nobody sees? (was|were) left out/);
  expect(JSON.stringify({ ...careful, asks: [] })).not.toContain("HACK");
  expect(
    await t.database.read(people.ap).rows(sql`
      select id
      from invoice
      where org_id = ${agency.orgId}
    `),
  ).toEqual([]);
});

test("a picture, a broken file and another's file are refused in words", async () => {
  const empty = await PDFDocument.create();
  empty.addPage();
  const picture = await kept(await empty.save());
  expect(await refusalOf(draft(picture))).toMatch(/^no_text/);
  expect(await refusalOf(draft(await kept(Buffer.from("%PDF-1.7 broken"))))).toMatch(
    /^unreadable_file/,
  );
  expect(await refusalOf(draft(await kept(await empty.save(), 11_000_000)))).toContain(
    "A PDF of an invoice is at most 10 MB.",
  );
  expect(await refusalOf(draft(newId()))).toMatch(/^unknown_file/);
  expect(await refusalOf(draft(picture, people.receiver))).toMatch(/^not_allowed/);
});
