import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readNacha } from "./nacha-reader.model.ts";
import {
  isReadableName,
  isRoutingNumber,
  nachaText,
  remittanceText,
  writeNacha,
  type NachaEntry,
  type NachaFile,
} from "./nacha.model.ts";

const head: Omit<NachaFile, "entries"> = {
  immediateDestination: "091000019",
  immediateOrigin: "1726000421",
  destinationName: "First Bank of Delta",
  originName: "Carver County",
  companyId: "1726000421",
  entryDescription: "Vendor Pay",
  originatingRouting: "091000019",
  createdOn: "2026-11-20",
  createdAt: "14:05",
  fileIdModifier: "B",
  effectiveOn: "2026-11-23",
  batchNumber: 1,
};
const entry = (over: Partial<NachaEntry> = {}): NachaEntry => ({
  routingNumber: "021000021",
  accountNumber: "7730012",
  accountType: "checking",
  amount: 1_234_56,
  identification: "PAY-2027-00042",
  receiverName: "Northline",
  traceSequence: 1,
  invoices: [],
  ...over,
});

// Typed field by field from the record layouts of the Nacha Operating Rules (Appendix Three); the
// figures were added up by hand.
const golden = [
  // File header: type, priority, destination, origin, date, time, modifier, record size, blocking,
  // format, destination name, origin name, reference
  [
    "1",
    "01",
    " 091000019",
    "1726000421",
    "261120",
    "1405",
    "B",
    "094",
    "10",
    "1",
    "FIRST BANK OF DELTA    ",
    "CARVER COUNTY          ",
    "        ",
  ],
  // Batch header: type, class, company, discretionary, company id, SEC, description, descriptive
  // date, effective date, settlement, status, bank, batch
  [
    "5",
    "220",
    "CARVER COUNTY   ",
    "                    ",
    "1726000421",
    "CCD",
    "VENDOR PAY",
    "261123",
    "261123",
    "   ",
    "1",
    "09100001",
    "0000001",
  ],
  // Entry: type, transaction code, bank, check digit, account, amount, identification, name,
  // discretionary, addenda, trace
  [
    "6",
    "22",
    "02100002",
    "1",
    "7730012          ",
    "0000123456",
    "PAY-2027-00042 ",
    "MULLER & SOHNE GRAVEL ",
    "  ",
    "1",
    "091000010000001",
  ],
  // Addenda: type, addenda type, payment information (80), addenda sequence, entry sequence
  [
    "7",
    "05",
    "RMR*IV*N-1001**1334.56\\RMR*IV*CR-7**-100.00\\                                    ",
    "0001",
    "0000001",
  ],
  [
    "6",
    "32",
    "12210515",
    "5",
    "00-9911          ",
    "0000000099",
    "PAY-2027-00043 ",
    "DELTA TOWING          ",
    "  ",
    "0",
    "091000010000002",
  ],
  // Batch control: type, class, count, hash 02100002 + 12210515, debit, credit, company id,
  // authentication, reserved, bank, batch
  [
    "8",
    "220",
    "000003",
    "0014310517",
    "000000000000",
    "000000123555",
    "1726000421",
    "                   ",
    "      ",
    "09100001",
    "0000001",
  ],
  // File control: type, batches, blocks, count, hash, debit, credit, reserved
  [
    "9",
    "000001",
    "000001",
    "00000003",
    "0014310517",
    "000000000000",
    "000000123555",
    "                                       ",
  ],
  [
    "9999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999",
  ],
  [
    "9999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999",
  ],
  [
    "9999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999",
  ],
]
  .map((fields) => `${fields.join("")}\r\n`)
  .join("");

const goldenFile: NachaFile = {
  ...head,
  entries: [
    entry({
      receiverName: "Müller & Söhne Gravel Co",
      invoices: [
        { number: "N-1001", amount: 1_334_56 },
        { number: "cr-7", amount: -100_00 },
      ],
    }),
    entry({
      routingNumber: "122105155",
      accountNumber: "00-9911",
      accountType: "savings",
      amount: 99,
      identification: "PAY-2027-00043",
      receiverName: "Delta Towing",
      traceSequence: 2,
    }),
  ],
};

const records = (file: string) => file.split("\r\n").slice(0, -1);

// Eight entries fill the second block to the last record: 1 + 1 + 16 + 1 + 1 = 20, no filler.
const fullBlocks: NachaFile = {
  ...head,
  entries: Array.from({ length: 8 }, (_, i) =>
    entry({ traceSequence: i + 1, amount: 1, invoices: [{ number: `I${i}`, amount: 1 }] }),
  ),
};

