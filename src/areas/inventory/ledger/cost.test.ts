import fc from "fast-check";
import { expect, test } from "vitest";
import { day, instant, utcDay, type Day, type Instant } from "#kernel/time.ts";
import { quantity } from "#kernel/quantity.ts";
import { corrections } from "./corrections.model.ts";
import { methodOn, replay, type DatedMethod, type StockEntry } from "./cost.model.ts";

const clock = (n: number): Instant => instant(`2027-06-01T00:00:${String(n).padStart(2, "0")}Z`);
const dayOf = (n: number): Day => utcDay(Date.UTC(2027, 0, 1 + n));
const q = (units: number | string) => quantity(String(units));
const on = (n: number, posted: number, id: string) => ({
  id,
  movedOn: dayOf(n),
  postedAt: clock(posted),
});
const came = (n: number, posted: number, id: string, units: number, cents: number, lot?: string) =>
  ({ kind: "in", ...on(n, posted, id), quantity: q(units), cents, lot: lot ?? null }) as const;
const went = (n: number, posted: number, id: string, units: number, lot?: string) =>
  ({ kind: "out", ...on(n, posted, id), quantity: q(units), lot: lot ?? null }) as const;

test("the mean prices what goes out, and the last of it takes what is left", () => {
  const {
    valueOf,
    value,
    quantity: left,
  } = replay(
    [came(1, 1, "in", 3, 100), went(2, 2, "a", 1), went(3, 3, "b", 1), went(4, 4, "c", 1)],
    "average",
  );
  expect(["a", "b", "c"].map(valueOf)).toEqual([33, 34, 33]);
  expect([value, left]).toEqual([0, 0n]);
});

test("oldest first prices by receipt, and a named lot by its own", () => {
  const history = [
    came(1, 1, "old", 10, 1000, "L1"),
    came(2, 2, "new", 10, 3000, "L2"),
    went(3, 3, "any", 12),
    went(4, 4, "named", 5, "L2"),
  ];
  const first = replay(history, "fifo");
  expect([first.valueOf("any"), first.valueOf("named"), first.value]).toEqual([1600, 1500, 900]);
  expect(first.layers.map(({ receipt, quantity: rest }) => [receipt, rest])).toEqual([
    ["new", q(3)],
  ]);
  expect(replay(history, "average").valueOf("any")).toBe(2400);
});

test("what an issue gives back comes back at what it went out for", () => {
  const history = [
    came(1, 1, "old", 2, 200),
    came(2, 2, "new", 2, 1000),
    went(3, 3, "issue", 3),
    { kind: "return", ...on(4, 4, "back"), quantity: q(1), of: "issue" } as const,
  ];
  const first = replay(history, "fifo");
  expect([first.valueOf("issue"), first.valueOf("back"), first.value]).toEqual([700, 500, 1000]);
  const more = { kind: "return", ...on(5, 5, "more"), quantity: q(3), of: "issue" } as const;
  expect(replay([...history, more], "fifo").shortage).toEqual({
    id: "more",
    movedOn: dayOf(5),
    missing: q(1),
  });
});

test("free goods, places and hundredths of a unit keep quantity and value", () => {
  const {
    values,
    value,
    quantity: left,
  } = replay(
    [
      came(1, 1, "free", 1, 0),
      came(1, 2, "paid", 1, 101),
      { kind: "transfer", ...on(1, 3, "moved"), quantity: q(2) },
      { ...went(2, 4, "half", 1), quantity: q("0.0001") },
    ],
    "average",
  );
  expect([...values.keys()]).toEqual(["free", "paid", "half"]);
  expect([value, left]).toEqual([101, q("1.9999")]);
});

test("what goes below nothing is told with the day on which it would", () => {
  const history = [came(5, 1, "in", 10, 1000), went(6, 2, "out", 10)];
  expect(replay(history, "average").shortage).toBeNull();
  expect(replay([...history, went(5, 3, "late", 4)], "average").shortage).toEqual({
    id: "out",
    movedOn: dayOf(6),
    missing: q(4),
  });
  expect(replay([went(1, 1, "none", 1)], "fifo").shortage?.movedOn).toBe(dayOf(1));
  const lots = [came(1, 1, "in", 5, 500, "L1"), went(2, 2, "other", 1, "L2")];
  expect(replay(lots, "average").shortage?.missing).toBe(q(1));
});

test("a back-dated receipt and a bill at another price name the issues that they correct", () => {
  const history: StockEntry[] = [came(1, 1, "in", 10, 1000), went(5, 2, "issue", 5)];
  const standing = [
    { id: "in", cents: 1000 },
    { id: "issue", cents: -500 },
  ];
  const late = replay([...history, came(2, 3, "late", 10, 3000)], "average");
  expect(corrections(standing, late)).toEqual([{ corrects: "issue", cents: -500 }]);
  const billed = replay([{ ...came(1, 1, "in", 10, 1200) }, history[1]!], "average");
  expect(corrections(standing, billed)).toEqual([
    { corrects: "in", cents: 200 },
    { corrects: "issue", cents: -100 },
  ]);
  // A void takes both back.
  const repriced = [
    { id: "in", cents: 1200 },
    { id: "issue", cents: -600 },
  ];
  expect(corrections(repriced, replay(history, "average"))).toEqual([
    { corrects: "in", cents: -200 },
    { corrects: "issue", cents: 100 },
  ]);
});

test("the method of a class holds from its day on", () => {
  const dated: DatedMethod[] = [
    { from: day("2027-03-01"), method: "average" },
    { from: day("2027-01-03"), method: "fifo" },
  ];
  expect(methodOn(dated, day("2027-01-02"))).toBe("average");
  expect(methodOn(dated, day("2027-02-01"))).toBe("fifo");
  expect(methodOn(dated, day("2027-03-01"))).toBe("average");
  const history = [
    came(0, 1, "old", 10, 1000),
    came(1, 2, "new", 10, 3000),
    went(1, 3, "mean", 10),
    went(2, 4, "first", 5),
    went(3, 5, "last", 5),
  ];
  const { valueOf, value } = replay(history, dated);
  expect([valueOf("mean"), valueOf("first"), valueOf("last"), value]).toEqual([
    2000, 1000, 1000, 0,
  ]);
});

test("the same instant goes by its line, and postings of one day by their instants", () => {
  const same = [went(1, 1, "b", 1), came(1, 1, "a", 1, 10)];
  expect(replay(same, "fifo").valueOf("b")).toBe(10);
  fc.assert(
    fc.property(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (order) => {
      const history = [
        came(1, 1, "a", 4, 100),
        went(1, 2, "b", 1),
        came(1, 3, "c", 4, 900),
        went(2, 0, "d", 2),
      ];
      const once = replay(history, "average");
      expect(
        replay(
          order.map((at) => history[at]!),
          "average",
        ).values,
      ).toEqual(once.values);
    }),
  );
});
