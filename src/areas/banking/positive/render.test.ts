import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { positiveChecks, positiveLayoutInput } from "./layout.model.ts";
import { chaseLayout, firstAmericanLayout } from "./published.setup.ts";
import { renderChecks, type OutCheck } from "./render.model.ts";

const head = { account: "123456789", madeOn: day("2026-11-30") };
const check = (over: Partial<OutCheck> = {}): OutCheck => ({
  ...{ check: "1042", cents: 1_00, payee: "Prairie Paving, Inc.", voidedOn: null },
  issuedOn: day("2026-11-27"),
  ...over,
});

test("the delimited layout: code, account, check, MMDDYY, dollars, a payee of at most 40", () => {
  const long = "Association of Counties and Townships of Northern Minnesota";
  const checks = [
    check({ cents: 123_45 }),
    check({ check: "1043", payee: long, voidedOn: day("2026-11-30") }),
  ];
  expect(renderChecks(chaseLayout, head, checks)).toEqual({
    text:
      "I,123456789,1042,112726,123.45,Prairie Paving  Inc.\r\n" +
      "C,123456789,1043,112726,1.00,Association of Counties and Townships of\r\n",
    faults: [],
  });
});

test("the fixed layout: $1.00 is 0000000100 at 30, a void is V at 71 with its day", () => {
  const { text, faults } = renderChecks(firstAmericanLayout, head, [
    check(),
    check({ check: "1043", payee: "José Núñez", voidedOn: day("2026-11-30") }),
  ]);
  const [issued, voided] = text.split("\r\n");
  expect(faults).toEqual([]);
  expect([issued!.length, voided!.length]).toEqual([79, 79]);
  expect(issued!.slice(0, 11)).toBe("00123456789");
  expect(issued!.slice(11, 21)).toBe("0000001042");
  expect(issued!.slice(21, 29)).toBe("11272026");
  expect(issued!.slice(29, 39)).toBe("0000000100");
  expect(issued!.slice(39, 69)).toBe("Prairie Paving, Inc.          ");
  expect(issued!.slice(69)).toBe("          ");
  expect(voided!.slice(39, 49)).toBe("Jose Nunez");
  expect(voided!.slice(69)).toBe(" V11302026");
});

test("numbers are never cut, totals stand at the beginning and end", () => {
  const field = (record: string, value: string, over: object = {}) => ({
    ...{ record, name: value, value },
    ...over,
  });
  const layout = positiveLayoutInput.parse({
    ...{ name: "With totals", form: "fixed", lineEnd: "lf" },
    fields: [
      field("header", "constant", { text: "HDR", width: 3 }),
      field("header", "madeOn", { width: 6, date: "MMDDYY" }),
      field("line", "check", { width: 3, stands: "right", fill: "0" }),
      field("line", "amount", { width: 8, amount: "cents", stands: "right", fill: "0" }),
      field("line", "issuedOn", { width: 8 }),
      field("line", "mark", { text: "I/V", width: 1 }),
      field("trailer", "checks", { width: 4, stands: "right", fill: "0" }),
      field("trailer", "total", { width: 9, amount: "point", stands: "right" }),
    ],
  });
  const { text, faults } = renderChecks(layout, head, [check({ check: "7" }), check()]);
  expect(text).toBe("HDR113026\n0070000010011272026I\n1040000010011272026I\n0002     2.00\n");
  expect(faults).toEqual(["Check 1042, check: 1042 is longer than 3 characters."]);
});

test("a layout is published once it tells checks and voids apart", () => {
  expect(positiveChecks(chaseLayout).every(({ ok }) => ok)).toBe(true);
  expect(positiveChecks(firstAmericanLayout).every(({ ok }) => ok)).toBe(true);
  const without = { ...chaseLayout, fields: chaseLayout.fields.filter((f) => f.value !== "mark") };
  expect(positiveChecks(without).filter(({ ok }) => !ok)).toHaveLength(1);
  const wide = { ...chaseLayout, form: "fixed" as const };
  expect(positiveChecks(wide).filter(({ ok }) => !ok)).toHaveLength(1);
});