describe("the writer", () => {
  test("agrees with the golden file character for character", () =>
    expect(writeNacha(goldenFile)).toBe(golden));

  test("fills to blocks of ten, and adds nothing to a full one", () => {
    const lines = records(writeNacha(fullBlocks));
    expect(lines).toHaveLength(20);
    expect(lines.at(-1)).toBe(
      "9000001000002000000160016800016000000000000000000000008                                       ",
    );
    expect(
      records(
        writeNacha({ ...head, entries: [...fullBlocks.entries, entry({ traceSequence: 9 })] }),
      ),
    ).toHaveLength(30);
  });

  test("names the invoices while they fit into 80 characters, then the payment", () => {
    const invoices = Array.from({ length: 5 }, (_, i) => ({
      number: `2027-0000${i}`,
      amount: 1_000_00,
    }));
    expect(remittanceText(entry({ invoices }))).toBe(
      "REF*CK*PAY-2027-00042*5 INVOICES, SEE REMITTANCE MAIL\\",
    );
    expect(remittanceText(entry({ invoices: [{ number: "A*B\\C~", amount: -5 }] }))).toBe(
      "RMR*IV*A B C**-0.05\\",
    );
  });

  test.each([
    [
      "a wrong check digit of the vendor's bank",
      { entries: [entry({ routingNumber: "021000022" })] },
      "021000022 is not a valid ABA routing number",
    ],
    [
      "a wrong check digit of the agency's bank",
      { immediateDestination: "091000018" },
      "091000018",
    ],
    ["an amount of nothing", { entries: [entry({ amount: 0 })] }, "an entry carries 1 cent"],
    [
      "an amount beyond ten digits",
      { entries: [entry({ amount: 10_000_000_000 })] },
      "an entry carries 1 cent",
    ],
    ["a fraction of a cent", { entries: [entry({ amount: 1.5 })] }, "an entry carries 1 cent"],
    [
      "a total beyond twelve digits",
      {
        entries: Array.from({ length: 101 }, (_, i) =>
          entry({ amount: 9_999_999_999, traceSequence: i + 1 }),
        ),
      },
      "at most $9,999,999,999.99",
    ],
    ["trace numbers that do not ascend", { entries: [entry(), entry()] }, "must ascend"],
    [
      "an account number of 18 digits",
      { entries: [entry({ accountNumber: "1".repeat(18) })] },
      "1 to 17",
    ],
    ["no entry", { entries: [] }, "at least one entry"],
  ] as const)("refuses %s", (_what, over, message) =>
    expect(() => writeNacha({ ...goldenFile, ...over } as NachaFile)).toThrow(message),
  );

  test("writes the Latin letters of other languages out, and refuses a payee of whose name nothing is left", () => {
    expect(nachaText("Łódź Đorđe Œuvre")).toBe("LODZ DORDE OEUVRE");
    expect(nachaText("Þórður Ǿre ŒŁẞ ßı ﬁne")).toBe("THORDUR ORE OELSS SSI FINE");
    for (const receiverName of ["株式会社山田", "Северная звезда", "— & —"])
      expect(() => writeNacha({ ...head, entries: [entry({ receiverName })] })).toThrow(
        new RegExp(`PAY-2027-00042: the payee's name "${receiverName}".*Latin letters`),
      );
    expect(() => writeNacha({ ...head, originName: "郡", entries: [entry()] })).toThrow(
      /agency's name/,
    );
  });

  test("writes printable ASCII in capitals only", () => {
    expect(nachaText("Ægir’s Straße №5 – “Øst”\n☃")).toBe("AEGIR S STRASSE NO5 OST");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) =>
        /^[\x20-\x60\x7b-\x7e]*$/.test(nachaText(text)),
      ),
    );
  });
});

describe("routing numbers", () => {
  test("keep the ABA check digit; any single wrong digit is noticed", () => {
    for (const right of ["091000019", "021000021", "122105155", "011401533"]) {
      expect(isRoutingNumber(right)).toBe(true);
      for (let at = 0; at < 9; at++)
        for (let d = 0; d < 10; d++)
          if (String(d) !== right[at])
            expect(isRoutingNumber(right.slice(0, at) + d + right.slice(at + 1))).toBe(false);
    }
    for (const wrong of ["", "12345678", "1234567890", "000000000", "09100001A", "091 00019"])
      expect(isRoutingNumber(wrong)).toBe(false);
  });
});

