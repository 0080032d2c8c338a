import { expect, test } from "vitest";
import { day, instant } from "#kernel/time.ts";
import {
  CellContent,
  cardParts,
  isRecordNumber,
  statusAfterNumber,
  type Column,
} from "./columns.tsx";
import type { DataTableProps } from "./DataTable.tsx";

type Row = { id: string };
const table = { name: "rows", title: "Rows", path: "/api/v1/rows", columns: [] };

test("what only a whole screen's table draws is no prop of an embedded one", () => {
  const tables: DataTableProps<Row>[] = [
    { ...table, create: { label: "New row", to: "/rows/new" }, exportable: false },
    { ...table, embedded: true },
    // @ts-expect-error a tab's page has the button
    { ...table, embedded: true, create: { label: "New row", to: "/rows/new" } },
    { ...table, embedded: true, exportable: true },
    // @ts-expect-error a tab has no tabs of views
    { ...table, embedded: true, views: [] },
  ];
  expect(tables).toHaveLength(5);
});

test("the status stands after the number, where a narrow screen does not cut it off", () => {
  const text = { kind: "text", value: () => "" } as const;
  const columns: Column<Row>[] = [
    { id: "number", label: "Number", kind: "plate", value: () => "1" },
    { id: "title", label: "Title", ...text },
    { id: "amount", label: "Amount", kind: "money", value: () => 1 },
    { id: "standing", label: "Status", kind: "status", value: () => "a", statuses: {} },
  ];
  const ids = statusAfterNumber(columns).map(({ id }) => id);
  expect(ids).toEqual(["number", "standing", "title", "amount"]);
});

test("a moment at night is of the agency's day, with hour and minute; a day stays as it is", () => {
  const shown = (column: Column<Row>) =>
    CellContent({ column, row: { id: "1" }, timeZone: "America/Chicago" });
  // 9 PM in Chicago is the next day in UTC.
  const sent = instant("2026-11-25T03:00:00.000Z");
  expect(shown({ id: "sent", label: "Sent", kind: "instant", value: () => sent })).toBe(
    "Nov 24, 2026, 9:00 PM CT",
  );
  const due = day("2026-11-25");
  expect(shown({ id: "due", label: "Due", kind: "day", value: () => due })).toBe("Nov 25, 2026");
});

test("a card says first what leads, also that it is missing where its cell says so", () => {
  type Warning = Row & { ends: string | null };
  const columns: Column<Warning>[] = [
    { id: "number", label: "Number", kind: "plate", value: () => "1" },
    { id: "event", label: "Event", kind: "text", value: () => "Flood warning" },
    { id: "sent", label: "Sent", kind: "text", value: () => "now" },
    { id: "area", label: "Area", kind: "text", leads: true, value: () => null },
    { id: "ends", label: "Ends", kind: "text", leads: () => true, value: ({ ends }) => ends },
  ];
  const facts = cardParts(columns, { id: "a", ends: null }).facts.map(({ id }) => id);
  expect(facts).toEqual(["ends", "sent", "area"]);
});

test("a card says a date that somebody works against before names and kinds", () => {
  const due = day("2026-11-25");
  const columns: Column<Row>[] = [
    { id: "number", label: "Number", kind: "plate", value: () => "RFQ-2027-00003" },
    { id: "title", label: "What", kind: "text", value: () => "Cones" },
    { id: "kind", label: "Kind", kind: "text", value: () => "RFQ" },
    { id: "department", label: "Department", kind: "text", value: () => "Roads" },
    { id: "buyer", label: "Buyer", kind: "text", value: () => "Maya" },
    { id: "opened", label: "Opened", kind: "day", value: () => due },
    { id: "due", label: "Due", kind: "day", value: () => due },
    { id: "ends", label: "Ends", kind: "day", value: () => due, cell: () => "in 2 days" },
  ];
  const facts = cardParts(columns, { id: "a" }).facts.map(({ id }) => id);
  expect(facts.slice(0, 3)).toEqual(["due", "ends", "kind"]);
});

test.each([
  ["PO-2027-00142", true],
  ["CON-2026-00031-1", true],
  ["Lift station 3", false],
  ["PAY-2027", false],
])("%s is a record's number: %s", (text, is) => {
  expect(isRecordNumber(text)).toBe(is);
});
