import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { layoutChecks, layoutInput, type Layout } from "./layout.model.ts";
import { inCharacters } from "#kernel/file-layout.ts";
import { renderFile, type OutLine } from "./render.model.ts";

const line = (cents: number, over: Partial<OutLine> = {}): OutLine => ({
  postedOn: day("2026-10-31"),
  entry: 41,
  document: "INV-2027-00012",
  what: "Road salt, 40 tons",
  fund: "100",
  account: "54010",
  string: "100-20-54010",
  cents,
  ...over,
});
const head = { batch: "FMB-2027-00001", year: 2027, period: 1, periodEnd: day("2026-10-31") };

// In the manner of delimited journal imports with one column for each side and a heading line.
const delimited: Layout = layoutInput.parse({
  name: "Journal, delimited",
  form: "delimited",
  headings: true,
  fields: [
    { record: "line", name: "AccountingDate", value: "postedOn" },
    { record: "line", name: "JournalSource", value: "constant", text: "LEVEE" },
    { record: "line", name: "Fund", value: "fund" },
    { record: "line", name: "LedgerAccount", value: "account" },
    { record: "line", name: "DebitAmount", value: "debit" },
    { record: "line", name: "CreditAmount", value: "credit" },
    { record: "line", name: "Memo", value: "what" },
  ],
});

// In the manner of fixed-width journal imports: cents without a point, a letter for the side, totals.
const fixed: Layout = layoutInput.parse({
  name: "Journal, fixed width",
  form: "fixed",
  fields: [
    { record: "header", name: "Record", value: "constant", text: "H", width: 1 },
    { record: "header", name: "Batch", value: "batch", width: 16 },
    { record: "header", name: "Year", value: "year", width: 4 },
    { record: "header", name: "Period", value: "period", width: 2, stands: "right", fill: "0" },
    { record: "line", name: "Record", value: "constant", text: "D", width: 1 },
    { record: "line", name: "Number", value: "lineNo", width: 5, stands: "right", fill: "0" },
    { record: "line", name: "Date", value: "postedOn", width: 8, date: "MMDDYYYY" },
    { record: "line", name: "Fund", value: "fund", width: 4 },
    { record: "line", name: "Account", value: "account", width: 8 },
    { record: "line", name: "Side", value: "side", text: "D/C", width: 1 },
    {
      record: "line",
      name: "Amount",
      value: "unsigned",
      amount: "cents",
      width: 12,
      stands: "right",
      fill: "0",
    },
    { record: "line", name: "Text", value: "what", width: 10 },
    { record: "trailer", name: "Record", value: "constant", text: "T", width: 1 },
    { record: "trailer", name: "Lines", value: "lines", width: 5, stands: "right", fill: "0" },
    {
      record: "trailer",
      name: "Debits",
      value: "debits",
      amount: "cents",
      width: 12,
      stands: "right",
      fill: "0",
    },
    {
      record: "trailer",
      name: "Credits",
      value: "credits",
      amount: "cents",
      width: 12,
      stands: "right",
      fill: "0",
    },
  ],
});

const lines = [line(123_45), line(-123_45, { account: "20100", what: 'Salt "de luxe"' })];

test("a code with characters that the layout does not write refuses the batch; a text is written as it can be", () => {
  const layout = layoutInput.parse({
    name: "Journal",
    form: "delimited",
    fields: [
      { record: "line", name: "Account", value: "account" },
      { record: "line", name: "What", value: "what" },
      { record: "line", name: "Amount", value: "signed" },
    ],
  });
  const line = {
    postedOn: day("2026-10-05"),
    entry: 1,
    document: "INV-1",
    fund: "100",
    string: "",
    cents: 100,
  };
  const head = { batch: "000001", year: 2027, period: 1, periodEnd: day("2026-10-31") };
  const { text, faults } = renderFile(layout, head, [
    { ...line, account: "5é1", what: "Café" },
    { ...line, account: "501", what: "Café" },
  ]);
  expect(faults).toEqual(["Line 1, Account: 5é1 has characters that the layout does not write."]);
  expect(text.split("\r\n")[1]).toBe("501,Cafe,1.00");
});

test("a delimited journal, typed by hand", () => {
  expect(renderFile(delimited, head, lines)).toEqual({
    faults: [],
    text: [
      "AccountingDate,JournalSource,Fund,LedgerAccount,DebitAmount,CreditAmount,Memo",
      '2026-10-31,LEVEE,100,54010,123.45,0.00,"Road salt, 40 tons"',
      '2026-10-31,LEVEE,100,20100,0.00,123.45,"Salt ""de luxe"""',
      "",
    ].join("\r\n"),
  });
});

test("a fixed-width journal with totals, typed by hand", () => {
  expect(renderFile(fixed, head, lines)).toEqual({
    faults: [],
    text: [
      "HFMB-2027-00001  202701",
      "D0000110312026100 54010   D000000012345Road salt,",
      'D0000210312026100 20100   C000000012345Salt "de l',
      "T00002000000012345000000012345",
      "",
    ].join("\r\n"),
  });
});

