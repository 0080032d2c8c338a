import type { FieldErrors, Resolver } from "react-hook-form";
import { describe, expect, it } from "vitest";
import { byRepair, firstSaid, lacking, oneOf, stoppedAt, unanswered } from "./import/contract.ts";
import { fieldPath, flatErrors } from "./form/FormContext.ts";
import { rulesOnDemand } from "./form/rulesOnDemand.ts";
import { foldSeries } from "./chart/Chart.tsx";
import { ApiProblem } from "./api.ts";
import { listAt } from "./record/RecordPage.tsx";
import { isMissing } from "./states.tsx";
import { nounOf, staying } from "./queries.ts";
import { readEvents } from "./realtime.ts";
import { differences, merge } from "./form/merge.ts";
import { csvCell } from "./csv.ts";
import { cardParts, type Column } from "./table/columns.tsx";
import {
  describe as words,
  filterSearch,
  listSearch,
  pageNumbers,
  sameQuery,
  viewSearch,
  viewShown,
  type Filter,
} from "./table/filters.ts";
import { pressOf, type Selection } from "./table/selection.ts";

const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    options: [
      { value: "paid", label: "Paid" },
      { value: "open", label: "Open" },
    ],
  },
  { id: "amountCents", label: "Amount", kind: "money" },
];
const defaults = { sort: "-number", limit: 50, fixed: "" };

