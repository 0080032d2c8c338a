import { expect, test } from "vitest";
import { z } from "zod";
import readXlsx from "read-excel-file/node";
import { listEndpoints, sheetColumn, toCsv } from "./export.ts";

test("a negative number stays a number in CSV, a formula becomes text", () => {
  const rows = toCsv(
    ["Amount", "Note"],
    [
      ["-5356.18", "=1+1"],
      ["-12", "-1+cmd"],
      ["0.50", "@SUM(A1)"],
      ["-", "\uFF1D1"],
    ],
  )
    .replace("\uFEFF", "")
    .trim()
    .split("\n");
  expect(rows).toEqual([
    "Amount,Note",
    "-5356.18,'=1+1",
    "-12,'-1+cmd",
    "0.50,'@SUM(A1)",
    "'-,'\uFF1D1",
  ]);
});

test("a sheet holds money and counts as numbers, days and instants as dates, the rest as text", () => {
  expect(sheetColumn([-535618, null], true)).toEqual([
    { value: -5356.18, type: Number, format: "#,##0.00" },
    null,
  ]);
  expect(sheetColumn([3, 0], false)).toEqual([
    { value: 3, type: Number },
    { value: 0, type: Number },
  ]);
  expect(sheetColumn(["2026-11-22", null], false)).toEqual([
    { value: new Date("2026-11-22T00:00:00Z"), type: Date, format: "yyyy-mm-dd" },
    null,
  ]);
  expect(sheetColumn(["2026-11-22T04:43:35.5Z"], false)).toEqual([
    { value: new Date("2026-11-22T04:43:35.500Z"), type: Date, format: "yyyy-mm-dd hh:mm:ss" },
  ]);
  // Half past midnight in UTC is the evening before in the agency.
  expect(sheetColumn(["2026-11-22T00:30:35.5Z"], false, "America/Chicago")).toMatchObject([
    { value: new Date("2026-11-21T18:30:35.500Z"), format: "yyyy-mm-dd hh:mm:ss" },
  ]);
  // A title that happens to be a day does not make its column one, and a number of a record keeps
  // its zeros.
  expect(sheetColumn(["2026-11-22", "Road salt"], false).map((c) => c?.type)).toEqual([
    String,
    String,
  ]);
  expect(sheetColumn(["0042", ["ach", "check"]], false)).toEqual([
    { value: "0042", type: String },
    { value: "ach; check", type: String },
  ]);
});

test("a workbook is read back with the values of its list; a check makes none", async () => {
  const columns = {
    number: { sql: "t.number", label: "Number", sort: true },
    day: { sql: "t.day", label: "Due" },
    at: { sql: "t.at", label: "Sent" },
    amount: { sql: "t.amount", label: "Amount", money: true },
    lines: { sql: "t.lines", label: "Lines" },
  };
  const { handler } = listEndpoints(
    "/api/v1/things",
    "invoice.read",
    {
      name: "things",
      from: "thing t",
      alias: "t",
      columns,
      filters: {},
      search: [],
      defaultSort: "number",
    },
    z.unknown(),
  )[1]!;
  const db = {
    one: async () => ({ n: 2 }),
    rows: async () => [
      { number: "T-1", day: "2026-11-22", at: "2026-11-22T04:43:35Z", amount: -535618, lines: 3 },
      { number: "T-2", day: null, at: null, amount: null, lines: 0 },
    ],
  };
  const sent: unknown[] = [];
  const reply = {
    header: () => reply,
    type: () => reply,
    status: (code: number) => {
      sent.push(code);
      return reply;
    },
    send: (what: unknown) => {
      sent.push(what);
      return reply;
    },
  };
  const call = (query: object) =>
    handler({ app: {}, actor: { orgId: "1" }, db, query, reply } as never);
  await call({ format: "xlsx" });
  expect((await readXlsx(sent[0] as Buffer))[0]?.data).toEqual([
    ["Number", "Due", "Sent (UTC)", "Amount", "Lines"],
    ["T-1", new Date("2026-11-22T00:00:00Z"), new Date("2026-11-22T04:43:35Z"), -5356.18, 3],
    ["T-2", null, null, null, 0],
  ]);
  await call({ format: "xlsx", check: "true" });
  expect(sent.slice(1)).toEqual([204, undefined]);
});