// An independent reader: places counted by hand from the layout, nothing taken from the writer.
const readFixed = (text: string) =>
  text
    .split("\r\n")
    .filter((row) => row.startsWith("D"))
    .map((row) => ({
      account: row.slice(18, 26).trim(),
      cents: Number(row.slice(27, 39)) * (row[26] === "D" ? 1 : -1),
    }));

test("what an independent reader reads is what was written, for amounts from one cent to a billion", () => {
  const amounts = [1, 10, 99, 100, 123_456_789_00, 999_999_999_99];
  const sent = amounts.flatMap((cents) => [line(cents), line(-cents)]);
  const { text, faults } = renderFile(fixed, head, sent);
  expect(faults).toEqual([]);
  expect(readFixed(text)).toEqual(sent.map(({ account, cents }) => ({ account, cents })));
});

const one = (field: object, cents: number, over: object = {}) =>
  renderFile(
    layoutInput.parse({
      name: "One",
      form: "fixed",
      fields: [{ record: "line", name: "F", value: "signed", width: 9, ...field }],
      ...over,
    }),
    head,
    [line(cents)],
  );

test.each([
  [{ amount: "cents", stands: "right", fill: "0" }, -12_50, "-00001250"],
  [{ amount: "cents", stands: "right", fill: "0", sign: "behind" }, -12_50, "00001250-"],
  [{ stands: "right" }, -12_50, "   -12.50"],
  [{ stands: "right" }, 5, "     0.05"],
  [{}, 12_50, "12.50    "],
  [{ value: "postedOn", date: "MMDDYY", width: 6 }, 1, "103126"],
  [{ value: "postedOn", date: "MM/DD/YYYY", width: 10 }, 1, "10/31/2026"],
  [{ value: "side", text: "DB/CR", width: 2 }, -1, "CR"],
])("%j of %i cents is %j", (field, cents, written) => {
  expect(one(field, cents)).toEqual({ text: `${written}\r\n`, faults: [] });
});

test("texts are cut, amounts and codes never: what does not fit is named by line and field", () => {
  expect(one({ value: "what", width: 4 }, 1).text).toBe("Road\r\n");
  expect(one({ amount: "cents", width: 3 }, 12_345).faults).toEqual([
    "Line 1, F: 12345 is longer than 3 characters.",
  ]);
  expect(one({ value: "account", width: 4 }, 1).faults).toEqual([
    "Line 1, F: 54010 is longer than 4 characters.",
  ]);
});

test("a text is written in the characters of the finance system, on one line", () => {
  expect(inCharacters("Café\r\nMüller – 5 €", "ascii")).toBe("Cafe Muller ? 5 ?");
  expect(inCharacters("Müller €", "latin1")).toBe("Müller ?");
  expect(inCharacters("Müller €\n", "utf8")).toBe("Müller € ");
  expect(inCharacters("\ud800 \u{1f600}", "utf8")).toBe("? \u{1f600}");
  const bare = layoutInput.parse({ ...delimited, quoting: "never", headings: false });
  expect(renderFile(bare, head, lines).text.split("\r\n")[0]).toBe(
    "2026-10-31,LEVEE,100,54010,123.45,0.00,Road salt  40 tons",
  );
});

const open = (layout: Layout) =>
  layoutChecks(layout)
    .filter((c) => !c.ok)
    .map((c) => c.sentence);
const without = (layout: Layout, name: string, record = "line") => ({
  ...layout,
  fields: layout.fields.filter((f) => f.name !== name || f.record !== record),
});
const changed = (layout: Layout, name: string, over: Partial<Layout["fields"][number]>) => ({
  ...layout,
  fields: layout.fields.map((f) => (f.name === name ? { ...f, ...over } : f)),
});

test("before a layout is published it is told what it lacks", () => {
  expect(open(delimited)).toEqual([]);
  expect(open(fixed)).toEqual([]);
  expect(open(without(delimited, "CreditAmount"))[0]).toMatch(/^A line has its amount/);
  expect(open(without(delimited, "Fund"))).toEqual(["A line names its fund and its account."]);
  expect(open(changed(fixed, "Fund", { width: 0 }))).toEqual(["Fund has no width."]);
  expect(open(changed(fixed, "Record", { text: "LINE" }))).toEqual([
    "The constant of Record is longer than its width.",
  ]);
  expect(open(changed(fixed, "Side", { text: "D" }))).toEqual([
    "Side does not name two letters with a bar between them, as D/C.",
  ]);
  expect(open(without(fixed, "Credits", "trailer"))).toEqual([
    "What stands at the end totals one side only: name debits and credits.",
  ]);
  expect(open(changed(fixed, "Batch", { value: "fund" }))).toEqual([
    "Batch is of a line and stands at the beginning.",
  ]);
});