describe("the reader", () => {
  test("reads the golden file", () => {
    expect(readNacha(golden)).toEqual({
      destination: "091000019",
      origin: "1726000421",
      createdOn: "2026-11-20",
      createdAt: "14:05",
      modifier: "B",
      destinationName: "FIRST BANK OF DELTA",
      originName: "CARVER COUNTY",
      debit: 0,
      credit: 123555,
      entryCount: 3,
      blockCount: 1,
      batches: [
        {
          serviceClass: "220",
          companyName: "CARVER COUNTY",
          companyId: "1726000421",
          sec: "CCD",
          description: "VENDOR PAY",
          effectiveOn: "2026-11-23",
          originatingBank: "09100001",
          number: 1,
          debit: 0,
          credit: 123555,
          entries: [
            {
              transactionCode: "22",
              routingNumber: "021000021",
              accountNumber: "7730012",
              amount: 123456,
              identification: "PAY-2027-00042",
              receiverName: "MULLER & SOHNE GRAVEL",
              trace: "091000010000001",
              addenda: "RMR*IV*N-1001**1334.56\\RMR*IV*CR-7**-100.00\\",
            },
            {
              transactionCode: "32",
              routingNumber: "122105155",
              accountNumber: "00-9911",
              amount: 99,
              identification: "PAY-2027-00043",
              receiverName: "DELTA TOWING",
              trace: "091000010000002",
              addenda: null,
            },
          ],
        },
      ],
    });
  });

  test("notices every digit of the control records, every length and every lost record", () => {
    const lines = records(golden);
    const join = (of: string[]) => of.map((l) => `${l}\r\n`).join("");
    for (const [record, columns] of [
      [5, [...Array(50).keys()].slice(4)],
      [6, [...Array(55).keys()].slice(1)],
    ] as const)
      for (const at of columns) {
        const line = lines[record]!;
        if (!/\d/.test(line[at]!)) continue;
        expect(
          () =>
            readNacha(
              join(
                lines.with(
                  record,
                  line.slice(0, at) + ((Number(line[at]) + 1) % 10) + line.slice(at + 1),
                ),
              ),
            ),
          `record ${record + 1}, column ${at + 1}`,
        ).toThrow();
      }
    for (let i = 0; i < lines.length; i++) {
      expect(() => readNacha(join(lines.toSpliced(i, 1)))).toThrow();
      expect(() => readNacha(join(lines.with(i, lines[i]!.slice(1))))).toThrow("Length of record");
    }
    expect(() => readNacha(golden.replace("0000123456", "0000123457"))).toThrow(
      "Credit total of the batch",
    );
    expect(() => readNacha(golden.replace("02100002", "02100003"))).toThrow(
      "Check digit of the receiving bank",
    );
  });

  test("refuses a service class that no batch of payments has, wherever it stands", () => {
    expect(() => readNacha(golden.replace(/^5220/m, "5999").replace(/^8220/m, "8999"))).toThrow(
      "Service class 999",
    );
  });

  test("reads back whatever the writer writes", () => {
    const digitsOf = (min: number, max: number) =>
      fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: min, maxLength: max });
    const routing = digitsOf(8, 8)
      .filter((d) => d !== "00000000")
      .map((eight) => {
        const sum = [3, 7, 1, 3, 7, 1, 3, 7].reduce((n, w, i) => n + w * Number(eight[i]), 0);
        return eight + ((10 - (sum % 10)) % 10);
      });
    const one = fc.record({
      routingNumber: routing,
      accountNumber: digitsOf(1, 17),
      accountType: fc.constantFrom("checking" as const, "savings" as const),
      amount: fc.integer({ min: 1, max: 9_999_999_999 }),
      identification: digitsOf(1, 12).map((d) => `PAY${d}`),
      receiverName: fc
        .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
        .filter(isReadableName),
      invoices: fc.array(
        fc.record({
          number: digitsOf(1, 20),
          amount: fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }),
        }),
        { maxLength: 6 },
      ),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 30 }), routing, (given, bank) => {
        const entries = given.map((e, i) => ({ ...e, traceSequence: i + 1 }));
        const read = readNacha(writeNacha({ ...head, originatingRouting: bank, entries }));
        expect(read.credit).toBe(entries.reduce((n, e) => n + e.amount, 0));
        expect(
          read.batches[0]!.entries.map((e) => [
            e.routingNumber,
            e.accountNumber,
            e.amount,
            e.receiverName,
            e.transactionCode,
            e.addenda !== null,
            e.trace,
          ]),
        ).toEqual(
          entries.map((e, i) => [
            e.routingNumber,
            e.accountNumber,
            e.amount,
            nachaText(e.receiverName).slice(0, 22).trimEnd(),
            e.accountType === "savings" ? "32" : "22",
            e.invoices.length > 0,
            `${bank.slice(0, 8)}${String(i + 1).padStart(7, "0")}`,
          ]),
        );
      }),
      { numRuns: 200 },
    );
  });
});
