import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { csvRecords, slowRecords } from "./csv-records.ts";

const all = async (records: AsyncGenerator<string[][]>): Promise<string[][] | string> => {
  const rows: string[][] = [];
  try {
    for await (const some of records) rows.push(...some);
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
  return rows;
};
/**
 * The text as a stream in pieces of the given size, so that records, quotes and line ends are torn.
 */
const inPieces = (bytes: Buffer, size: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    ),
  );
// csv-parse takes the text whole: torn between a carriage return and its line feed it finds another
// line end.
const both = async (text: string | Buffer, delimiter = ",", size = 7) => {
  const bytes = Buffer.from(text as string);
  return [
    await all(csvRecords(inPieces(bytes, size), delimiter, bytes)),
    await all(slowRecords(inPieces(bytes, Math.max(1, bytes.length)), delimiter)),
  ] as const;
};

const random = (seed: number) => () =>
  (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;

test("thousands of drawn texts give the records that csv-parse gives, or its error, wherever they are torn", async () => {
  const next = random(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const pieces = [
    "a",
    "b c",
    ",",
    ",",
    ",",
    ";",
    "\t",
    '"',
    '"x"',
    '"x, y"',
    '""',
    '"a ""b"" c"',
    '"two\nlines"',
    " ",
    "\u00a0",
    "\u2003",
    "é",
    "漢",
    "\u180e",
    "\u000b",
    "0012",
    "\\",
    "#",
  ];
  let errors = 0;
  let rows = 0;
  for (let i = 0; i < 2500; i++) {
    const ending = pick(["\n", "\n", "\r\n", "\r\n", "\r"]);
    const strange = next() < 0.1;
    let text = next() < 0.1 ? "\uFEFF" : "";
    for (let n = Math.floor(next() * 30); n > 0; n--)
      text +=
        next() < 0.2 ? (strange ? pick(["\n", "\r", "\r\n", "\uFEFF"]) : ending) : pick(pieces);
    const [fast, slow] = await both(text, pick([",", ",", ";", "\t"]), 1 + Math.floor(next() * 12));
    expect(fast, JSON.stringify(text)).toEqual(slow);
    if (typeof slow === "string") errors++;
    else rows += slow.length;
  }
  expect(errors).toBeGreaterThan(200);
  expect(rows).toBeGreaterThan(2000);
});

test("a usual file with quotes, a long record, one that never closes, UTF-16 and an empty file", async () => {
  const usual =
    'Name,Note\n"Castor, Electric & Sons","said ""yes"",\ntwice"\nNorthline , plain \n\n  \nLast,one';
  expect((await both(usual))[0]).toEqual([
    ["Name", "Note"],
    ["Castor, Electric & Sons", 'said "yes",\ntwice'],
    ["Northline", "plain"],
    [],
    [],
    ["Last", "one"],
  ]);
  for (const text of [
    usual,
    `a,b\n${"x".repeat(300_000)},1\nc,d\n`,
    `a\n"${"y".repeat(400_000)}"\nb\n`,
    `a\n${"漢".repeat(400_000)}\n`,
    `a\n"${"z".repeat(1_100_000)}\n`,
    'a\n"b\nc',
    Buffer.from("\uFEFFa,b\n1,2\n", "utf16le"),
    "",
    "\n\n",
    "a",
  ]) {
    const [fast, slow] = await both(text, ",", 65_536);
    expect(fast).toEqual(slow);
  }
});

test("UTF-16 with its mark, either way round and torn anywhere, gives what the same text gives in UTF-8; broken letters become marks", async () => {
  const text = `Name\tNote\r\n${Array.from({ length: 400 }, (_, i) => `Łódź 漢 🚜 ${i}\t"said ""yes""\r\ntwice"`).join("\r\n")}\r\nodd"quote\tand 'rest\r\n"never closed\tx`;
  const plain = await all(csvRecords(inPieces(Buffer.from(text), 5), "\t", Buffer.from(text)));
  for (const size of [1, 3, 5, 64, 65_536]) {
    const little = Buffer.from(`\uFEFF${text}`, "utf16le");
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big])
      expect(await all(csvRecords(inPieces(bytes, size), "\t", bytes))).toEqual(plain);
  }
  const broken = Buffer.concat([
    Buffer.from("\uFEFFa\tb\nM", "utf16le"),
    Buffer.from([0x00, 0xd8]),
    Buffer.from("ller\tx\nend\ty", "utf16le"),
    Buffer.from([0x41]),
  ]);
  expect(await all(csvRecords(inPieces(broken, 3), "\t", broken))).toEqual([
    ["a", "b"],
    ["M\uFFFDller", "x"],
    ["end", "y\uFFFD"],
  ]);
});
