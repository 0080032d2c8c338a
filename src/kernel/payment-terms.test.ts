import fc from "fast-check";
import { expect, test } from "vitest";
import { discountCents, discountDay, netDaysOf, readTerms, termsSaid } from "./payment-terms.ts";
import { addDays, day } from "./time.ts";

test.each([
  ["2/10 net 30", 200, 10, 30],
  ["2/10, n/30", 200, 10, 30],
  ["2/10 N30", 200, 10, 30],
  ["1% 15, net 45", 100, 15, 45],
  ["1.5 % 20 days, net 60 days", 150, 20, 60],
  ["  2 / 10   NET 30 ", 200, 10, 30],
  ["0.5/5", 50, 5, null],
])("%s is understood", (text, bp, days, netDays) => {
  expect(readTerms(text)).toEqual({
    understood: true,
    terms: { discount: { bp, days, endOfMonth: false }, netDays },
  });
});

test.each([
  ["", null],
  ["net 30", 30],
  ["n/45", 45],
  ["Due on receipt", 0],
])("%j grants no discount", (text, netDays) => {
  expect(readTerms(text)).toEqual({ understood: true, terms: { discount: null, netDays } });
  expect(netDaysOf(text)).toBe(netDays);
});

test("2/10 EOM is until the tenth of the month after", () => {
  expect(discountDay("2/10 EOM", day("2026-11-03"))).toBe("2026-12-10");
  expect(discountDay("2/10 prox.", day("2026-12-31"))).toBe("2027-01-10");
  expect(discountDay("1/31 EOM", day("2027-01-15"))).toBe("2027-02-28");
});

test.each([
  ["two percent ten days", "they are not written"],
  ["2/10 net 30 EOM", "they are not written"],
  ["2/10 net thirty", "they are not written"],
  ["2-10 net 30", "they are not written"],
  ["2/40 net 30", "a discount until day 40 does not go with payment that is due on day 30"],
  ["0/10 net 30", "a discount of nothing is none"],
  ["0/10 EOM", "a discount of nothing is none"],
  ["2/0 net 30", "the discount has no day on which it could be taken"],
  ["2/32 EOM", "no month has such a day"],
  ["net 400", "payment is due within a year"],
  ["2/10 net 400", "payment is due within a year"],
])("%s is not understood, and no discount follows", (text, reason) => {
  const read = readTerms(text);
  expect(read.understood ? "" : read.reason).toContain(reason);
  expect(discountDay(text, day("2026-11-03"))).toBeNull();
  expect(netDaysOf(text)).toBeNull();
  expect(termsSaid(text)).toMatch(/^These terms are not understood: .* No discount follows/);
});

test("terms are said in words", () => {
  expect(termsSaid("2/10 net 30")).toBe("2% less when paid within 10 days. Due after 30 days.");
  expect(termsSaid("1.5/1")).toBe("1.5% less when paid within 1 day.");
  expect(termsSaid("2/10 EOM")).toBe("2% less when paid until day 10 of the month after.");
  expect(termsSaid("due on receipt")).toBe("Due on receipt.");
  expect(termsSaid("")).toBe("");
});

test("any text is read or refused, never thrown; what is granted is a real discount", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const read = readTerms(text);
      const discount = read.understood ? read.terms.discount : null;
      return discount === null || (discount.bp > 0 && discount.bp < 10_000 && discount.days > 0);
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 90 }), (p, days) => {
      const from = day("2026-11-03");
      return discountDay(`${p}/${days} net 90`, from) === addDays(from, days);
    }),
  );
});

test("a discount is rounded half up, and nothing of a credit", () => {
  expect(discountCents(1_000_00, 200)).toBe(20_00);
  expect(discountCents(25, 200)).toBe(1);
  expect(discountCents(24, 200)).toBe(0);
  expect(discountCents(-1_000_00, 200)).toBe(0);
});