describe("the list's address", () => {
  it("sends known parameters only, and what is fixed always wins", () => {
    expect(
      listSearch(
        new URLSearchParams("tab=lines&peek=1&status=paid&evil=1&limit=7"),
        filters,
        defaults,
      ),
    ).toBe("limit=50&sort=-number&status=paid");
    expect(
      listSearch(new URLSearchParams("status=paid"), filters, {
        ...defaults,
        fixed: "status=open",
      }),
    ).toContain("status=open");
  });
  it("keeps filters and sort in a view, not the page", () =>
    expect(viewSearch(new URLSearchParams("page=3&sort=number&status=paid"), filters)).toBe(
      "sort=number&status=paid",
    ));
  it("finds the same rows on every page and in every order", () => {
    const at = (text: string) =>
      filterSearch(
        listSearch(new URLSearchParams(text), filters, { ...defaults, fixed: "vendorId=1" }),
      );
    expect(at("status=paid&page=2&sort=number&limit=100")).toBe(at("status=paid"));
    expect(at("status=paid")).toBe("status=paid&vendorId=1");
    expect(at("status=open")).not.toBe(at("status=paid"));
    expect(at("status=paid&q=stone")).not.toBe(at("status=paid"));
  });
  it("takes a view for unchanged in whatever order and encoding it was written", () => {
    expect(sameQuery("unpaid=true&sort=dueOn", "sort=dueOn&unpaid=true")).toBe(true);
    expect(sameQuery("status=possible,excluded", "status=possible%2Cexcluded")).toBe(true);
    expect(sameQuery("unpaid=true", "unpaid=true&sort=dueOn")).toBe(false);
  });

  it("shows the view that an address asks for, named or not, and says when it asks for more", () => {
    const unpaid = { id: "unpaid", query: "unpaid=true&sort=dueOn" };
    const views = [unpaid, { id: "late", query: "late=true" }];
    expect(viewShown(views, null, "")).toEqual({ view: null, modified: false });
    expect(viewShown(views, null, "sort=total")).toEqual({ view: null, modified: true });
    expect(viewShown(views, null, "unpaid=true")).toEqual({ view: unpaid, modified: false });
    expect(viewShown(views, null, "unpaid=true&sort=-total")).toEqual({
      view: unpaid,
      modified: true,
    });
    expect(viewShown(views, null, "unpaid=true&q=stone")).toEqual({ view: null, modified: true });
    expect(viewShown(views, "unpaid", "unpaid=true&q=stone")).toEqual({
      view: unpaid,
      modified: true,
    });
    expect(viewShown(views, "unpaid", "unpaid=true&sort=dueOn")).toEqual({
      view: unpaid,
      modified: false,
    });
    expect(viewShown(views, "gone", "late=true")).toEqual({ view: null, modified: true });
  });
  it("gives an action that works on named records only those", () => {
    const taken: Selection[] = [];
    const all: Selection = { kind: "all", search: "status=paid", total: 35 };
    const ids: Selection = { kind: "ids", ids: ["1"] };
    const named = {
      label: "Pay these",
      idsOnly: true as const,
      run: (selection: Selection) => {
        taken.push(selection);
      },
    };
    expect(pressOf(named, all, () => {})).toBeNull();
    pressOf(named, ids, () => {})?.();
    pressOf({ ...named, idsOnly: false }, all, () => {})?.();
    expect(taken).toEqual([ids, all]);
  });
  it("says in words what a filter does", () => {
    const say = (text: string, at: number) =>
      words(filters[at] as Filter, new URLSearchParams(text));
    expect(say("status=paid", 0)).toBe("Status: Paid");
    expect(say("status=paid,open", 0)).toBe("Status: any of 2");
    expect(say("amountCents.min=500000", 1)).toBe("Amount ≥ $5,000");
    expect(say("", 1)).toBe("Amount");
  });
  it("offers page numbers without holes of one", () => {
    expect(pageNumbers(1, 1)).toEqual([1]);
    expect(pageNumbers(5, 20)).toEqual([1, 0, 4, 5, 6, 0, 20]);
    expect(pageNumbers(3, 5)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("freshness", () => {
  it("knows one noun by all its names", () => {
    for (const text of [
      "purchaseOrder",
      "purchaseOrder.approve",
      "purchase-orders",
      "/api/v1/purchase-orders?x=1",
    ])
      expect(nounOf(text)).toBe("purchaseorder");
    expect(nounOf("budget-lines")).toBe("budgetline");
    expect(nounOf("/api/v1/field/captures?x=1")).toBe(nounOf("fieldCapture.apply"));
    expect(nounOf("agencies")).toBe("agency");
    expect(nounOf("addresses")).toBe("address");
  });
  it("reads whole events and keeps the rest", () => {
    const { changes, rest } = readEvents(
      ': heartbeat\n\ndata: {"topic":"invoice.approve","objectId":"1"}\r\n\r\ndata: nonsense\n\ndata: {"topic"',
    );
    expect(changes).toEqual([{ topic: "invoice.approve", objectId: "1" }]);
    expect(rest).toBe('data: {"topic"');
  });
});

describe("forms", () => {
  it("finds the server's paths in every spelling", () => {
    for (const path of ["lines.0.price", "lines[0].price", "/lines/0/price", "body.lines.0.price"])
      expect(fieldPath(path)).toBe("lines.0.price");
  });
  it("flattens nested errors in order", () => {
    expect(
      flatErrors({
        name: { type: "x", message: "a" },
        lines: [undefined, { price: { type: "x", message: "b" } }],
      } as never),
    ).toEqual([
      { path: "name", message: "a" },
      { path: "lines.1.price", message: "b" },
    ]);
  });
  it("shows where two people differ, and nothing else", () => {
    expect(differences({ a: 1, b: 2, c: 3 }, { a: 9, b: 2, c: 3 }, { a: 0, b: 0, c: 3 })).toEqual([
      { field: "a", mine: 1, theirs: 9 },
    ]);
    expect(
      differences({ note: "new", phone: "1" }, { note: "", phone: "2" }, { note: "", phone: "1" }),
    ).toEqual([{ field: "phone", mine: "1", theirs: "2", untouched: true }]);
    // A group of fields is taken apart: a policy's condition, quantities by item.
    expect(
      differences(
        { c: { min: 1, codes: ["a"] } },
        { c: { min: 1, codes: ["b"] } },
        { c: { min: 0, codes: ["a"] } },
      ),
    ).toEqual([{ field: "c.codes", mine: ["a"], theirs: ["b"], untouched: true }]);
    expect(
      differences(
        { lines: [{ id: "x", n: 10 }] },
        { lines: [{ id: "x", n: 4 }] },
        { lines: [{ id: "x", n: 10 }] },
      ),
    ).toEqual([{ field: "lines.0.n", mine: 10, theirs: 4, untouched: true }]);
  });
  it("puts what one person changed over what another saved meanwhile", () => {
    expect(
      merge({ note: "new", phone: "1" }, { note: "", phone: "2" }, { note: "", phone: "1" }),
    ).toEqual({ note: "new", phone: "2" });
    const base = {
      day: null,
      lines: [
        { id: "x", n: 10, p: 1 },
        { id: "y", n: 3, p: 1 },
      ],
    };
    // The other cut the first line and took the second away; this person priced the first and
    // changed the day.
    expect(
      merge(
        {
          day: "2026-01-02",
          lines: [
            { id: "x", n: 10, p: 2 },
            { id: "y", n: 3, p: 1 },
          ],
        },
        {
          day: null,
          lines: [
            { id: "x", n: 4, p: 1 },
            { id: "z", n: 1, p: 1 },
          ],
        },
        base,
      ),
    ).toEqual({
      day: "2026-01-02",
      lines: [
        { id: "x", n: 4, p: 2 },
        { id: "z", n: 1, p: 1 },
      ],
    });
    // Lines that nothing tells apart are one value.
    expect(merge([1, 2], [1, 3], [1])).toEqual([1, 2]);
  });
});

it("knows a record that is not there from a failure, and the list above it", () => {
  const problem = (status: number, errors: object[] = []) =>
    new ApiProblem(status, { detail: "x", errors });
  expect(isMissing(problem(404))).toBe(true);
  expect(isMissing(problem(422, [{ path: "id", message: "Not a record id." }]))).toBe(true);
  for (const other of [
    problem(422, [{ path: "title", message: "Too long." }]),
    problem(422),
    problem(500),
    problem(403),
    new Error("x"),
    null,
  ])
    expect(isMissing(other)).toBe(false);
  expect(
    ["/invoices/not-an-id", "/payments/runs/7", "/vendor-performance/plans/7", "/nowhere/7"].map(
      (path) => listAt(path).path,
    ),
  ).toEqual(["/invoices", "/payments/runs", "/vendor-performance", "/"]);
});

it("groups import problems by their repair, most frequent first", () => {
  const problem = (row: number, fix: string) => ({
    row,
    column: "c",
    expected: "e",
    found: "f",
    fix,
  });
  expect(
    byRepair([problem(1, "x"), problem(2, "y"), problem(3, "y")]).map((group) => [
      group.fix,
      group.problems.length,
    ]),
  ).toEqual([
    ["y", 2],
    ["x", 1],
  ]);
  const run = {
    id: "1",
    state: "mapping" as const,
    columns: ["A"],
    suggestedMapping: { name: "A", tin: null },
    fields: [
      { name: "name", label: "Name", required: true },
      { name: "tin", label: "TIN", required: true },
    ],
    questions: [
      { id: "on.order", field: "on", column: "Day", ask: "?", choices: [], likely: "", rows: [] },
    ],
    counts: { create: 0, update: 0, skip: 0, reject: 0 },
    problems: [],
  };
  const said = firstSaid(run);
  expect(lacking(run, said).map(({ name }) => name)).toEqual(["tin"]);
  expect(unanswered(run, said).map(({ id }) => id)).toEqual(["on.order"]);
  const more = { ...said, reading: { fixed: { tin: "1" }, answers: { "on.order": "day" } } };
  expect([lacking(run, more), unanswered(run, more)]).toEqual([[], []]);
  expect(["opportunities", "vendors", "damage"].map(oneOf)).toEqual([
    "opportunity",
    "vendor",
    "damage",
  ]);
});

it("neutralises formulas in CSV cells, and leaves negative numbers alone", () => {
  expect(csvCell("=1+1")).toBe("'=1+1");
  expect(csvCell(-5)).toBe("-5");
  expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
});

it("folds more than six series into Other", () => {
  const series = Array.from({ length: 8 }, (_, at) => ({ id: `s${at}`, label: `S${at}` }));
  const folded = foldSeries(series, [
    { label: "x", values: Object.fromEntries(series.map(({ id }, at) => [id, at])) },
  ]);
  expect(folded.series.map((each) => each.label)).toEqual(["S0", "S1", "S2", "S3", "S4", "Other"]);
  expect(folded.points[0]?.values.other).toBe(18);
});

describe("a card of a list", () => {
  type Line = {
    code: string;
    name: string;
    year: string;
    budget: number | null;
    held: number | null;
    free: number;
  };
  const columns: readonly Column<Line>[] = [
    { id: "code", label: "Code", kind: "plate", value: (l) => l.code },
    { id: "name", label: "Name", kind: "text", value: (l) => l.name },
    { id: "year", label: "Year", kind: "text", value: (l) => l.year },
    { id: "budget", label: "Budget", kind: "money", value: (l) => l.budget },
    { id: "held", label: "Held", kind: "money", value: (l) => l.held },
    { id: "free", label: "Free", kind: "money", leads: true, value: (l) => l.free },
  ];
  const line: Line = {
    code: "101",
    name: "Fuel",
    year: "2027",
    budget: 100_00,
    held: 30_00,
    free: 70_00,
  };
  const shown = (row: Line) => {
    const { title, amount, facts } = cardParts(columns, row);
    return [title?.id, amount?.id, facts.map((column) => column.id)];
  };
  it("shows what leads before the other facts, further amounts last", () =>
    expect(shown(line)).toEqual(["name", "budget", ["free", "year", "held"]]));
  it("lets nothing lead that the row lacks", () => {
    const noted: readonly Column<Line & { note: string | null }>[] = [
      ...columns,
      { id: "note", label: "Note", kind: "text", leads: true, value: (l) => l.note },
    ];
    const factsOf = (note: string | null) =>
      cardParts(noted, { ...line, note }).facts.map((column) => column.id);
    expect([factsOf("Late"), factsOf(null)]).toEqual([
      ["free", "note", "year", "held"],
      ["free", "year", "note", "held"],
    ]);
  });
  it("takes the amount that the row is about, where it has it", () => {
    const ofHeld = columns.map((column) =>
      column.id === "held" ? { ...column, main: (l: Line) => l.year === "2027" } : column,
    );
    const amountOf = (row: Line) => cardParts(ofHeld, row).amount?.id;
    expect([
      amountOf(line),
      amountOf({ ...line, year: "2026" }),
      amountOf({ ...line, held: null }),
    ]).toEqual(["held", "budget", "budget"]);
  });
  it("begins with the name where the list has no numbers, and shows the named title large", () => {
    const people = columns.slice(1);
    const partsOf = (of: readonly Column<Line>[]) => {
      const { plate, title, facts } = cardParts(of, line);
      return [plate?.id, title?.id, facts.map((column) => column.id)];
    };
    expect([
      partsOf(people),
      partsOf(
        columns.map((column) => (column.id === "year" ? { ...column, title: true } : column)),
      ),
    ]).toEqual([
      [undefined, "name", ["free", "year", "held"]],
      ["code", "year", ["free", "name", "held"]],
    ]);
  });
  it("takes the first amount that the row has, and no empty one as a fact", () =>
    expect(shown({ ...line, budget: null })).toEqual(["name", "held", ["free", "year"]]));
});

describe("rules that load with the form", () => {
  const options = { fields: {}, shouldUseNativeValidation: false } as never;
  it("are asked once they are here", async () => {
    let asked = 0;
    const rules = rulesOnDemand<{ name: string }>(async () => {
      asked += 1;
      const missing: FieldErrors<{ name: string }> = {
        name: { type: "custom", message: "Enter a name." },
      };
      const resolve: Resolver<{ name: string }> = (values) => {
        if (values.name) return { values, errors: {} };
        return { values: {}, errors: missing };
      };
      return resolve;
    });
    expect(asked).toBe(0);
    expect(await rules({ name: "" }, undefined, options)).toMatchObject({
      errors: { name: { message: "Enter a name." } },
    });
    expect(await rules({ name: "Ann" }, undefined, options)).toEqual({
      values: { name: "Ann" },
      errors: {},
    });
    expect(asked).toBe(1);
  });
  it("leave the decision to the server when they do not come, and are asked for again", async () => {
    let asked = 0;
    const rules = rulesOnDemand<{ name: string }>(() => {
      asked += 1;
      return Promise.reject(new Error("offline"));
    });
    expect(await rules({ name: "" }, undefined, options)).toEqual({
      values: { name: "" },
      errors: {},
    });
    await rules({ name: "" }, undefined, options);
    expect(asked).toBe(2);
  });
});

it("a failed import is checked again before its check is through, gone on with after", () => {
  expect([
    stoppedAt({ state: "failed", rowsTotal: null }),
    stoppedAt({ state: "failed", rowsTotal: 90_000, rowsDone: 0 }),
    stoppedAt({ state: "validated", rowsTotal: 2 }),
  ]).toEqual(["check", "import", null]);
});

it("what was read stays while the line or the server fails; a refusal takes it away", () => {
  const refused = (status: number) => new ApiProblem(status, { code: "any", detail: "No." });
  const shown = (data: unknown, error: Error | null) => staying({ data, error }).error;
  const lost = new TypeError("Failed to fetch");
  expect(shown({ id: "1" }, lost)).toBeNull();
  expect(shown({ id: "1" }, refused(503))).toBeNull();
  expect(shown({ id: "1" }, refused(429))).toBeNull();
  expect(shown(undefined, lost)).toBe(lost);
  for (const status of [401, 403, 404]) {
    const refusal = refused(status);
    expect(shown({ id: "1" }, refusal)).toBe(refusal);
  }
  const looked: string[] = [];
  const answer = staying({
    get data() {
      looked.push("data");
      return 1;
    },
    get isFetching() {
      looked.push("isFetching");
      return true;
    },
    error: null,
  });
  expect([answer.error, answer.data]).toEqual([null, 1]);
  expect(looked).not.toContain("isFetching");
});
