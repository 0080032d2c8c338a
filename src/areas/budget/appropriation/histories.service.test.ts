// Random histories of every writer of the budget (adopted by hand, imports of both kinds, amendments and
// changes, capital plans, take-backs, a cycle with imports and a capital plan into its proposals, its
// adoption, the carry of a closing, also of one that was opened again): after each, lines are what a
// naive book says, and lines, documents and fund balances agree.
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { closeYear, reopenYear } from "../account/closing.service.ts";
import { amendLine, transferBudget } from "../change/change.service.ts";
import { cycleInput } from "../cycle/cycle.model.ts";
import { createCycle } from "../cycle/cycle.service.ts";
import { amendedFunds, fundBalances } from "../fund-balance/fund-balance.service.ts";
import { postCommitments } from "../ledger/ledger.service.ts";
import { createLine } from "../line/line.service.ts";
import { strayLinesOf, takeBack } from "../take-back/take-back.service.ts";
import { sql } from "#server/db/sql.ts";
import type { Tx } from "#server/db/db.ts";
import { documentRules } from "./appropriation.checks.ts";
import {
  adoptAsked,
  amend,
  bringCapital,
  drawing,
  findingsOf,
  importRows,
  importSums,
  linesNow,
  makeWorld,
  tried,
  type World,
} from "./histories.setup.ts";

let t: TestDatabase;
beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(() => t.drop());

type Book = Map<string, number>;
type History = { w: World; book: Book; draw: (most: number) => number };
const as = <T>(w: World, work: (tx: Tx) => Promise<T>) => w.t.database.transaction(w.officer, work);
const put = (book: Book, key: string, cents: number) => book.set(key, (book.get(key) ?? 0) + cents);
const amount = (draw: History["draw"]) => 1 + draw(90_000_00);
const yearId = (w: World, year: number) => (year === 2027 ? w.agency.fiscalYearId : w.planned);

const lineId = (w: World, year: number, string: string) =>
  w.t.database.read(w.officer).maybe<{ id: string; version: number }>(sql`
    select id, version
    from budget_line
    where org_id = ${w.officer.orgId}
      and fiscal_year_id = ${yearId(w, year)}
      and account_string_id = ${string}
  `);

// One writer of the lines of a year, drawn; what it refuses changes nothing.
const writers: Record<string, (h: History, year: number) => Promise<void>> = {
  byHand: async ({ w, book, draw }, year) => {
    const string = w.strings[draw(8)]!;
    const cents = amount(draw);
    const line = {
      fiscalYearId: yearId(w, year),
      accountStringId: string.id,
      original: cents,
      note: "",
    };
    if (await tried(() => as(w, (tx) => createLine(tx, w.officer, line))))
      put(book, `${year} ${string.code}`, cents);
  },
  imported: async ({ w, book, draw }, year) => {
    const rows = w.strings
      .filter((s) => !book.get(`${year} ${s.code}`) && draw(3) > 0)
      .map((string) => ({ string, cents: amount(draw) }));
    if (await tried(() => importRows(w, year, rows)))
      for (const { string, cents } of rows) put(book, `${year} ${string.code}`, cents);
  },
  summed: async ({ w, book, draw }, year) => {
    const free = w.strings.filter((s) => !book.get(`${year} ${s.code}`) && draw(3) > 0);
    const batches = [0, 1].map(() =>
      free.flatMap((string) =>
        Array.from({ length: 1 + draw(2) }, () => ({ string, cents: amount(draw) })),
      ),
    );
    if (await tried(() => importSums(w, year, batches)))
      for (const { string, cents } of batches.flat()) put(book, `${year} ${string.code}`, cents);
  },
  capital: async ({ w, book, draw }, year) => {
    const cents = w.capital.map(() => amount(draw));
    if (await tried(() => bringCapital(w, year, cents)))
      for (const [at, { code }] of w.capital.entries()) put(book, `${year} ${code}`, cents[at]!);
  },
  changed: async ({ w, book, draw }, year) => {
    const string = w.strings[draw(8)]!;
    const line = await lineId(w, year, string.id);
    if (!line) return;
    const cents = amount(draw) * (draw(2) ? 1 : -1);
    const input = { amount: cents, reason: "More stone", source: "Fund balance" };
    if (await tried(() => as(w, (tx) => amendLine(tx, w.officer, line.id, input, line.version))))
      put(book, `${year} ${string.code}`, cents);
  },
  moved: async ({ w, book, draw }, year) => {
    const [from, to] = [w.strings[draw(8)]!, w.strings[draw(8)]!];
    const [a, b] = [await lineId(w, year, from.id), await lineId(w, year, to.id)];
    if (!a || !b || a.id === b.id) return;
    const input = { fromId: a.id, toId: b.id, amount: amount(draw), reason: "More stone" };
    if (!(await tried(() => as(w, (tx) => transferBudget(tx, w.officer, input))))) return;
    put(book, `${year} ${from.code}`, -input.amount);
    put(book, `${year} ${to.code}`, input.amount);
  },
  amended: async ({ w, book, draw }, year) => {
    const [a, b] = [w.strings[draw(4)]!, w.strings[4 + draw(4)]!];
    const cents = amount(draw);
    const kind = (["transfer", "supplement", "reduction"] as const)[draw(3)]!;
    const signs = { transfer: [-1, 1], supplement: [1, 1], reduction: [-1, -1] }[kind];
    const lines = [a, b].map((s, at) => ({ accountStringId: s.id, cents: cents * signs[at]! }));
    const end = draw(4) ? ("approve" as const) : ("withdraw" as const);
    if (!(await tried(() => amend(w, kind, yearId(w, year), lines, { end })))) return;
    if (end === "withdraw") return;
    for (const [at, s] of [a, b].entries()) put(book, `${year} ${s.code}`, lines[at]!.cents);
  },
  takenBack: async ({ w, book, draw }, year) => {
    const { groups } = await strayLinesOf(w.t.database.read(w.officer), yearId(w, year));
    const group = groups.filter((g) => g.where === "line")[draw(2)];
    if (!group) return;
    const before = await linesNow(w);
    const input = { group: group.group, accountStringIds: [], reason: "Of another year" };
    if (!(await tried(() => as(w, (tx) => takeBack(tx, w.officer, yearId(w, year), input)))))
      return;
    const now = await linesNow(w);
    for (const key of Object.keys(before).filter((k) => !(k in now))) book.set(key, 0);
  },
};

