/**
 * One credit to a vendor. `amount` in cents; `invoices` go into the one addenda record that CCD
 * allows.
 */
export type NachaEntry = {
  routingNumber: string;
  accountNumber: string;
  accountType: "checking" | "savings";
  amount: number;
  /** The agency's own identification of the payment, at most 15 characters: PAY-2027-00042. */
  identification: string;
  receiverName: string;
  /** Seven digits at the end of the trace number, ascending within the file. */
  traceSequence: number;
  invoices: readonly { number: string; amount: number }[];
};

export type NachaFile = {
  immediateDestination: string;
  immediateOrigin: string;
  destinationName: string;
  originName: string;
  companyId: string;
  entryDescription: string;
  originatingRouting: string;
  /** Local date YYYY-MM-DD and time HH:MM at which the file is made. */
  createdOn: string;
  createdAt: string;
  /** A, B, … 9: tells files of one day apart. */
  fileIdModifier: string;
  effectiveOn: string;
  batchNumber: number;
  entries: readonly NachaEntry[];
};

const width = 94;
const blocking = 10;
const mostEntryCents = 9_999_999_999;
const mostTotalCents = 999_999_999_999;

/** True for nine digits whose ABA check digit is right: 3·d1 + 7·d2 + 1·d3 + … ≡ 0 (mod 10). */
export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) &&
  text !== "000000000" &&
  [...text].reduce((n, d, i) => n + Number(d) * [3, 7, 1][i % 3]!, 0) % 10 === 0;

// Latin letters that are no letter with an accent.
const latin: Readonly<Record<string, string>> = {
  Ø: "O",
  Æ: "AE",
  Œ: "OE",
  Ł: "L",
  Đ: "D",
  Ð: "D",
  Þ: "TH",
  Ħ: "H",
  Ŧ: "T",
  Ŋ: "NG",
  ẞ: "SS",
  Ə: "A",
  Ɖ: "D",
  Ɨ: "I",
};

/**
 * Upper-case ASCII as NACHA takes it: accents are dropped, Latin letters of other languages are
 * written out, everything else that a bank's system may refuse becomes a blank.
 */
export const nachaText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/[^\x00-\x7f]/g, (c) => latin[c] ?? c)
    .replace(/[^A-Z0-9 .,/()&'\-+#:$@*\\]/g, " ")
    .replace(/ +/g, " ")
    .trim();

/**
 * True when something is left of a name that a bank can read: a name in another script has no
 * letter in the file.
 */
export const isReadableName = (name: string): boolean =>
  /[A-Z0-9]/.test(nachaText(name).slice(0, 22));

const named = (text: string, size: number, what: string) => {
  if (!isReadableName(text))
    throw new RangeError(
      `${what} "${text}" has no letter that the bank's file can carry; enter it in Latin letters`,
    );
  return alpha(text, size);
};
const alpha = (text: string, size: number) => nachaText(text).slice(0, size).padEnd(size);
const digits = (value: number | string, size: number) => {
  const text = String(value);
  if (!/^\d+$/.test(text) || text.length > size)
    throw new RangeError(`${text} does not fit in ${size} digits`);
  return text.padStart(size, "0");
};
const shortDate = (date: string) => date.slice(2).replaceAll("-", "");
const routing = (text: string, what: string) => {
  if (!isRoutingNumber(text))
    throw new RangeError(`${what} ${text} is not a valid ABA routing number`);
  return text;
};
const record = (...fields: string[]) => {
  const text = fields.join("");
  if (text.length !== width) throw new Error(`a record of ${text.length} characters`);
  return text;
};

const element = (text: string) =>
  nachaText(text)
    .replace(/[*\\~]/g, " ")
    .trim();
const dollars = (cents: number) =>
  `${cents < 0 ? "-" : ""}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;

/**
 * Payment-related information of the addenda record: one X12 RMR segment per invoice while they fit
 * into 80 characters, else the payment's number.
 */
export const remittanceText = (entry: Pick<NachaEntry, "identification" | "invoices">): string => {
  const all = entry.invoices
    .map((i) => `RMR*IV*${element(i.number)}**${dollars(i.amount)}\\`)
    .join("");
  return all.length <= 80
    ? all
    : `REF*CK*${element(entry.identification)}*${entry.invoices.length} INVOICES, SEE REMITTANCE MAIL\\`;
};

const traceOf = (file: NachaFile, entry: NachaEntry) =>
  file.originatingRouting.slice(0, 8) + digits(entry.traceSequence, 7);

const entryRecords = (file: NachaFile, entry: NachaEntry): string[] => {
  if (!Number.isSafeInteger(entry.amount) || entry.amount <= 0 || entry.amount > mostEntryCents)
    throw new RangeError(`${entry.identification}: an entry carries 1 cent to $99,999,999.99`);
  const account = entry.accountNumber.replace(/\s/g, "").toUpperCase();
  if (!/^[A-Z0-9-]{1,17}$/.test(account))
    throw new RangeError(
      `${entry.identification}: an account number has 1 to 17 digits, letters or hyphens`,
    );
  const to = routing(entry.routingNumber, "The receiving bank's number");
  const addenda = entry.invoices.length > 0;
  const trace = traceOf(file, entry);
  const detail = record(
    "6",
    entry.accountType === "savings" ? "32" : "22",
    to,
    account.padEnd(17),
    digits(entry.amount, 10),
    alpha(entry.identification, 15),
    named(entry.receiverName, 22, `${entry.identification}: the payee's name`),
    "  ",
    addenda ? "1" : "0",
    trace,
  );
  return addenda
    ? [detail, record("7", "05", alpha(remittanceText(entry), 80), "0001", trace.slice(-7))]
    : [detail];
};

