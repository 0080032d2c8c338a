import type { FastifyInstance } from "fastify";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import { readInvoice } from "./invoice.read.service.ts";

let t: TestDatabase;
let app: FastifyInstance;
let agency: Agency;
let ap: Actor;
let orderNumber: string;
let vendorName: string;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  const people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    manager: { role: "manager" },
    ap: { duties: ["ap"] },
  });
  ap = people.ap;
  const account = await makeBudget(t.database, agency, 50_000_00);
  const vendor = await makeVendor(t.database, agency);
  vendorName = vendor.name;
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  const order = await issuedOrder(t.database, people, {
    vendorId: vendor.id,
    departmentId: agency.departmentId,
    matchMode: "two_way",
    lines: [
      {
        quantity: "3000",
        unit: "t",
        unitPrice: "1.00",
        splits: [{ accountStringId: account.accountStringId }],
      },
    ],
  });
  orderNumber = (
    await t.database
      .read(ap)
      .one<{ number: string }>(
        sql`select number from purchase_order where org_id = ${agency.orgId} and id = ${order.id}`,
      )
  ).number;
  app = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((a) => a.endpoints),
    principal: async () => ap,
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await t.drop();
});

type Made = {
  id: string;
  status: string;
  total: number;
  detail: string;
  errors: { path: string; message: string }[];
};
const line = (quantity: string, price: string, amount: string, more = "") =>
  [
    `<InvoiceLine><InvoicedQuantity unitCode="TNE">${quantity}</InvoicedQuantity>`,
    `<LineExtensionAmount>${amount}</LineExtensionAmount><OrderLineReference>`,
    `<LineID>1</LineID></OrderLineReference><Item><Name>Café</Name>`,
    `</Item><Price><PriceAmount>${price}</PriceAmount>${more}</Price>`,
    `</InvoiceLine>`,
  ].join("");
const document = (body: string, number: string, date = "2026-11-14") =>
  [
    `<?xml version="1.0" encoding="ISO-8859-1"?><Invoice><ID>${number}</ID>`,
    `<IssueDate>${date}</IssueDate><DocumentCurrencyCode>USD</DocumentCurrencyCode>`,
    `<OrderReference><ID>${orderNumber}</ID></OrderReference>${body}</Invoice>`,
  ].join("");
const sellerCalled = (name: string) =>
  `<AccountingSupplierParty><Party><PartyName><Name>${name}</Name></PartyName></Party></AccountingSupplierParty>`;