const same = async ({ w, book }: History) => {
  const wanted = [...book].filter(([, cents]) => cents !== 0);
  expect(await linesNow(w)).toEqual(Object.fromEntries(wanted));
  expect(await findingsOf(w)).toEqual([]);
};

const wrote = new Set<string>();
const write = async (
  h: History,
  years: readonly number[],
  times: number,
  names = Object.keys(writers),
) => {
  for (let n = 0; n < times; n++) {
    const name = names[h.draw(names.length)]!;
    const before = JSON.stringify([...h.book]);
    await writers[name]!(h, years[h.draw(years.length)]!);
    if (JSON.stringify([...h.book]) !== before) wrote.add(name);
  }
};

// While the cycle runs nothing but a take-back reaches its year; an import becomes proposals.
const runCycle = async (h: History) => {
  const { w, book, draw } = h;
  const { officer } = w;
  const { id } = await as(w, (tx) =>
    createCycle(tx, officer, cycleInput.parse({ fiscalYearId: w.planned })),
  );
  await importRows(w, 2028, [{ string: w.strings[draw(8)]!, cents: 5_000_000_00 }]);
  for (let found = await strays(w); found.length; found = await strays(w))
    for (const { group } of found)
      await as(w, (tx) =>
        takeBack(tx, officer, w.planned, { group, accountStringIds: [], reason: "Stray" }),
      );
  for (const key of book.keys()) if (key.startsWith("2028 ")) book.set(key, 0);
  await same(h);
  const asked = w.strings.map((string) => ({
    string,
    cents: string.account === "4100" ? 400_000_00 : string.account === "5900" ? 0 : amount(draw),
  }));
  await importRows(
    w,
    2028,
    asked.filter((a) => a.cents),
  );
  await write(h, [2028], 6, ["byHand", "changed", "moved", "amended", "takenBack"]);
  const planned = w.capital.map(() => amount(draw));
  expect(await bringCapital(w, 2028, planned)).toBe("cycle");
  await same(h);
  await adoptAsked(w, id);
  for (const { string, cents } of asked) if (cents) put(book, `2028 ${string.code}`, cents);
  for (const [at, { code }] of w.capital.entries()) put(book, `2028 ${code}`, planned[at]!);
  return id;
};
const strays = async (w: World) =>
  (await strayLinesOf(w.t.database.read(w.officer), w.planned)).groups;

