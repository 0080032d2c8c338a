import { parse } from "csv-parse/sync";
import readXlsx from "read-excel-file/node";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { areaServers } from "#areas.server.ts";
import { permissions } from "#roles.ts";
import type { Endpoint } from "./endpoint.ts";

const endpoints = areaServers.flatMap((a) => a.endpoints);
// Figures of the report builder are no list: their columns are what was asked.
const figures = "/api/v1/report-figures/export";
const exports = endpoints.filter(
  (e) => e.method === "GET" && e.path.endsWith("/export") && e.path !== figures,
);
const rowOf = (e: Endpoint) => {
  const list = endpoints.find(
    (other) => other.method === "GET" && `${other.path}/export` === e.path,
  )!;
  return ((list.response as z.ZodObject).shape["items"] as z.ZodArray<z.ZodObject>).element.shape;
};

type Asked = { format?: "csv" | "xlsx"; businessNow?: string };
/** What the door answers where its list finds these rows. */
const exported = async (
  e: Endpoint,
  rows: readonly object[],
  { format = "csv", businessNow = "2026-11-22T18:00:00Z" }: Asked = {},
) => {
  const headers: Record<string, string> = {};
  let sent: unknown;
  const reply = {
    header: (name: string, value: string) => {
      headers[name] = value;
      return reply;
    },
    type: () => reply,
    status: () => reply,
    send: (what: unknown) => {
      sent = what;
      return reply;
    },
  };
  const db = { one: async () => ({ n: rows.length }), rows: async () => rows };
  const actor = {
    orgId: "1",
    personId: "2",
    kind: "person",
    timeZone: "America/Chicago",
    permissions: new Set(Object.keys(permissions)),
    departmentIds: [],
    businessNow,
  };
  await e.handler({ app: {}, actor, db, query: { format }, reply } as never);
  const cells =
    format === "csv"
      ? (parse(String(sent), { bom: true }) as string[][])
      : ((await readXlsx(sent as Buffer))[0]!.data as unknown[][]);
  return { headers, heading: cells[0]!, rows: cells.slice(1) };
};

const codesOf = (schema: z.ZodType): string[] => {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return codesOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) return codesOf(schema.element as z.ZodType);
  return schema instanceof z.ZodEnum ? (schema.options as string[]) : [];
};
const coded = exports.flatMap((e) =>
  Object.entries(rowOf(e)).flatMap(([field, schema]) =>
    codesOf(schema as z.ZodType).map((code) => [e.path, field, code, e] as const),
  ),
);

test("every list that exports is asked, and most have codes", () => {
  expect(exports.length).toBeGreaterThan(25);
  expect(new Set(coded.map(([path]) => path)).size).toBeGreaterThan(20);
});

test.each(exports.map((e) => [e.path, e] as const))(
  "%s holds words where the list has codes",
  async (path, e) => {
    const mine = coded.filter(([at]) => at === path);
    for (const format of ["csv", "xlsx"] as const) {
      const { rows } = await exported(
        e,
        mine.map(([, field, code]) => ({ id: "x", number: "N-1", code: "101-1", [field]: code })),
        { format },
      );
      mine.forEach(([, field, code], at) =>
        expect(
          rows[at]?.filter((cell) => cell === code),
          `${field} ${code}`,
        ).toEqual([]),
      );
    }
  },
);

describe("what the lists say", () => {
  const words: readonly [string, Record<string, unknown>, readonly string[]][] = [
    [
      "/api/v1/invoices",
      { status: "in_approval", kind: "credit_note" },
      ["In approval", "Credit note"],
    ],
    ["/api/v1/payments", { status: "returned", method: "ach" }, ["Returned by bank", "ACH"]],
    [
      "/api/v1/vendors",
      { status: "on_hold", paymentMethod: "ach", diversity: ["wbe", "sb", "of-old"] },
      ["On hold", "ACH", "Women-owned (WBE); Small business; of-old"],
    ],
    ["/api/v1/vendor-performance", { status: "on_hold" }, ["On hold"]],
    [
      "/api/v1/requisitions",
      { method: "sealed_bid", overrideStatus: "asked" },
      ["Sealed bids", "Asked for"],
    ],
    [
      "/api/v1/commitment-entries",
      { kind: "pre_encumber", documentType: "purchaseOrder" },
      ["Pre-encumbered", "Purchase order"],
    ],
    [
      "/api/v1/inquiries",
      { kind: "contact", topic: "accessibility" },
      ["Message", "Accessibility"],
    ],
    [
      "/api/v1/audit-entries",
      { action: "invoice.takeBack", objectType: "purchaseOrder" },
      ["Take back", "Purchase order"],
    ],
    ["/api/v1/payment-holds", { status: "lifted", scope: "vendor" }, ["Lifted", "Vendor"]],
  ];
  test.each(words)("%s", async (path, row, expected) => {
    const { rows } = await exported(
      exports.find((e) => e.path === `${path}/export`)!,
      [row],
    );
    expect(rows[0]!.filter((cell) => cell !== "").toSorted()).toEqual(expected.toSorted());
  });
});

test("a file is named after the agency's day: in the evening that in UTC is the next one already", async () => {
  const name = async (businessNow: string) =>
    (
      await exported(
        exports.find((e) => e.path === "/api/v1/invoices/export")!,
        [],
        { businessNow },
      )
    ).headers["content-disposition"];
  expect(await name("2026-11-23T03:30:00Z")).toBe('attachment; filename="invoices-2026-11-22.csv"');
  expect(await name("2026-11-23T06:30:00Z")).toBe('attachment; filename="invoices-2026-11-23.csv"');
});