const send = async (
  xml: string,
  who = ap,
  door = "from-ubl",
): Promise<{ status: number; body: Made }> => {
  const stored = await t.app.files.put(Readable.from([Buffer.from(xml, "latin1")]));
  const id = newId();
  await t.database.transaction(who, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${who.orgId}, ${id}, 'invoice.xml', ${stored.mediaType}, ${stored.size}, ${stored.sha256},
        ${who.personId}
      )
    `),
  );
  const answer = await app.inject({
    method: "POST",
    url: `/api/v1/invoices/${door}`,
    payload: { fileId: id },
  });
  return { status: answer.statusCode, body: answer.json<Made>() };
};

test("a seller that no vendor's record names is not guessed, and a file is at most 5 MB", async () => {
  const unknown = document(line("1", "1.00", "1.00"), "90")
    .replace(/<OrderReference>.*?<\/OrderReference>/, "")
    .replace("</Invoice>", sellerCalled("Nobody Known") + "</Invoice>");
  expect((await send(unknown)).body).toMatchObject({
    code: "unknown_vendor",
    detail: expect.stringContaining('No vendor matches the seller "Nobody Known".'),
  });
  const long = document(line("1", "1.00", "1.00"), "91") + " ".repeat(5 * 1024 * 1024);
  expect((await send(long)).body.errors).toMatchObject([
    { path: "file", message: "An invoice as data is at most 5 MB." },
  ]);
});

test.each([
  [
    "invoiceDate",
    "a day that does not exist",
    () => document(line("1", "1.00", "1.00"), "2", "2026-02-31"),
  ],
  [
    "invoiceDate",
    "a day of another century",
    () => document(line("1", "1.00", "1.00"), "3", "1026-02-01"),
  ],
  ["invoiceDate", "a day far ahead", () => document(line("1", "1.00", "1.00"), "4", "2098-02-01")],
  [
    "currency",
    "small letters",
    () => document(line("1", "1.00", "1.00"), "5").replace(">USD<", ">usd<"),
  ],
  [
    "lines.0.quantity",
    "fifteen digits",
    () => document(line("123456789012345", "1.00", "1.00"), "6"),
  ],
  [
    "lines",
    "more than a thousand lines",
    () => document(line("1", "1.00", "1.00").repeat(1001), "7"),
  ],
])(
  "%s: a file with %s is refused with the path and a text, and nothing is stored",
  async (path, _what, xml) => {
    const { status, body } = await send(xml());
    expect(status).toBe(422);
    expect(body.errors.map((e) => e.path)).toEqual([path]);
    expect(body.detail.length).toBeGreaterThan(20);
    expect(
      (
        await t.database
          .read(ap)
          .one<{ n: number }>(sql`select count(*) as n from invoice where org_id = ${agency.orgId}`)
      ).n,
    ).toBe(0);
  },
);

test("a price per three and letters of ISO-8859-1 come in as the vendor wrote them, without a difference", async () => {
  const { status, body } = await send(
    document(
      `${line("3000", "1", "1000.00", "<BaseQuantity>3</BaseQuantity>")}<LegalMonetaryTotal><PayableAmount>1000.00</PayableAmount></LegalMonetaryTotal>`,
      "8",
    ),
  );
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: "matched", total: 1_000_00 });
  const read = (await app.inject({ url: `/api/v1/invoices/${body.id}` })).json<{
    lines: object[];
    exceptions: object[];
  }>();
  expect(read).toMatchObject({
    exceptions: [],
    lines: [
      {
        description: "Café",
        quantity: "3000.0000",
        unitPrice: "0.3333",
        amount: 1_000_00,
        statedAmount: 1_000_00,
      },
    ],
  });
  const again = await app.inject({
    method: "POST",
    url: `/api/v1/invoices/${body.id}/actions/match`,
    payload: {},
  });
  expect(again.json()).toMatchObject({ status: "matched" });
});

test("a unit code that is not the order's is an exception; a line without one is compared by its figures", async () => {
  const boxes = await send(
    document(line("3000", "1.00", "3000.00").replace('"TNE"', '"XBX"'), "UNIT-1"),
  );
  const silent = await send(
    document(line("3000", "1.00", "3000.00").replace(' unitCode="TNE"', ""), "UNIT-2"),
  );
  const kindsOf = async ({ body }: typeof boxes) => {
    const read = await readInvoice(t.database.read(ap), ap, body.id);
    return [
      read.lines[0]!.unit,
      read.exceptions.map((e) => e.kind).filter((kind) => kind === "unit"),
    ];
  };
  expect([await kindsOf(boxes), await kindsOf(silent)]).toEqual([
    ["XBX", ["unit"]],
    ["", []],
  ]);
});

test("a file that names no order is refused with what to do instead, not with the path of a field that the screen does not have", async () => {
  const { status, body } = await send(
    document(line("1", "1.00", "1.00"), "U-77").replace(
      /<OrderReference>.*?<\/OrderReference>/,
      [
        "<AccountingSupplierParty><Party><PartyName>",
        `<Name>${vendorName}</Name>`,
        "</PartyName></Party></AccountingSupplierParty>",
      ].join(""),
    ),
  );
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([
    {
      path: "file",
      message: expect.stringMatching(/U-77 names no purchase order .*read into the form/),
    },
  ]);
});

test.each([
  ["none", ""],
  ["No PO", "<OrderReference><ID>No PO</ID></OrderReference>"],
  ["a dash", "<OrderReference><ID>-</ID></OrderReference>"],
  ["an unknown one", "<OrderReference><ID>PO-9999</ID></OrderReference>"],
])(
  "a file that names no order of ours (%s) fills the form with all that it says",
  async (_, said) => {
    const head = [
      `<TaxTotal><TaxAmount currencyID="USD">0.70</TaxAmount></TaxTotal>`,
      `<LegalMonetaryTotal><PayableAmount>10.70</PayableAmount></LegalMonetaryTotal>`,
    ].join("");
    const xml = document(`${head}${line("4", "2.50", "10.00")}`, "U-90").replace(
      /<OrderReference>.*?<\/OrderReference>/,
      said,
    );
    expect((await send(xml)).status).toBe(422);
    const { status, body } = await send(xml, ap, "ubl-draft");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      vendorId: null,
      vendorNumber: "U-90",
      invoiceDate: "2026-11-14",
      tax: 70,
      statedTotal: 10_70,
      lines: [{ description: "Café", quantity: "4", unit: "TNE", unitPrice: "2.5" }],
      asks: [
        expect.stringContaining("Choose the order"),
        expect.stringContaining("Choose the vendor"),
      ],
    });
  },
);
