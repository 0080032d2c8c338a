import { Readable } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import type { InvoiceDetail } from "../invoice.model.ts";
import { agency, as, invoiceTests, order, people, t } from "../invoice.setup.ts";
import { carrying } from "./cases/carry.ts";
import { invoiceCases } from "./cases/cases.ts";
import { ciiFile, ciiLine } from "./cases/cii.ts";
import { drawCase } from "./cases/draw.ts";
import type { PdfDraft } from "./pdf-draft.model.ts";

invoiceTests();

const ask = askingOf(() => t);
const plain = invoiceCases.find(
  ({ hidden, standing, credit }) => hidden === "none" && standing === "proved" && !credit,
)!;
const cents = (amount: number) => (amount / 100).toFixed(2);
/** Data that says what the page of `plain` says, but for what is given. */
const data = (given: Parameters<typeof ciiFile>[0] = {}) =>
  ciiFile({
    number: plain.number,
    day: plain.date.replaceAll("-", ""),
    lines: ciiLine("1", cents(plain.total), cents(plain.total)),
    payable: cents(plain.total),
    ...given,
  });
const kept = async (bytes: Uint8Array): Promise<string> => {
  const stored = await t.app.files.put(Readable.from([Buffer.from(bytes)]), undefined, "own");
  const id = newId();
  await as(people.ap, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${agency.orgId}, ${id}, 'bill.pdf', 'application/pdf', ${stored.size}, ${stored.sha256},
        ${people.ap.personId}
      )
    `),
  );
  return id;
};
const withData = async (xml: string | Uint8Array) =>
  kept(await carrying(await drawCase(plain), xml));
const draftOf = (fileId: string) =>
  ask<PdfDraft>(people.ap, "POST /api/v1/invoices/pdf-draft", { fileId });
const save = (draft: PdfDraft, over: object = {}) => {
  const { asks: _a, proved: _p, way: _w, marks: _m, sheets: _s, ...said } = draft;
  return ask<{ id: string; status: string }>(people.ap, "POST /api/v1/invoices", {
    ...said,
    fromDocument: true,
    ...over,
  });
};
const read = (id: string) => ask<InvoiceDetail>(people.ap, `GET /api/v1/invoices/${id}`);

beforeEach(async () => {
  await as(people.buyer, (tx) =>
    tx.rows(sql`
      update purchase_order
      set number = 'PO-2026-0042'
      where org_id = ${agency.orgId} and id = ${order.id}
    `),
  );
});

test("data inside a PDF wins; where its page says the same, the invoice is proved and nothing differs", async () => {
  const draft = await draftOf(await withData(data()));
  expect(draft).toMatchObject({
    way: "xml",
    proved: true,
    purchaseOrderId: order.id,
    statedTotal: plain.total,
    lines: [{ description: "Pipe fitting", purchaseOrderLineId: order.lines[0]!.id }],
  });
  expect(draft.marks.map(({ field }) => field)).toContain("statedTotal");
  const invoice = await read((await save(draft)).id);
  expect(invoice.reading).toMatchObject({
    way: "xml",
    standing: "proved",
    byVendor: false,
    savedBy: people.ap.name,
    corrections: [],
    differences: [],
  });
  expect(invoice.exceptions.map(({ kind }) => kind)).not.toContain("document");
});

test("data and page that differ are an exception that names both; who saved it does not accept it", async () => {
  const draft = await draftOf(await withData(data({ payable: "1.00", number: "OTHER-9" })));
  expect(draft).toMatchObject({ statedTotal: 1_00, vendorNumber: "OTHER-9", proved: false });
  const { id } = await save(draft);
  const { exceptions, version } = await read(id);
  const differs = exceptions.find(({ kind }) => kind === "document")!;
  expect(differs).toMatchObject({ ownerDuty: "ap", status: "open" });
  expect(differs.message).toMatch(
    /^The data inside the document and its page do not say the same: .* The data counts\.$/,
  );
  expect(differs.message).toContain(`number OTHER-9 in the data, ${plain.number} on the page`);
  expect(differs.message).toMatch(/total \$1\.00 in the data, \$[\d,.]+ on the page/);
  const accept = (by: typeof people.ap) =>
    ask(
      by,
      `POST /api/v1/invoices/${id}/actions/accept-exception`,
      { exceptionId: differs.id, reason: "The vendor says that the data is right." },
      version,
    );
  expect(await refusalOf(accept(people.ap))).toMatch(/^separation_of_duties/);
  await accept(people.otherAp);
  const after = await read(id);
  expect(after.exceptions.find(({ kind }) => kind === "document")!.status).toBe("accepted");
});

test("type 381 inside a PDF is a credit note, and the page that says invoice is told", async () => {
  const draft = await draftOf(await withData(data({ type: "381" })));
  expect(draft.kind).toBe("credit_note");
  expect(draft.asks.join(" ")).toContain("kind a credit note in the data, an invoice on the page");
});

test("hostile data is not read, the page is, and both are said", async () => {
  const told = async (xml: string | Uint8Array) => {
    const draft = await draftOf(await withData(xml));
    expect(draft).toMatchObject({ way: "text", statedTotal: plain.total });
    return draft.asks.join(" ");
  };
  expect(await told(data().replace("?>", '?><!DOCTYPE x [<!ENTITY a "b">]>'))).toContain(
    "The data inside this PDF was not read: The file declares a document type",
  );
  expect(await told(new Uint8Array(6_000_000).fill(32))).toContain("larger than 5 MB");
});

test("what was saved otherwise than it was read is kept with who did it", async () => {
  const draft = await draftOf(await kept(await drawCase(plain)));
  const [first, ...others] = draft.lines;
  const { id } = await save(draft, {
    vendorNumber: "MENDED-1",
    lines: [{ ...first, unitPrice: "0.01", adjustment: 0, statedAmount: null }, ...others],
    submit: true,
  });
  const { reading } = await read(id);
  expect(reading!.corrections).toEqual([
    { what: "Number", read: plain.number, saved: "MENDED-1" },
    { what: "Unit price of line 1", read: expect.any(String), saved: "0.01" },
  ]);
  expect(reading).toMatchObject({ way: "text", standing: "proved", savedBy: people.ap.name });
});
