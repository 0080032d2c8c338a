import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, day } from "#kernel/time.ts";
import type { Certification } from "../vendor/vendor.labels.ts";
import {
  certificateInput,
  inForce,
  kindsInForce,
  restated,
  standingOn,
  type Certificate,
} from "./certification.model.ts";

const of = (kind: Certification, from: string | null, to: string | null, more = {}): Certificate =>
  ({
    kind,
    validFrom: from,
    validTo: to,
    endedOn: null,
    datesRecorded: from !== null,
    ...more,
  }) as Certificate;

test("a certificate holds on its first and its last day, and not on the day of its end", () => {
  const wbe = of("wbe", "2026-03-01", "2027-02-28", { endedOn: "2026-10-05" });
  expect(
    ["2026-02-28", "2026-03-01", "2026-10-04", "2026-10-05", "2027-02-28"].map((on) =>
      inForce(wbe, day(on)),
    ),
  ).toEqual([false, true, true, false, false]);
  const whole = of("wbe", "2026-03-01", "2027-02-28");
  expect([inForce(whole, day("2027-02-28")), inForce(whole, day("2027-03-01"))]).toEqual([
    true,
    false,
  ]);
  expect(inForce(of("sb", null, null), day("1999-01-01"))).toBe(true);
});

test.each([
  ["2026-02-28", "begins"],
  ["2026-03-01", "holds"],
  ["2027-01-28", "holds"],
  ["2027-01-29", "ending"],
  ["2027-02-28", "ending"],
  ["2027-03-01", "over"],
] as const)("on %s it %s", (on, standing) => {
  expect(standingOn(of("wbe", "2026-03-01", "2027-02-28"), day(on))).toBe(standing);
});

test("a withdrawn certificate is withdrawn from its day on, and before it stands as it did", () => {
  const row = of("wbe", "2026-03-01", null, { endedOn: "2026-10-05" });
  expect([standingOn(row, day("2026-10-04")), standingOn(row, day("2026-10-05"))]).toEqual([
    "holds",
    "ended",
  ]);
});

test("a kind with two certificates is in force once, in the order of letters", () => {
  expect(
    kindsInForce(
      [
        of("wbe", "2026-03-01", null),
        of("mbe", null, null),
        of("wbe", "2026-01-01", "2026-12-31"),
        of("dbe", "2025-01-01", "2025-12-31"),
      ],
      day("2026-06-01"),
    ),
  ).toEqual(["mbe", "wbe"]);
});

test("a list states kinds and leaves out what was only stated; certificates stand by themselves", () => {
  const rows = [
    of("sb", null, null),
    of("wbe", "2026-03-01", "2027-02-28"),
    of("dbe", "2025-01-01", "2025-12-31"),
  ];
  expect(restated(rows, ["mbe", "dbe", "mbe"], day("2026-06-01"))).toEqual({
    stated: ["mbe"],
    unstated: ["sb"],
    dropped: ["wbe"],
    lapsed: ["dbe"],
  });
  expect(restated(rows, ["sb", "wbe"], day("2026-06-01"))).toEqual({
    stated: [],
    unstated: [],
    dropped: [],
    lapsed: [],
  });
});

test("the last day of a certificate is not before its first", () => {
  const given = { kind: "wbe", certifier: "State of Minnesota", validFrom: "2026-03-01" };
  const wrong = certificateInput.safeParse({ ...given, validTo: "2026-02-28" });
  expect(wrong.error?.issues[0]).toMatchObject({
    path: ["validTo"],
    message: "The last day is before the first.",
  });
  expect(certificateInput.parse({ ...given, validTo: "" }).validTo).toBeNull();
});

const kinds = ["mbe", "wbe", "sb"] as const;
const anyDay = fc.integer({ min: 0, max: 40 }).map((n) => addDays(day("2026-01-01"), n));
const anyRow = fc.record({
  kind: fc.constantFrom(...kinds),
  from: fc.option(anyDay),
  lasts: fc.option(fc.integer({ min: 0, max: 20 })),
  ended: fc.option(anyDay),
});

test("the kinds of any day are those of the rows that cover it, whatever the order of the rows", () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 8 }), anyDay, (rows, on) => {
      const made = rows.map(({ kind, from, lasts, ended }) =>
        of(kind, from, from !== null && lasts !== null ? addDays(from, lasts) : null, {
          endedOn: ended,
        }),
      );
      const covers = (row: Certificate) => {
        for (let at = day("2025-12-01"); at <= day("2026-03-31"); at = addDays(at, 1)) {
          const begun = row.validFrom === null || at >= row.validFrom;
          const over = row.validTo !== null && at > row.validTo;
          const ended = row.endedOn !== null && at >= row.endedOn;
          if (at === on) return begun && !over && !ended;
        }
        return false;
      };
      const naive = kinds.filter((kind) => made.some((row) => row.kind === kind && covers(row)));
      expect(kindsInForce(made.toReversed(), on)).toEqual(naive.toSorted());
    }),
  );
});