const checkAscending = (entries: readonly NachaEntry[]) => {
  if (entries.length === 0) throw new RangeError("A file needs at least one entry");
  entries.forEach((e, i) => {
    if (i > 0 && e.traceSequence <= entries[i - 1]!.traceSequence)
      throw new RangeError("Trace numbers must ascend");
  });
};

/**
 * The trace number of an entry: the first eight digits of the originating bank and seven of the
 * sequence.
 */
export const traceNumber = (originatingRouting: string, sequence: number): string =>
  originatingRouting.slice(0, 8) + digits(sequence, 7);

const fileHeader = (file: NachaFile) =>
  record(
    "1",
    "01",
    ` ${routing(file.immediateDestination, "The destination bank's number")}`,
    file.immediateOrigin.toUpperCase().padStart(10),
    shortDate(file.createdOn),
    file.createdAt.replace(":", ""),
    file.fileIdModifier,
    "094",
    "10",
    "1",
    alpha(file.destinationName, 23),
    alpha(file.originName, 23),
    " ".repeat(8),
  );

const batchHeader = (file: NachaFile, originating: string) =>
  record(
    "5",
    "220",
    named(file.originName, 16, "The agency's name"),
    " ".repeat(20),
    alpha(file.companyId, 10),
    "CCD",
    alpha(file.entryDescription, 10),
    shortDate(file.effectiveOn),
    shortDate(file.effectiveOn),
    "   ",
    "1",
    originating,
    digits(file.batchNumber, 7),
  );

/** What both control records say: lines of the entries, their hash, and their sums in cents. */
type Totals = { lines: number; hash: string; debit: string; credit: string };

const batchControl = (file: NachaFile, totals: Totals, originating: string) =>
  record(
    "8",
    "220",
    digits(totals.lines, 6),
    totals.hash,
    totals.debit,
    totals.credit,
    alpha(file.companyId, 10),
    " ".repeat(19),
    " ".repeat(6),
    originating,
    digits(file.batchNumber, 7),
  );

const fileControl = (totals: Totals, blocks: number) =>
  record(
    "9",
    digits(1, 6),
    digits(blocks, 6),
    digits(totals.lines, 8),
    totals.hash,
    totals.debit,
    totals.credit,
    " ".repeat(39),
  );

// The banks' numbers without their check digits, added up; ten digits of it stand in the file.
const hashOf = (entries: readonly NachaEntry[]) =>
  digits(entries.reduce((n, e) => n + Number(e.routingNumber.slice(0, 8)), 0) % 10_000_000_000, 10);

