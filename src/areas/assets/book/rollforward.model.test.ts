// The book over any history: what is put in later, lives that change, disposals.
import fc from "fast-check";
import { expect, test } from "vitest";
import { bookAt, costAt, depreciated, ofMonth, type BookHistory } from "./depreciation.model.ts";
import { rolledTotal, rollForward, type Rolled } from "./rollforward.model.ts";

const dayOf = (month: number, day: number): string => {
  const at = new Date(Date.UTC(2000, month, day));
  return at.toISOString().slice(0, 10);
};

/** An asset with up to four improvements, each before the end of the life that holds then. */
const history = fc
  .record({
    costCents: fc.integer({ min: 1, max: 5e11 }),
    share: fc.integer({ min: 0, max: 100 }),
    lifeMonths: fc.integer({ min: 2, max: 600 }),
    start: fc.integer({ min: 0, max: 240 }),
    day: fc.integer({ min: 1, max: 28 }),
    puts: fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 0.99, noNaN: true }),
        day: fc.integer({ min: 1, max: 28 }),
        cents: fc.integer({ min: 1, max: 1e11 }),
        longer: fc.option(fc.integer({ min: 1, max: 240 })),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ share, start, day, puts, ...said }): BookHistory => {
    const salvageCents = Math.floor((said.costCents * share) / 100);
    let life = said.lifeMonths;
    const changes = puts
      .toSorted((a, b) => a.at - b.at)
      .map((put) => {
        const month = start + 1 + Math.floor(put.at * (said.lifeMonths - 1));
        if (put.longer !== null) life += put.longer;
        return {
          onDay: dayOf(month, put.day),
          cents: put.cents,
          lifeMonths: put.longer === null ? null : life,
        };
      })
      .toSorted((a, b) => a.onDay.localeCompare(b.onDay));
    return { ...said, salvageCents, inServiceOn: dayOf(start, day), changes };
  });
const far = "2199-12-31";
const lifeOf = (book: BookHistory) =>
  Math.max(book.lifeMonths, ...(book.changes ?? []).map((change) => change.lifeMonths ?? 0));

test("over any history the months sum to all that was put in less salvage, and none gives money back", () => {
  fc.assert(
    fc.property(history, (book) => {
      const end = costAt(book, far) - book.salvageCents;
      let sum = 0;
      for (let month = 1; month <= lifeOf(book) + 3; month++) {
        const part = ofMonth(book, month);
        expect(part).toBeGreaterThanOrEqual(0);
        sum += part;
      }
      expect(sum).toBe(end);
      expect(bookAt(book, far).bookCents).toBe(book.salvageCents);
    }),
    { numRuns: 60 },
  );
});

test("an improvement spreads what is left over the months that are left", () => {
  const book: BookHistory = {
    costCents: 12_000_00,
    salvageCents: 0,
    lifeMonths: 12,
    inServiceOn: "2024-01-01",
    changes: [{ onDay: "2024-07-01", cents: 6_000_00, lifeMonths: 18 }],
  };
  expect(depreciated(book, 6)).toBe(6_000_00);
  // 6,000 that were left and 6,000 that came, over the twelve months that are left.
  expect(depreciated(book, 7)).toBe(7_000_00);
  expect(depreciated(book, 18)).toBe(18_000_00);
  expect(bookAt(book, "2024-07-01")).toEqual({
    months: 6,
    depreciatedCents: 6_000_00,
    bookCents: 12_000_00,
  });
});

const assets = fc.array(
  fc.tuple(history, fc.constantFrom("A", "B"), fc.option(fc.integer({ min: 0, max: 900 }))),
  { minLength: 1, maxLength: 12 },
);

test("a roll-forward begins where the one before ended, and each adds up to the cent", () => {
  fc.assert(
    fc.property(assets, (all) => {
      const rolled = all.map(([book, classId, later]): Rolled => {
        const used = later === null ? null : dayOf(300 + later, 15);
        const disposedOn = used !== null && used >= book.inServiceOn ? used : null;
        return {
          ...book,
          // Nothing is put into what is gone.
          changes: (book.changes ?? []).filter((c) => !disposedOn || c.onDay <= disposedOn),
          classId,
          className: classId,
          disposedOn,
        };
      });
      let before = rolledTotal([]);
      for (let year = 2000; year < 2110; year += 5) {
        const [from, to] = [`${year}-07-01`, `${year + 5}-06-30`];
        const now = rolledTotal(rollForward(rolled, from, to));
        if (year > 2000) {
          expect(now.costBefore).toBe(before.costAfter);
          expect(now.depreciationBefore).toBe(before.depreciationAfter);
        }
        expect(now.costBefore + now.added + now.improved - now.gone).toBe(now.costAfter);
        expect(now.depreciationBefore + now.charged - now.depreciationGone).toBe(
          now.depreciationAfter,
        );
        expect(now.costAfter - now.depreciationAfter).toBe(now.bookAfter);
        before = now;
      }
      const standing = rolled.filter((one) => one.disposedOn === null);
      expect(before.costAfter).toBe(
        standing
          .filter((one) => one.inServiceOn <= "2110-06-30")
          .reduce((sum, one) => sum + costAt(one, "2110-06-30"), 0),
      );
    }),
    { numRuns: 100 },
  );
});
