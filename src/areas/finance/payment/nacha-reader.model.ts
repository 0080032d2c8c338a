/**
 * What a NACHA file says, read by position only; amounts in cents. Shares nothing with the writer.
 */
type ReadEntry = {
  transactionCode: string;
  routingNumber: string;
  accountNumber: string;
  amount: number;
  identification: string;
  receiverName: string;
  trace: string;
  addenda: string | null;
};
export type ReadNacha = {
  destination: string;
  origin: string;
  createdOn: string;
  createdAt: string;
  modifier: string;
  destinationName: string;
  originName: string;
  batches: {
    serviceClass: string;
    companyName: string;
    companyId: string;
    sec: string;
    description: string;
    effectiveOn: string;
    originatingBank: string;
    number: number;
    entries: ReadEntry[];
    debit: number;
    credit: number;
  }[];
  debit: number;
  credit: number;
  entryCount: number;
  blockCount: number;
};

// Columns as the record layouts count them: from 1, both ends included.
const at = (line: string, from: number, to = from) => line.substring(from - 1, to);
const int = (line: string, from: number, to: number, what: string) => {
  const text = at(line, from, to);
  if (!/^[0-9]+$/.test(text))
    throw new Error(`${what} (columns ${from}–${to}) is not numeric: "${text}"`);
  return parseInt(text, 10);
};
const same = (found: unknown, wanted: unknown, what: string) => {
  if (found !== wanted)
    throw new Error(`${what}: ${String(found)}, but it must be ${String(wanted)}`);
};
const date = (text: string) => `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;

const weights = [3, 7, 1, 3, 7, 1, 3, 7];
const checkDigit = (eight: string) => {
  let sum = 0;
  for (let i = 0; i < 8; i++) sum += weights[i]! * eight.charCodeAt(i) - weights[i]! * 48;
  return String((1000 - sum) % 10);
};

const linesOf = (text: string): string[] => {
  const lines = text.split(/\r?\n/);
  same(lines.pop(), "", "The end of the last line");
  lines.forEach((line, i) => {
    same(line.length, 94, `Length of record ${i + 1}`);
    if (/[^\x20-\x7e]/.test(line))
      throw new Error(`Record ${i + 1} holds a character outside of printable ASCII`);
  });
  same(lines.length % 10, 0, "Records beyond the last whole block of ten");
  return lines;
};

const readEntry = (line: string): ReadEntry => {
  same(at(line, 12), checkDigit(at(line, 4, 11)), "Check digit of the receiving bank");
  return {
    transactionCode: at(line, 2, 3),
    routingNumber: at(line, 4, 12),
    accountNumber: at(line, 13, 29).trimEnd(),
    amount: int(line, 30, 39, "Amount"),
    identification: at(line, 40, 54).trimEnd(),
    receiverName: at(line, 55, 76).trimEnd(),
    trace: at(line, 80, 94),
    addenda: null,
  };
};

type Open = ReadNacha["batches"][number] & {
  count: number;
  hash: number;
  lastTrace: string;
  wantsAddenda: boolean;
};

const openBatch = (line: string): Open => {
  if (!["200", "220", "225"].includes(at(line, 2, 4)))
    throw new Error(`Service class ${at(line, 2, 4)}`);
  same(at(line, 79), "1", "Originator status code");
  return {
    serviceClass: at(line, 2, 4),
    companyName: at(line, 5, 20).trimEnd(),
    companyId: at(line, 41, 50).trimEnd(),
    sec: at(line, 51, 53),
    description: at(line, 54, 63).trimEnd(),
    effectiveOn: date(at(line, 70, 75)),
    originatingBank: at(line, 80, 87),
    number: int(line, 88, 94, "Batch number"),
    entries: [],
    debit: 0,
    credit: 0,
    count: 0,
    hash: 0,
    lastTrace: "",
    wantsAddenda: false,
  };
};

const takeEntry = (batch: Open, line: string) => {
  if (batch.wantsAddenda)
    throw new Error("The addenda indicator is 1, but no addenda record follows");
  const entry = readEntry(line);
  same(entry.trace.slice(0, 8), batch.originatingBank, "Bank in the trace number");
  if (entry.trace <= batch.lastTrace)
    throw new Error(`Trace number ${entry.trace} does not ascend`);
  const isCredit = ["22", "32"].includes(entry.transactionCode);
  if (!isCredit && !["27", "37"].includes(entry.transactionCode))
    throw new Error(`Transaction code ${entry.transactionCode}`);
  if (isCredit) batch.credit += entry.amount;
  else batch.debit += entry.amount;
  batch.entries.push(entry);
  batch.count += 1;
  batch.hash += parseInt(at(line, 4, 11), 10);
  batch.lastTrace = entry.trace;
  batch.wantsAddenda = at(line, 79) === "1";
};

const takeAddenda = (batch: Open, line: string) => {
  const entry = batch.entries.at(-1);
  if (!entry || !batch.wantsAddenda)
    throw new Error("An addenda record without an entry that announces it");
  same(at(line, 2, 3), "05", "Addenda type");
  same(at(line, 84, 87), "0001", "Addenda sequence (CCD allows one)");
  same(at(line, 88, 94), entry.trace.slice(8), "Entry that the addenda belongs to");
  entry.addenda = at(line, 4, 83).trimEnd();
  batch.count += 1;
  batch.wantsAddenda = false;
};

const closeBatch = (batch: Open, line: string) => {
  if (batch.wantsAddenda)
    throw new Error("The addenda indicator is 1, but no addenda record follows");
  same(at(line, 2, 4), batch.serviceClass, "Service class of the batch control");
  same(int(line, 5, 10, "Entry/addenda count"), batch.count, "Entry/addenda count of the batch");
  same(int(line, 11, 20, "Entry hash"), batch.hash % 1e10, "Entry hash of the batch");
  same(int(line, 21, 32, "Debit total"), batch.debit, "Debit total of the batch");
  same(int(line, 33, 44, "Credit total"), batch.credit, "Credit total of the batch");
  same(at(line, 45, 54).trimEnd(), batch.companyId, "Company of the batch control");
  same(at(line, 80, 87), batch.originatingBank, "Originating bank of the batch control");
  same(int(line, 88, 94, "Batch number"), batch.number, "Number of the batch control");
};

const checkEnd = (line: string, file: ReadNacha, batches: readonly Open[], lines: number) => {
  same(int(line, 2, 7, "Batch count"), batches.length, "Batch count of the file");
  same(int(line, 8, 13, "Block count"), lines / 10, "Block count of the file");
  same(
    int(line, 14, 21, "Entry/addenda count"),
    batches.reduce((n, b) => n + b.count, 0),
    "Entry/addenda count of the file",
  );
  same(
    int(line, 22, 31, "Entry hash"),
    batches.reduce((n, b) => n + (b.hash % 1e10), 0) % 1e10,
    "Entry hash of the file",
  );
  same(
    int(line, 32, 43, "Debit total"),
    batches.reduce((n, b) => n + b.debit, 0),
    "Debit total of the file",
  );
  same(
    int(line, 44, 55, "Credit total"),
    batches.reduce((n, b) => n + b.credit, 0),
    "Credit total of the file",
  );
  return Object.assign(file, {
    debit: int(line, 32, 43, ""),
    credit: int(line, 44, 55, ""),
    entryCount: int(line, 14, 21, ""),
    blockCount: int(line, 8, 13, ""),
  });
};

const readHeader = (line: string): ReadNacha => {
  same(at(line, 1, 3), "101", "Record type and priority");
  same(at(line, 35, 40), "094101", "Record size, blocking factor and format");
  same(at(line, 4), " ", "Blank before the destination");
  same(at(line, 13), checkDigit(at(line, 5, 12)), "Check digit of the destination");
  return {
    destination: at(line, 5, 13),
    origin: at(line, 14, 23).trim(),
    createdOn: date(at(line, 24, 29)),
    createdAt: `${at(line, 30, 31)}:${at(line, 32, 33)}`,
    modifier: at(line, 34),
    destinationName: at(line, 41, 63).trimEnd(),
    originName: at(line, 64, 86).trimEnd(),
    batches: [],
    debit: 0,
    credit: 0,
    entryCount: 0,
    blockCount: 0,
  };
};

/**
 * Reads a NACHA file by the columns of its record layouts and checks record lengths, blocking,
 * check digits, trace numbers, addenda, entry
 * hashes, counts and totals. Throws an Error that names the first thing that is wrong. Every file
 * is read back before a run is released.
 */
export const readNacha = (text: string): ReadNacha => {
  const lines = linesOf(text);
  const file = readHeader(lines[0] ?? "");
  const batches: Open[] = [];
  let open: Open | null = null;
  let ended = false;
  for (const line of lines.slice(1)) {
    if (ended) {
      same(line, "9".repeat(94), "Filler after the file control");
      continue;
    }
    const kind = at(line, 1);
    if (kind === "9") {
      if (open) throw new Error("The file ends inside a batch");
      checkEnd(line, file, batches, lines.length);
      ended = true;
    } else if (kind === "5" && !open) batches.push((open = openBatch(line)));
    else if (kind === "6" && open) takeEntry(open, line);
    else if (kind === "7" && open) takeAddenda(open, line);
    else if (kind === "8" && open) {
      closeBatch(open, line);
      open = null;
    } else throw new Error(`A record of type ${kind} is not expected here`);
  }
  if (!ended) throw new Error("The file control record is missing");
  file.batches = batches.map(({ count: _c, hash: _h, lastTrace: _t, wantsAddenda: _w, ...b }) => b);
  return file;
};