// The closing of the first year carries what is ordered, with the budget behind it; opened again, it
// keeps what it carried, and closed once more carries what was ordered since.
const close = async ({ w, book, draw }: History, again = false) => {
  const { officer } = w;
  const later = { ...officer, businessNow: "2036-10-05T15:00:00Z" };
  const string = w.strings.find((s) => (book.get(`2027 ${s.code}`) ?? 0) > 0);
  if (!string) return;
  const cents = 1 + draw(book.get(`2027 ${string.code}`)!);
  await as(w, async (tx) =>
    postCommitments(
      tx,
      officer,
      {
        type: "fiscalYear",
        id: w.agency.fiscalYearId,
        number: "FY 2027",
        fiscalYearId: w.agency.fiscalYearId,
      },
      [{ accountStringId: string.id, encumbered: cents }],
      { kind: "encumber" },
    ),
  );
  const { version } = await t.database.read(officer).one<{ version: number }>(sql`
    select version
    from fiscal_year
    where org_id = ${officer.orgId} and id = ${w.agency.fiscalYearId}
  `);
  await t.database.transaction(later, (tx) =>
    closeYear(tx, later, w.agency.fiscalYearId, { budget: "carry", note: "" }, version),
  );
  put(book, `2027 ${string.code}`, -cents);
  put(book, `2028 ${string.code}`, cents);
  if (again) return;
  await t.database.transaction(later, (tx) =>
    reopenYear(tx, later, w.agency.fiscalYearId, "An order was forgotten", version + 1),
  );
  await close({ w, book, draw }, true);
};

test.each([3, 11, 29, 47, 101, 137])(
  "history %i: lines are their documents, and funds are both",
  async (seed) => {
    const h: History = { w: await makeWorld(t), book: new Map(), draw: drawing(seed) };
    await write(h, [2027, 2028], 30);
    await same(h);
    const cycleId = await runCycle(h);
    await same(h);
    await write(h, [2027, 2028], 15);
    await same(h);
    const { funds } = await fundBalances(t.database.read(h.w.officer), cycleId);
    for (const fund of funds) expect(fund.end).toBeGreaterThanOrEqual(0);
    await close(h);
    const wanted = [...h.book].filter(([, cents]) => cents !== 0);
    expect(await linesNow(h.w)).toEqual(Object.fromEntries(wanted));
    expect(await findingsOf(h.w, documentRules)).toEqual([]);
    const after = await fundBalances(t.database.read(h.w.officer), cycleId);
    expect(after.funds.map((f) => f.end)).toEqual(funds.map((f) => f.end));
  },
);

test("each writer wrote in these histories; one that is always refused shows nothing", () => {
  expect([...wrote].toSorted()).toEqual(Object.keys(writers).toSorted());
});

test("a fund falls below a rule only with what was decided about it", async () => {
  const h: History = { w: await makeWorld(t), book: new Map(), draw: drawing(5) };
  const cycleId = await runCycle(h);
  const { w } = h;
  const fund = (await fundBalances(t.database.read(w.officer), cycleId)).funds[1]!;
  const spending = w.strings.find((s) => s.fund === "402" && s.account === "5100")!;
  const lines = [{ accountStringId: spending.id, cents: fund.end + 1 }];
  await expect(amend(w, "supplement", w.planned, lines)).rejects.toMatchObject({
    code: "fund_breaks_rule",
  });
  await expect(
    as(w, async (tx) => {
      const line = await lineId(w, 2028, spending.id);
      return amendLine(
        tx,
        w.officer,
        line!.id,
        { amount: fund.end + 1, reason: "More stone", source: "Fund balance" },
        line!.version,
      );
    }),
  ).rejects.toThrow(`402 402: It spends $0.01 more than it has. County policy 2`);
  await amend(w, "supplement", w.planned, lines, { fundDecision: "Paid from next year's levy." });
  expect((await fundBalances(t.database.read(w.officer), cycleId)).funds[1]).toMatchObject({
    end: -1,
    adoptedEnd: fund.end,
  });
  // Between what was decided and what the fund ends with stand the amendments, each with its decision.
  expect(await amendedFunds(t.database.read(w.officer), cycleId)).toMatchObject([
    { fundId: fund.fundId, cents: -(fund.end + 1), decision: "Paid from next year's levy." },
  ]);
  expect(await findingsOf(w)).toEqual([]);
});