/**
 * A NACHA file with one CCD batch of credits (service class 220), as the Nacha Operating Rules,
 * Appendix Three, lay it out: records 1, 5, 6
 * (7), 8, 9 of 94 characters, filled with nines to blocks of ten, lines ended by CR LF. RangeError
 * for a wrong routing number, an
 * amount that does not fit its field, or trace numbers that do not ascend.
 */
export const writeNacha = (file: NachaFile): string => {
  checkAscending(file.entries);
  routing(file.immediateDestination, "The destination bank's number");
  const originating = routing(file.originatingRouting, "The originating bank's number").slice(0, 8);
  if (!/^[A-Z0-9]$/.test(file.fileIdModifier))
    throw new RangeError("The file id modifier is one letter or digit");
  const total = file.entries.reduce((n, e) => n + e.amount, 0);
  if (total > mostTotalCents) throw new RangeError("A batch carries at most $9,999,999,999.99");
  const lines = file.entries.flatMap((e) => entryRecords(file, e));
  const totals: Totals = {
    lines: lines.length,
    hash: hashOf(file.entries),
    debit: digits(0, 12),
    credit: digits(total, 12),
  };
  const blocks = Math.ceil((lines.length + 4) / blocking);
  const records = [
    fileHeader(file),
    batchHeader(file, originating),
    ...lines,
    batchControl(file, totals, originating),
    fileControl(totals, blocks),
  ];
  const filler = Array.from({ length: blocks * blocking - records.length }, () =>
    "9".repeat(width),
  );
  return [...records, ...filler].map((r) => `${r}\r\n`).join("");
};

/** When a file is made anew: its local date and time, what tells it apart, and its settlement day. */
export type Remade = Pick<NachaFile, "createdOn" | "createdAt" | "fileIdModifier" | "effectiveOn">;

const at = (line: string, from: number, text: string) =>
  line.slice(0, from - 1) + text + line.slice(from - 1 + text.length);

// An entry with the addenda record that follows it.
const groupsOf = (lines: readonly string[]) => {
  const groups: string[][] = [];
  for (const line of lines)
    if (line[0] === "6") groups.push([line]);
    else if (line[0] === "7") groups.at(-1)!.push(line);
  return groups;
};

/**
 * A file of `writeNacha` made anew without the entries of these trace numbers: what stays is as it
 * was, to the letter; counts, hash and total are its own. Null when no entry is left. RangeError
 * for a trace number that the file does not have.
 */
export const withoutEntries = (
  text: string,
  traces: ReadonlySet<string>,
  made: Remade,
): string | null => {
  const lines = text.split(/\r?\n/);
  const groups = groupsOf(lines);
  const kept = groups.filter(([detail]) => !traces.has(detail!.slice(79, 94)));
  if (groups.length - kept.length !== traces.size)
    throw new RangeError("an entry that is to be left out is not in the file");
  if (kept.length === 0) return null;
  const entries = kept.flat();
  const details = kept.map(([detail]) => detail!);
  const count = String(entries.length);
  const hash = details.reduce((n, d) => n + Number(d.slice(3, 11)), 0) % 10_000_000_000;
  const credit = digits(
    details.reduce((n, d) => n + Number(d.slice(29, 39)), 0),
    12,
  );
  const day = shortDate(made.effectiveOn);
  const stands = (kind: string) => lines.find((line) => line[0] === kind)!;
  const header = at(
    at(stands("1"), 24, shortDate(made.createdOn) + made.createdAt.replace(":", "")),
    34,
    made.fileIdModifier,
  );
  const blocks = Math.ceil((entries.length + 4) / blocking);
  const batchEnd = digits(count, 6) + digits(hash, 10) + digits(0, 12) + credit;
  const fileEnd = digits(blocks, 6) + digits(count, 8) + digits(hash, 10) + digits(0, 12) + credit;
  const records = [
    header,
    at(stands("5"), 64, day + day),
    ...entries,
    at(stands("8"), 5, batchEnd),
    at(stands("9"), 8, fileEnd),
  ];
  const filler = Array.from({ length: blocks * blocking - records.length }, () =>
    "9".repeat(width),
  );
  return [...records, ...filler].map((r) => `${r}\r\n`).join("");
};
