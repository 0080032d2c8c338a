import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import { orderFileParts, type FiledRecords } from "./file-parts.model.ts";

const order: FiledRecords = {
  id: "o",
  number: "PO-2027-00001",
  amount: 9_000_00,
  method: "micro_purchase",
  methodCitation: "2 CFR 200.320(a)(1)",
  methodReason: "",
  aggregateAmount: 9_000_00,
  contractId: null,
  issuedOn: "2026-11-10" as Day,
  vendor: "Prairie Supply",
  microCents: 15_000_00,
  simplifiedCents: 350_000_00,
  blanket: null,
  requisitions: [{ id: "r", number: "REQ-2027-00001" }],
  quotes: [],
  lines: 2,
  boughtBefore: [],
  linesBoughtBefore: 0,
  receipts: [],
};
const saidOf = (of: Partial<FiledRecords>) =>
  Object.fromEntries(
    orderFileParts({ ...order, ...of }).map(({ element, said }) => [element, said]),
  );
const quote = (source: string, cents: number | null, answer = "quoted") => ({
  source,
  answer,
  cents,
  on: "2026-11-01" as Day,
});

test("the sum is the rationale of the method, up to its limit; beyond it somebody writes one", () => {
  expect(saidOf({}).method).toBe(
    "Micro-purchase (2 CFR 200.320(a)(1)): $9,000.00 with like purchases, at most $15,000.00.",
  );
  expect(saidOf({ aggregateAmount: 15_000_00 }).method).toBeDefined();
  expect(saidOf({ aggregateAmount: 15_000_01 }).method).toBeUndefined();
  expect(saidOf({ aggregateAmount: 15_000_01, methodReason: "An error of ours" }).method).toContain(
    "An error of ours",
  );
  expect(saidOf({ microCents: null }).method).toBeUndefined();
  expect(saidOf({ method: null }).method).toBeUndefined();
});

test("buying without competition has its rationale and its selection in its reason alone", () => {
  const none = saidOf({ method: "noncompetitive" });
  expect([none.method, none.selection]).toEqual([undefined, undefined]);
  const given = saidOf({ method: "noncompetitive", methodReason: "Only the maker has the part." });
  expect(given.method).toContain("Only the maker has the part.");
  expect(given.selection).toBe("Prairie Supply alone. Only the maker has the part.");
});

test("quotes are selection and price where the lowest was bought; a dearer one wants words", () => {
  const quotes = [quote("Prairie Supply", 9_000_00), quote("North", null, "declined")];
  const lowest = saidOf({ method: "simplified", quotes });
  expect(lowest.selection).toBe(
    "Prairie Supply at the lowest of 1 quote. Prairie Supply: $9,000.00; North: declined.",
  );
  expect(lowest.price).toBe("Quotes. Prairie Supply: $9,000.00; North: declined.");
  expect(lowest.answers).toContain("2 suppliers asked");
  const dearer = saidOf({ method: "simplified", quotes: [...quotes, quote("South", 8_999_99)] });
  expect(dearer.selection).toBeUndefined();
  expect(dearer.price).toBeDefined();
});

test("a price rests on history where each line was bought before", () => {
  const boughtBefore = [{ id: "x", number: "PO-2026-00009", on: "2026-02-03" as Day }];
  expect(saidOf({ boughtBefore, linesBoughtBefore: 1 }).price).toBeUndefined();
  expect(saidOf({ boughtBefore, linesBoughtBefore: 2 }).price).toBe(
    "Purchase history: the same was bought before (PO-2026-00009 of Feb 3, 2026).",
  );
});

test("a release rests on its blanket order; an order under a contract leaves its reasons to that", () => {
  const release = saidOf({ blanket: { id: "b", number: "PO-2027-00002" } });
  const words = "As PO-2027-00002, from which it is released.";
  expect([release.method, release.contractType, release.selection, release.price]).toEqual([
    words,
    words,
    words,
    words,
  ]);
  const under = saidOf({ contractId: "c" });
  expect([under.method, under.contractType]).toEqual([undefined, undefined]);
});

test("an order stands in its file once it went out, receipts with their days", () => {
  expect(saidOf({ issuedOn: null }).order).toBeUndefined();
  const parts = orderFileParts({
    ...order,
    receipts: [{ id: "c", number: "RCV-2027-00001", on: "2026-11-12" as Day }],
  });
  expect(parts.find(({ element }) => element === "order")?.records).toEqual(["o", "r"]);
  expect(parts.find(({ element }) => element === "receipt")).toMatchObject({
    on: "2026-11-12",
    records: ["c"],
  });
});
