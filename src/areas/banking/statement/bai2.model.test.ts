import { expect, test } from "vitest";
import { Problem } from "#kernel/errors.ts";
import { readBai2, signOf } from "./bai2.model.ts";
import { golden } from "./bai2.setup.ts";

const lines = golden.split("\r\n");
/** The golden file with one line in place of another; none where it is left out. */
const changed = (line: number, ...to: string[]) =>
  lines.flatMap((old, at) => (at + 1 === line ? to : [old])).join("\n");
const faultOf = (text: string): string => {
  try {
    readBai2(text);
  } catch (error) {
    return (error as Problem).errors[0]?.message ?? (error as Error).message;
  }
  return "no fault";
};

test("reads balances, signs, references, texts with commas and slashes, and records that go on", () => {
  const [first, second] = readBai2(golden);
  expect(first).toMatchObject({
    account: "0042119876",
    currency: "USD",
    onDay: "2026-11-02",
    opening: 43_500_00,
    closing: 28_300_00,
  });
  expect(first!.entries).toEqual([
    {
      typeCode: "475",
      cents: -15_000_00,
      bankReference: "7731",
      customerReference: "1001",
      text: "CHECK PAID 11/02, LANE 3/4",
    },
    {
      typeCode: "301",
      cents: 500_00,
      bankReference: "DEP55",
      customerReference: "",
      text: "COUNTER DEPOSIT BRANCH 7, DELTA",
    },
    {
      typeCode: "455",
      cents: -650_00,
      bankReference: "ACH00001",
      customerReference: "",
      text: "VENDOR PAY",
    },
    { typeCode: "698", cents: -50_00, bankReference: "", customerReference: "", text: "FEE" },
  ]);
  expect(second).toMatchObject({ account: "5500667788", opening: 0, closing: 0, entries: [] });
});

test("lines padded to their length, and other ends of lines, read the same", () => {
  const padded = lines.map((line) => line.padEnd(80)).join("\n");
  expect(readBai2(padded)).toEqual(readBai2(golden));
  expect(readBai2(`\uFEFF${lines.join("\r")}\r\n\u001A`)).toEqual(readBai2(golden));
});

test.each([
  [
    changed(11, "49,10420001,9/"),
    /^Line 11, record 49: its control total is 10420001; the amounts of the account come to 10420000\.$/,
  ],
  [changed(11, "49,10420000,8/"), /^Line 11, record 49: it says 8 of records; the file has 9\.$/],
  [
    changed(14, "98,10420001,2,13/"),
    /^Line 14, record 98: its control total is 10420001; its accounts/,
  ],
  [
    changed(14, "98,10420000,3,13/"),
    /^Line 14, record 98: it says 3 of accounts; the file has 2\.$/,
  ],
  [
    changed(14, "98,10420000,2,12/"),
    /^Line 14, record 98: it says 12 of records; the file has 13\.$/,
  ],
  [changed(15, "99,1,1,15/"), /^Line 15, record 99: its control total is 1; its groups/],
  [changed(15, "99,10420000,2,15/"), /^Line 15, record 99: it says 2 of groups; the file has 1\.$/],
  [
    changed(15, "99,10420000,1,/"),
    /^Line 15, record 99: it says nothing of records; the file has 15\.$/,
  ],
  [changed(15), /^Line 14, record 98: the file ends before its record 99/],
  [
    changed(5, "16,475,15O0000,0,7731,1001,CHECK/"),
    /^Line 5, record 16: the amount is no number: 15O0000\.$/,
  ],
  [
    changed(5, "16,475,-1500000,0,7731,1001,CHECK/"),
    /^Line 5, record 16: the amount of a transaction has no sign\.$/,
  ],
  [changed(5, "16,721,1500000,0,7731,1001,LOAN/"), /^Line 5, record 16: type code 721 is neither/],
  [changed(5, "16,475,1500000,Q,7731,1001,CHECK/"), /^Line 5, record 16: the funds type Q/],
  [changed(3, "03,0042119876,,010,4350000,,/"), /^Line 11, record 49: its control total/],
  [changed(3, "03,,,010,4350000,,,015,2830000,,/"), /^Line 3, record 03: it names no account\.$/],
  [
    changed(3, "03,0042119876,,010,4350000,,,0X5,2830000,,/"),
    /^Line 3, record 03: 0X5 is no type code\.$/,
  ],
  [
    changed(3, "03,0042119876,,011,4350000,,,015,2830000,,/"),
    /^Line 3, record 03: the opening ledger \(010\) is missing\.$/,
  ],
  [
    changed(3, "03,0042119876,,010,4350000,,,016,2830000,,/"),
    /^Line 3, record 03: the closing ledger \(015\) is missing\.$/,
  ],
  [
    changed(3, "03,0042119876,,010,4350001,,,015,2829999,,/"),
    /^Line 3, record 03: it opens with 4350001 and closes with 2829999; with its transactions it comes to 2830001\.$/,
  ],
  [
    changed(4, "88,100,50001,1,,400,1569999,3,/"),
    /^Line 3, record 03: its credits \(100\) are 50001; its transactions come to 50000\.$/,
  ],
  [
    changed(2, "02,031001234,122099999,2,261102,2359,USD,2/"),
    /^Line 2, record 02: group status 2 is no update/,
  ],
  [
    changed(2, "02,031001234,122099999,1,261302,2359,USD,2/"),
    /^Line 2, record 02: the as-of date is no day as YYMMDD: 261302\.$/,
  ],
  [
    changed(2, "02,031001234,122099999,1,261102,2359,USD,1/"),
    /^Line 2, record 02: it is an interim report/,
  ],
  [changed(2), /^Line 2, record 03: it stands at a wrong place\.$/],
  [changed(1), /^Line 1, record 02: it stands at a wrong place\.$/],
  [changed(1, lines[0]!, lines[0]!), /^Line 2, record 01: it stands at a wrong place\.$/],
  [changed(11, lines[1]!), /^Line 11, record 02: it stands at a wrong place\.$/],
  [changed(11), /^Line 11, record 03: it stands at a wrong place\.$/],
  [changed(13), /^Line 13, record 98: it stands at a wrong place\.$/],
  [changed(14), /^Line 14, record 99: it stands at a wrong place\.$/],
  [changed(3, "16,475,1,0,,,/"), /^Line 3, record 16: it stands at a wrong place\.$/],
  [changed(12, "49,0,1/"), /^Line 12, record 49: it stands at a wrong place\.$/],
  [`${golden}\n01,1,2,261103,0200,2,,,2/`, /^Line 16, record 01: it stands at a wrong place\.$/],
  [changed(2, "88,100,1,,/"), /^Line 2, record 88: it goes on with a record/],
  [changed(2, "ISA*00*"), /^Line 2, record IS: no BAI2 record begins so\.$/],
  ["", /^Line 1, record 01: the file ends before its record 99/],
])("a fault is named by its record and line (%#)", (text, says) => {
  expect(faultOf(text)).toMatch(says);
});

test("type codes say which way money went", () => {
  expect(["165", "399", "920", "475", "699", "960", "890", "721", "1"].map(signOf)).toEqual([
    1,
    1,
    1,
    -1,
    -1,
    -1,
    0,
    null,
    null,
  ]);
});
