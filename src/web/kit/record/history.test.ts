import { expect, test } from "vitest";
import { instant } from "#kernel/time.ts";
import { historyCsv, type HistoryItem } from "./HistoryTab.tsx";

const statuses = {
  draft: { label: "Draft", tone: "neutral" },
  in_approval: { label: "In approval", tone: "progress" },
} as const;
const item = (over: Partial<HistoryItem>): HistoryItem => ({
  at: instant("2026-11-22T12:00:00Z"),
  actorName: "Müller",
  action: "invoice.submit",
  from: "draft",
  to: "in_approval",
  reason: null,
  changes: [],
  auditIndex: 7,
  ...over,
});

test("the history as a file holds the words of the screen: actions, statuses, fields and their values", () => {
  const changes = [
    { field: "totalCents", before: null, after: 125_050 },
    { field: "requested", before: 36_639_000, after: 38_837_340 },
    { field: "lines", before: [], after: [{ id: 1 }] },
    { field: "address", before: { city: "A" }, after: null },
  ];
  expect(
    historyCsv(
      [
        item({ changes }),
        item({
          actorName: null,
          action: "invoice.takeBack",
          from: null,
          to: "of_old",
          reason: "=1+1",
        }),
      ],
      statuses,
      { submit: { label: "Send for approval" } },
    ).split("\r\n"),
  ).toEqual([
    "When (UTC),Who,What,From,To,Reason,Changes,Audit entry",
    '2026-11-22T12:00:00Z,Müller,Send for approval,Draft,In approval,,"Total: nothing → $1,250.50; Requested: $366,390.00 → $388,373.40; Lines: 0 entries → 1 entry; Address: {""city"":""A""} → nothing",7',
    "2026-11-22T12:00:00Z,System,Take back,,Of old,'=1+1,,7",
  ]);
});
