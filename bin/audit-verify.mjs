#!/usr/bin/env node
// Checks an evidence bundle (.jsonl) or package (.zip) of a Levee audit ledger offline. One file, no dependencies, Node 20.12
// or newer; read it before you trust it.
// It shares no code with the product: hashes are RFC 6962 / RFC 9162, checkpoints are C2SP signed
// notes with Ed25519.
//
//   node audit-verify.mjs BUNDLE --key KEYFILE [--last-seen FILE] [--files FOLDER]
//
// Of a package every file is compared with its manifest, and with the hashes that the audit entries
// attest; nothing is unpacked to the disk. A package of a request for reimbursement is added up: its
// trace equals the request to the cent, and every hash that it names is in the package.
// KEYFILE is the auditor's own copy of the agency's public key; nothing in the bundle can replace
// it. With --last-seen the newest
// checkpoint is compared with the one accepted before, and kept there when everything holds.
// The last line of the output is always one verdict: HOLDS (exit 0), DOES NOT HOLD (exit 1), or
// NOT VERIFIED (exit 2) where a file cannot be read or the command is not complete.
import {
  createHash,
  createPublicKey,
  hash as oneShot,
  verify as verifySignature,
} from "node:crypto";
import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { createInflateRaw } from "node:zlib";

const ERASED = "audit.erase-content";
const HASH = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/; // 32 bytes in base64, the one spelling
const digest = oneShot
  ? (bytes, form) => oneShot("sha256", bytes, form)
  : (bytes, form) => createHash("sha256").update(bytes).digest(form);
const sha = (bytes) => digest(bytes, "base64");
// A hash is base64 (44 characters) where it is read or shown, and its 32 bytes as characters within
// the tree, which saves turning each to and fro.
const pairBytes = Buffer.alloc(65, 1);
const put = (hash, at) =>
  hash.length === 32 ? pairBytes.latin1Write(hash, at) : pairBytes.base64Write(hash, at);
function pair(left, right, form = "base64") {
  put(left, 1);
  put(right, 33);
  return digest(pairBytes, form);
}

class Wrong extends Error {
  constructor(part, index, at, message) {
    super(message);
    Object.assign(this, { part, index, line: at.line, byte: at.byte });
  }
}

// ---- keys and notes
// -------------------------------------------------------------------------------------------------------------

export function readKey(text) {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim());
  const bytes = match && Buffer.from(match[3], "base64");
  if (!bytes || bytes.length !== 33 || bytes[0] !== 1)
    throw new Error("the key file does not hold an Ed25519 public key of an audit ledger");
  const id = createHash("sha256").update(`${match[1]}\n`).update(bytes).digest().subarray(0, 4);
  if (id.toString("hex") !== match[2])
    throw new Error("the key file is damaged: its id does not belong to its key");
  const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), bytes.subarray(1)]);
  const print = createHash("sha256")
    .update(bytes.subarray(1))
    .digest("hex")
    .match(/.{4}/g)
    .join(" ");
  return {
    name: match[1],
    id,
    print,
    key: createPublicKey({ key: spki, format: "der", type: "spki" }),
  };
}

/** The signed text of a note, or throws why it is not genuine. */
function signedText(note, key) {
  const end = note.indexOf("\n\n— ");
  const match = end < 0 ? null : /^— (\S+) ([A-Za-z0-9+/]+=*)\n$/.exec(note.slice(end + 2));
  if (!match) throw new Error("it is not a signed note");
  const text = note.slice(0, end + 1);
  const bytes = Buffer.from(match[2], "base64");
  if (bytes.toString("base64") !== match[2]) throw new Error("its signature is not base64");
  if (match[1] !== key.name || !bytes.subarray(0, 4).equals(key.id))
    throw new Error("it was signed by another key");
  if (bytes.length !== 68 || !verifySignature(null, Buffer.from(text), key.key, bytes.subarray(4)))
    throw new Error("its signature does not hold");
  return text;
}

function readCheckpoint(text) {
  const match = /^(\S+)\n(0|[1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\nat (\S+)\n$/.exec(text);
  if (!match) throw new Error("it cannot be read");
  return { origin: match[1], size: Number(match[2]), root: match[3], at: match[4] };
}

// ---- the tree
// -------------------------------------------------------------------------------------------------------------------

const splitOf = (n) => 2 ** (Math.ceil(Math.log2(n)) - 1);

/**
 * The root that a proof gives for a leaf, walking down from the top (RFC 6962, 2.1.1); null when
 * the proof has a wrong length.
 */
function rootByProof(leaf, index, size, proof) {
  const steps = [...proof];
  const walk = (at, n) => {
    if (n === 1) return leaf;
    const k = splitOf(n);
    const other = steps.pop();
    if (other === undefined) throw new RangeError();
    return at < k ? pair(walk(at, k), other) : pair(other, walk(at - k, n - k));
  };
  try {
    const root = walk(index, size);
    return steps.length ? null : root;
  } catch {
    return null;
  }
}

/** Both roots that a consistency proof gives (RFC 6962, 2.1.2); null when it has a wrong length. */
function rootsByProof(earlier, earlierRoot, size, proof) {
  const steps = [...proof];
  const walk = (m, n, whole) => {
    if (m === n) {
      const hash = whole ? earlierRoot : steps.shift();
      if (hash === undefined) throw new RangeError();
      return [hash, hash];
    }
    const k = splitOf(n);
    if (m <= k) {
      const [old, left] = walk(m, k, whole);
      const right = steps.shift();
      if (right === undefined) throw new RangeError();
      return [old, pair(left, right)];
    }
    const [old, right] = walk(m - k, n - k, false);
    const left = steps.shift();
    if (left === undefined) throw new RangeError();
    return [pair(left, old), pair(left, right)];
  };
  try {
    const roots = walk(earlier, size, true);
    return steps.length ? null : roots;
  } catch {
    return null;
  }
}

const push = (peaks, leaf) => {
  peaks.push([1, leaf]);
  while (peaks.length > 1 && peaks.at(-1)[0] === peaks.at(-2)[0]) {
    const [n, right] = peaks.pop();
    const left = peaks.at(-1);
    left[1] = pair(left[1], right, "latin1");
    left[0] = n * 2;
  }
};
const rootOf = (peaks) =>
  peaks.reduceRight(
    (right, [, left]) =>
      right === null
        ? Buffer.from(left, left.length === 32 ? "latin1" : "base64").toString("base64")
        : pair(left, right),
    null,
  );

// ---- lines

// Far above the longest line that a ledger writes: an entry's fields are bounded, and a proof of
// 2^53 entries has 53 hashes.
const LONGEST_LINE = 1 << 26;

/**
 * Gives every line of a stream to `take(buffer, place)`: where it lies in the buffer, with a spare
 * byte before it for the leaf prefix, its number and its first byte in the file.
 */
async function eachLine(stream, take) {
  let rest = Buffer.alloc(1);
  let at = 0;
  const place = { from: 1, to: 1, line: 0, byte: 0 };
  const next = (buffer, from, to) => {
    place.from = from;
    place.to = to;
    place.line++;
    place.byte = at + from - 1;
    take(buffer, place);
  };
  for await (const chunk of stream) {
    const buffer = Buffer.concat([rest, chunk]);
    let from = 1;
    for (let end; (end = buffer.indexOf(10, from)) >= 0; from = end + 1) next(buffer, from, end);
    at += from - 1;
    if (buffer.length - from > LONGEST_LINE)
      throw new Wrong(
        "bundle",
        null,
        { line: place.line + 1, byte: at },
        "a line is longer than any that a ledger writes: this is no evidence bundle",
      );
    rest = Buffer.concat([Buffer.alloc(1), buffer.subarray(from)]);
  }
  if (rest.length > 1) next(rest, 1, rest.length);
}

function leafOf(buffer, from, to) {
  const held = buffer[from - 1];
  buffer[from - 1] = 0;
  const leaf = sha(buffer.subarray(from - 1, to));
  buffer[from - 1] = held;
  return leaf;
}

const FIELDS = [
  "index",
  "prev",
  "orgId",
  "id",
  "at",
  "actorId",
  "sessionId",
  "action",
  "objectType",
  "objectId",
  "objectNumber",
  "before",
  "after",
  "mac",
  "content",
];
function readEntry(text) {
  try {
    const entry = JSON.parse(text);
    return Object.keys(entry).join() === FIELDS.join() &&
      JSON.stringify(entry) === text &&
      HASH.test(entry.content) &&
      (entry.prev === "" || HASH.test(entry.prev))
      ? entry
      : null;
  } catch {
    return null;
  }
}

const prevOf = (held) => /^\{"index":\d+,"prev":"([^"]*)"/.exec(held.text())?.[1];

function nameOf(index, text) {
  const entry = readEntry(text);
  return entry
    ? `entry ${index} (${entry.objectType} ${entry.objectNumber ?? entry.objectId}, action ${entry.action})`
    : `entry ${index}`;
}

const wrongEntry = (part, held, message, at = held) =>
  new Wrong(part, held.index, at, `${nameOf(held.index, held.text())}: ${message}`);
const exactly = (text, build) => {
  const value = JSON.parse(text);
  if (JSON.stringify(build(value)) !== text) throw new SyntaxError();
  return value;
};

// ---- the bundle
// -----------------------------------------------------------------------------------------------------------------

function readHeader(text, key, at) {
  let header;
  try {
    const { bundle } = exactly(text, ({ bundle: note }) => ({ bundle: note }));
    const signed = signedText(bundle, key);
    header = JSON.parse(signed);
    const rising = (list) =>
      list.every((n, i) => Number.isSafeInteger(n) && n >= 0 && (i === 0 || n > list[i - 1]));
    if (header.format !== "levee-audit-bundle/1" || header.origin !== `levee/audit/${header.orgId}`)
      throw new Error("it is of another kind");
    if (
      !rising(header.checkpoints) ||
      !(header.indexes === null || rising(header.indexes)) ||
      header.size !== (header.checkpoints.at(-1) ?? 0)
    )
      throw new Error("it contradicts itself");
  } catch (error) {
    throw new Wrong(
      "header",
      null,
      at,
      `the header is not genuine: ${error instanceof SyntaxError ? "it cannot be read" : error.message}`,
    );
  }
  return header;
}

function addCheckpoint(state, text, at) {
  const { header, key, checkpoints } = state;
  const size = header.checkpoints[checkpoints.length];
  try {
    const { checkpoint: note, consistency } = exactly(text, ({ checkpoint, consistency: c }) => ({
      checkpoint,
      consistency: c,
    }));
    const found = { ...readCheckpoint(signedText(note, key)), note };
    if (found.origin !== header.origin)
      throw new Error(`it belongs to another ledger (${found.origin})`);
    if (found.size !== size) throw new Error(`it is for size ${found.size}`);
    if (!consistency.every((hash) => HASH.test(hash))) throw new SyntaxError();
    const earlier = checkpoints.at(-1);
    if (header.indexes === null || !earlier) {
      if (consistency.length) throw new Error("it brings a proof that nothing asks for");
    } else {
      const roots = rootsByProof(earlier.size, earlier.root, size, consistency);
      if (!roots || roots[0] !== earlier.root || roots[1] !== found.root)
        throw new Error(`it does not continue the checkpoint of size ${earlier.size}`);
    }
    checkpoints.push(found);
  } catch (error) {
    throw new Wrong(
      "checkpoint",
      null,
      at,
      `checkpoint of size ${size}: ${error instanceof SyntaxError ? "the line is not a checkpoint" : error.message}`,
    );
  }
}

/**
 * Whole ledger: every entry names the leaf before it, and the root is compared wherever one was
 * signed.
 */
function addNext(state, held, buffer, { from, to }) {
  const before = state.previous;
  if (state.torn) throw settle(state, held);
  const prefix = `{"index":${held.index},"prev":"${before?.leaf ?? ""}","orgId":"${state.header.orgId}",`;
  if (buffer.latin1Slice(from, Math.min(to, from + prefix.length)) !== prefix) {
    const entry = readEntry(held.text());
    if (!entry) throw wrongEntry("entry", held, "it cannot be read");
    checkPlace(state, held, entry);
    if (!before) throw wrongEntry("entry", held, "the first entry names an entry before it");
    state.torn = { before, here: held, stated: entry.prev };
    return;
  }
  grow(state);
  state.previous = held;
  if (state.hidden.size && buffer.subarray(from, to).includes(`"action":"${ERASED}"`))
    state.hidden.delete(readEntry(held.text())?.objectId);
}

function grow(state) {
  if (!state.previous) return;
  push(state.peaks, state.previous.leaf);
  const size = state.previous.index + 1;
  if (size === state.lastSeen?.size) state.seenRoot = rootOf(state.peaks);
  if (state.checkpoints[state.reached]?.size !== size) return;
  const first = state.checkpoints[state.reached - 1]?.size ?? 0;
  if (rootOf(state.peaks) !== state.checkpoints[state.reached++].root)
    throw wrongEntry(
      "entry",
      state.previous,
      `${first === size - 1 ? "it does" : `the entries ${first} to ${size - 1} do`} not give the root that was signed for size ${size}`,
    );
}

/**
 * Neighbours disagree: the next entry, or at the end the signed root, says which of the two was
 * altered.
 */
function settle({ torn, peaks, checkpoints }, next) {
  let secondHolds;
  if (next) secondHolds = prevOf(next) === torn.here.leaf;
  else {
    const other = peaks.map((peak) => [...peak]);
    push(other, torn.stated);
    push(other, torn.here.leaf);
    secondHolds = rootOf(other) === checkpoints.at(-1)?.root;
  }
  return wrongEntry(
    "entry",
    secondHolds ? torn.before : torn.here,
    "digest does not match: the text is not the one that was recorded",
  );
}

function checkPlace({ header, previous }, held, entry) {
  if (entry.orgId !== header.orgId) throw wrongEntry("entry", held, "it belongs to another agency");
  if (
    entry.index === previous?.index &&
    held.text() !== previous.text() &&
    entry.prev === prevOf(previous)
  )
    throw wrongEntry("entry", previous, "two different texts stand in its place");
  if (entry.index !== held.index)
    throw new Wrong(
      "entry",
      held.index,
      held,
      `entry ${held.index} is missing here: in its place stands ${nameOf(entry.index, held.text())}`,
    );
}

function addChosen(state, held) {
  const entry = readEntry(held.text());
  if (!entry) throw wrongEntry("entry", held, "it cannot be read");
  checkPlace(state, held, entry);
  if (state.ids.has(entry.id)) throw wrongEntry("entry", held, "it stands in the ledger twice");
  state.ids.add(entry.id);
  if (entry.action === ERASED) state.hidden.delete(entry.objectId);
}

function addContent(state, buffer, { from, to, line, byte }) {
  const { held } = state;
  if (to - from === 4 && buffer.latin1Slice(from, to) === "null") {
    state.erased++;
    const entry = readEntry(held.text());
    if (entry) state.hidden.set(entry.id, held);
  } else if (!state.torn && sha(buffer.subarray(from, to)) !== held.content)
    throw wrongEntry(
      "content",
      held,
      "digest does not match: the fields are not the ones that were recorded",
      { line, byte },
    );
  else
    for (const file of state.files.get(held.index) ?? []) {
      if (!buffer.subarray(from, to).includes(file.sha256))
        throw wrongEntry("file", held, `it does not attest the file ${file.sha256}`);
    }
  state.files.delete(held.index);
}

function addProof(state, text, at) {
  const { held } = state;
  const newest = state.checkpoints.at(-1);
  let proof;
  try {
    proof = exactly(text, (list) => list);
    if (!proof.every((hash) => HASH.test(hash))) throw new SyntaxError();
  } catch {
    throw wrongEntry("proof", held, "its proof cannot be read", at);
  }
  if (!newest || rootByProof(held.leaf, held.index, newest.size, proof) !== newest.root)
    throw wrongEntry(
      "entry",
      held,
      "digest does not match: with its proof it does not lead to the signed root",
    );
}

function takeLine(state, buffer, place) {
  const { from, to, line, byte } = place;
  const text = () => buffer.utf8Slice(from, to);
  state.line = line;
  state.byte = byte;
  if (!state.header) {
    state.header = readHeader(text(), state.key, place);
    state.expected = state.header.indexes?.length ?? state.header.size;
    for (const file of state.header.files)
      state.files.set(file.index, [...(state.files.get(file.index) ?? []), file]);
  } else if (state.checkpoints.length < state.header.checkpoints.length)
    addCheckpoint(state, text(), place);
  else if (state.done === state.expected)
    throw new Wrong("bundle", null, place, "there is more in the file than its header says");
  else if (state.step === 0) {
    const held = (state.held = {
      index: state.header.indexes ? state.header.indexes[state.done] : state.done,
      leaf: leafOf(buffer, from, to),
      text,
      content: buffer.latin1Slice(to - 46, to - 2),
      line,
      byte,
    });
    if (state.header.indexes) addChosen(state, held);
    else addNext(state, held, buffer, place);
    state.step = 1;
  } else {
    if (state.step === 1) addContent(state, buffer, place);
    else addProof(state, text(), place);
    state.step = state.step === 1 && state.header.indexes ? 2 : 0;
    if (state.step === 0) state.done++;
  }
}

function finish(state, filesFolder) {
  const { header, checkpoints, lastSeen: seen } = state;
  const newest = checkpoints.at(-1);
  const end = { line: state.line, byte: state.byte };
  const fail = (message, index = null, part = "bundle") => {
    throw new Wrong(part, index, end, message);
  };
  if (!header) fail("the file is empty");
  if (state.torn) throw settle(state, null);
  if (checkpoints.length < header.checkpoints.length)
    fail("the file ends before its checkpoints do");
  const index = header.indexes?.[state.done] ?? state.done;
  if (state.done < state.expected || state.step)
    fail(`the file ends before entry ${index}, of ${state.expected} that its header names`, index);
  if (header.indexes === null) grow(state);
  for (const held of state.hidden.values())
    throw wrongEntry(
      "content",
      held,
      "its fields are missing, and no entry records that they were erased",
    );
  for (const [file] of state.files.values())
    fail(`no entry in the bundle attests the file ${file.sha256}`, null, "file");
  if (filesFolder) checkFiles(header.files, filesFolder, fail);
  if (!seen) return;
  if (seen.origin !== header.origin)
    fail(`the checkpoint seen before belongs to another ledger (${seen.origin})`);
  if (!newest || newest.size < seen.size)
    fail(
      `the ledger was rolled back: it has ${newest?.size ?? 0} entries, and ${seen.size} were seen before`,
    );
  const root =
    state.seenRoot ?? checkpoints.find((checkpoint) => checkpoint.size === seen.size)?.root;
  if (root === undefined)
    fail(
      `the bundle has no checkpoint of size ${seen.size} to compare with the one seen before: ask for it when exporting`,
    );
  if (root !== seen.root)
    fail(`the ledger was rewritten: its first ${seen.size} entries are not the ones seen before`);
}

function checkFiles(files, folder, fail) {
  const have = new Set(
    readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
      .map((file) => createHash("sha256").update(readFileSync(file)).digest("hex")),
  );
  for (const file of files)
    if (!have.has(file.sha256))
      fail(
        `no file in the folder is the ${file.name} that entry ${file.index} recorded`,
        file.index,
        "file",
      );
}

/**
 * Verifies a stream of bundle bytes with the text of the auditor's key file. Gives { ok, finding,
 * header, newest, entries, erased };
 * `finding` is the first wrong thing: { part, index, line, byte, message }.
 */
export async function verifyBundle(stream, keyText, { lastSeen, filesFolder } = {}) {
  const state = {
    key: readKey(keyText),
    lastSeen,
    header: null,
    expected: 0,
    checkpoints: [],
    reached: 0,
    done: 0,
    step: 0,
    held: null,
    previous: null,
    torn: null,
    peaks: [],
    ids: new Set(),
    hidden: new Map(),
    files: new Map(),
    erased: 0,
    seenRoot: undefined,
    line: 0,
    byte: 0,
  };
  let finding = null;
  try {
    await eachLine(stream, (buffer, place) => takeLine(state, buffer, place));
    finish(state, filesFolder);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    finding = {
      part: error.part,
      index: error.index,
      line: error.line,
      byte: error.byte,
      message: error.message,
    };
  }
  return {
    ok: finding === null,
    finding,
    header: state.header,
    newest: state.checkpoints.at(-1) ?? null,
    entries: state.done,
    erased: state.erased,
  };
}

// ---- packages
// -------------------------------------------------------------------------------------------------------------

const PACKAGE = "levee-evidence-package/1";
const UNPROVED = new Set(["audit.jsonl", "README.txt"]);
const MOST_MANIFEST = 256 * 1024 * 1024;
const broken = (message) => new Wrong("package", null, { line: 0, byte: 0 }, message);

function bytesAt(fd, position, length) {
  const buffer = Buffer.alloc(length);
  if (readSync(fd, buffer, 0, length, position) !== length)
    throw broken("the ZIP file ends too early");
  return buffer;
}

/** Where the list of files begins, and how many there are; ZIP64 included. */
function directoryOf(fd, size) {
  const from = Math.max(0, size - 65_557);
  const tail = bytesAt(fd, from, size - from);
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (at < 0 || at + 22 > tail.length) throw broken("this is no whole ZIP file");
  const [count, offset] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 16)];
  if (count !== 0xffff && offset !== 0xffffffff) return { count, offset };
  const locator = at >= 20 ? tail.subarray(at - 20, at) : Buffer.alloc(0);
  if (locator.length < 20 || locator.readUInt32LE(0) !== 0x07064b50)
    throw broken("the ZIP file lacks its list");
  const large = bytesAt(fd, Number(locator.readBigUInt64LE(8)), 56);
  if (large.readUInt32LE(0) !== 0x06064b50) throw broken("the ZIP file lacks its list");
  return {
    count: Number(large.readBigUInt64LE(32)),
    offset: Number(large.readBigUInt64LE(48)),
  };
}

/** Sizes and place of an entry; those that do not fit stand in its ZIP64 field, in this order. */
function sizesOf(head, extra) {
  const found = {
    size: head.readUInt32LE(24),
    packed: head.readUInt32LE(20),
    offset: head.readUInt32LE(42),
  };
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let from = at + 4;
    for (const name of ["size", "packed", "offset"])
      if (found[name] === 0xffffffff && from + 8 <= extra.length) {
        found[name] = Number(extra.readBigUInt64LE(from));
        from += 8;
      }
  }
  return found;
}

function entriesOf(fd, size) {
  const { count, offset } = directoryOf(fd, size);
  const entries = new Map();
  let at = offset;
  for (let n = 0; n < count; n++) {
    const head = bytesAt(fd, at, 46);
    if (head.readUInt32LE(0) !== 0x02014b50) throw broken("the list of the ZIP file is damaged");
    const lengths = [28, 30, 32].map((place) => head.readUInt16LE(place));
    const rest = bytesAt(fd, at + 46, lengths[0] + lengths[1]);
    const name = rest.toString("utf8", 0, lengths[0]);
    if (entries.has(name)) throw broken(`${name} stands twice in the ZIP file`);
    if (head.readUInt16LE(8) & 1) throw broken(`${name} is encrypted`);
    entries.set(name, {
      name,
      method: head.readUInt16LE(10),
      ...sizesOf(head, rest.subarray(lengths[0])),
    });
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return entries;
}

/** The content of an entry as a stream of bytes. */
function contentOf(path, fd, entry) {
  const head = bytesAt(fd, entry.offset, 30);
  const from = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const name = bytesAt(fd, entry.offset + 30, head.readUInt16LE(26)).toString("utf8");
  if (head.readUInt32LE(0) !== 0x04034b50 || name !== entry.name)
    throw broken(`${entry.name} is not where the list of the ZIP file says`);
  if (entry.method !== 0 && entry.method !== 8)
    throw broken(`${entry.name} is packed in a way that this program does not read`);
  if (entry.packed === 0) return Readable.from([]);
  const bytes = createReadStream(path, {
    start: from,
    end: from + entry.packed - 1,
    highWaterMark: 1 << 20,
  });
  return entry.method === 0 ? bytes : bytes.pipe(createInflateRaw());
}

async function hashOf(path, fd, entry) {
  const hash = createHash("sha256");
  let size = 0;
  try {
    for await (const chunk of contentOf(path, fd, entry)) {
      size += chunk.length;
      if (size > entry.size) throw broken(`${entry.name} is larger than the ZIP file says`);
      hash.update(chunk);
    }
  } catch (error) {
    throw error instanceof Wrong ? error : broken(`${entry.name} cannot be unpacked`);
  }
  return { sha256: hash.digest("hex"), size };
}

async function manifestOf(path, fd, entries) {
  const entry = entries.get("manifest.json");
  if (!entry || entry.size > MOST_MANIFEST) throw broken("the package has no manifest.json");
  try {
    const chunks = [];
    let size = 0;
    for await (const chunk of contentOf(path, fd, entry)) {
      size += chunk.length;
      if (size > entry.size) throw new SyntaxError();
      chunks.push(chunk);
    }
    const manifest = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    if (manifest.format !== PACKAGE || !Array.isArray(manifest.files)) throw new SyntaxError();
    return manifest;
  } catch (error) {
    throw error instanceof Wrong ? error : broken("manifest.json cannot be read");
  }
}

// Every file of the ZIP is the one that the manifest names, and none is missing.
async function compareFiles(path, fd, entries, manifest) {
  const named = new Map(manifest.files.map((file) => [file.path, file]));
  for (const name of entries.keys())
    if (name !== "manifest.json" && !named.has(name))
      throw broken(`${name} is in the package, and its manifest does not name it`);
  for (const [name, file] of named) {
    const entry = entries.get(name);
    if (!entry) throw broken(`${name} is missing in the package`);
    const found = await hashOf(path, fd, entry);
    if (found.sha256 !== file.sha256 || found.size !== file.size)
      throw broken(`${name} is not the file that the manifest names`);
  }
  return named;
}

// The signed header says which files the entries attest: these, and no others, are the package's.
function compareAttested(named, header) {
  const attested = new Set(header.files.map((file) => file.sha256));
  for (const [name, file] of named)
    if (!UNPROVED.has(name) && !attested.has(file.sha256))
      throw broken(`no audit entry attests ${name}`);
  const held = new Set([...named.values()].map((file) => file.sha256));
  for (const file of header.files)
    if (!held.has(file.sha256)) throw broken(`${file.name}, which an entry attests, is missing`);
}

// ---- money: a package of a request for reimbursement says its sums, and its trace adds up to them

/** Rows of a CSV text (RFC 4180). */
function csvRows(text) {
  const rows = [];
  let [row, cell, quoted] = [[], "", false];
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    if (quoted) {
      if (c !== '"') cell += c;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === ",") {
      row.push(cell);
      cell = "";
    } else if (c === "\n") {
      row.push(cell.endsWith("\r") ? cell.slice(0, -1) : cell);
      rows.push(row);
      [row, cell] = [[], ""];
    } else cell += c;
  }
  if (cell !== "" || row.length) rows.push([...row, cell]);
  return rows;
}

async function tableOf(path, fd, entries, name) {
  const entry = entries.get(name);
  if (!entry || entry.size > MOST_MANIFEST) throw broken(`the package has no ${name}`);
  const chunks = [];
  for await (const chunk of contentOf(path, fd, entry)) chunks.push(chunk);
  const [heads = [], ...rows] = csvRows(Buffer.concat(chunks).toString("utf8"));
  return rows.map((row) => Object.fromEntries(heads.map((head, n) => [head, row[n] ?? ""])));
}

const SUMS = {
  total: "cost_cents",
  insured: "insured_cents",
  federal: "federal_cents",
  match: "match_cents",
};

/** Every line has one request, its parts add up to its cost, and all of them to the request's sums. */
function compareSums(lines, request) {
  const ids = new Set();
  const sums = { total: 0, insured: 0, federal: 0, match: 0 };
  for (const line of lines) {
    if (line.request !== request.number)
      throw broken(`trace.csv: line ${line.line} is of ${line.request}, not of ${request.number}`);
    if (ids.has(line.line)) throw broken(`trace.csv: line ${line.line} stands twice`);
    ids.add(line.line);
    for (const [sum, column] of Object.entries(SUMS)) {
      if (!/^-?\d+$/.test(line[column] ?? ""))
        throw broken(`trace.csv: line ${line.line} has no ${column}`);
      sums[sum] += Number(line[column]);
    }
    const {
      cost_cents: cost,
      insured_cents: insured,
      federal_cents: federal,
      match_cents: own,
    } = line;
    if (Number(cost) !== Number(insured) + Number(federal) + Number(own))
      throw broken(`trace.csv: the parts of line ${line.line} do not add up to its cost`);
  }
  if (lines.length !== request.lines)
    throw broken(`trace.csv has ${lines.length} lines, the request ${request.lines}`);
  for (const [name, cents] of Object.entries(sums))
    if (cents !== request[name])
      throw broken(
        `trace.csv adds up to ${cents} cents (${name}), the request says ${request[name]}`,
      );
}

async function compareRequest(path, fd, entries, manifest, keyText) {
  const { request } = manifest;
  const lines = await tableOf(path, fd, entries, "trace.csv");
  compareSums(lines, request);
  const held = new Set(manifest.files.map((file) => file.sha256));
  for (const line of lines)
    for (const hash of line.evidence_sha256.split(" ").filter(Boolean))
      if (!held.has(hash))
        throw broken(`trace.csv: line ${line.line} names evidence ${hash}, which is missing`);
  for (const photo of await tableOf(path, fd, entries, "photos.csv"))
    if (!held.has(photo.sha256))
      throw broken(`photos.csv names ${photo.file} of ${photo.damage}, which is missing`);
  const key = entries.get("audit-key.txt");
  if (!key) throw broken("the package has no audit-key.txt");
  const chunks = [];
  for await (const chunk of contentOf(path, fd, key)) chunks.push(chunk);
  if (Buffer.concat(chunks).toString("utf8").trim() !== keyText.trim())
    throw broken("audit-key.txt is not the key that you hold");
}

/**
 * Verifies a package: the file's path, the auditor's key text. Gives what `verifyBundle` gives, with
 * its manifest.
 */
export async function verifyPackage(path, keyText, { lastSeen } = {}) {
  readKey(keyText);
  const fd = openSync(path, "r");
  try {
    const entries = entriesOf(fd, statSync(path).size);
    const manifest = await manifestOf(path, fd, entries);
    const named = await compareFiles(path, fd, entries, manifest);
    const bundle = entries.get("audit.jsonl");
    if (!bundle) throw broken("the package has no audit.jsonl");
    const result = await verifyBundle(contentOf(path, fd, bundle), keyText, { lastSeen });
    if (result.ok) compareAttested(named, result.header);
    if (result.ok && manifest.request) await compareRequest(path, fd, entries, manifest, keyText);
    return { ...result, manifest };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    const finding = { part: error.part, index: null, line: 0, byte: 0, message: error.message };
    return { ok: false, finding, header: null, newest: null, entries: 0, erased: 0 };
  } finally {
    closeSync(fd);
  }
}

/** The content of one file of a package, unpacked; for whoever looks into it with this program. */
export async function fileOfPackage(path, name) {
  const fd = openSync(path, "r");
  try {
    const entry = entriesOf(fd, statSync(path).size).get(name);
    if (!entry) throw broken(`${name} is not in the package`);
    const chunks = [];
    for await (const chunk of contentOf(path, fd, entry)) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    closeSync(fd);
  }
}

const isPackage = (path) => {
  const fd = openSync(path, "r");
  try {
    const head = Buffer.alloc(4);
    return readSync(fd, head, 0, 4, 0) === 4 && head.readUInt32LE(0) === 0x04034b50;
  } finally {
    closeSync(fd);
  }
};

/** What no file gives an answer to waits for ever: a pipe or a device is refused before it is read. */
const regularFile = (file) => {
  if (!statSync(file).isFile()) throw new Error(`${file} is not a file`);
  return file;
};

/**
 * The checkpoint accepted before: the signed note itself, as a restore takes it too, or what earlier
 * versions of this program kept of one.
 */
const seenBefore = (text, keyText) => {
  if (text.startsWith("{")) return JSON.parse(text);
  try {
    return readCheckpoint(signedText(text, readKey(keyText)));
  } catch (error) {
    throw new Error(`the checkpoint seen before cannot be used: ${error.message}`);
  }
};

const USAGE =
  "usage: node audit-verify.mjs BUNDLE --key KEYFILE [--last-seen FILE] [--files FOLDER]";

/** What is to be read of a whole ledger or of chosen records that hold. */
function sentences({ header, newest, entries, erased, manifest }, print) {
  return [
    ...(manifest
      ? [
          `${manifest.files.length} files, each as the manifest names it; ${header.files.length} of them attested by entries`,
          ...(manifest.request
            ? [
                `${manifest.request.number}: ${manifest.request.lines} lines add up to ${manifest.request.total} cents, of which ${manifest.request.federal} are asked for`,
              ]
            : []),
          ...manifest.leftOut.map(({ name, reason }) => `left out: ${name}. ${reason}`),
        ]
      : []),
    `${header.agency}: ${entries} entries ${header.indexes ? "of chosen records" : "(the whole ledger)"} under the checkpoint of ${newest?.at ?? "an empty ledger"} (size ${header.size})`,
    `signed with the key ${print}`,
    ...(erased ? [`${erased} entries had personal content erased; the erasures are recorded`] : []),
    ...(header.indexes
      ? [
          "This bundle shows that its entries are genuine and when they were sealed. Only the whole ledger shows that none was left out.",
        ]
      : []),
  ];
}

/** Verifies what the command names. Gives { verdict, lines }; throws what could not be read. */
async function main(args) {
  const option = (name) =>
    args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : undefined;
  const keyFile = option("--key");
  const seenFile = option("--last-seen");
  const filesFolder = option("--files");
  if (args.length !== 1 || !keyFile) throw new Error(USAGE);
  const keyText = readFileSync(regularFile(keyFile), "utf8");
  const lastSeen =
    seenFile && existsSync(seenFile)
      ? seenBefore(readFileSync(regularFile(seenFile), "utf8"), keyText)
      : undefined;
  const file = regularFile(args[0]);
  const result = isPackage(file)
    ? await verifyPackage(file, keyText, { lastSeen })
    : await verifyBundle(createReadStream(file, { highWaterMark: 1 << 20 }), keyText, {
        lastSeen,
        filesFolder,
      });
  if (!result.ok)
    return {
      verdict: "DOES NOT HOLD",
      lines: [
        result.finding.message,
        ...(result.finding.part === "package"
          ? []
          : [`(line ${result.finding.line}, byte ${result.finding.byte} of the file)`]),
      ],
    };
  const { newest } = result;
  if (seenFile && newest) {
    writeFileSync(`${seenFile}.new`, newest.note);
    renameSync(`${seenFile}.new`, seenFile);
  }
  return { verdict: "HOLDS", lines: sentences(result, readKey(keyText).print) };
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) {
  const { verdict, lines } = await main(process.argv.slice(2)).catch((error) => ({
    verdict: "NOT VERIFIED",
    lines: [`cannot verify: ${error.message}`],
  }));
  console.log([...lines, verdict].join("\n"));
  process.exitCode = ["HOLDS", "DOES NOT HOLD", "NOT VERIFIED"].indexOf(verdict);
}
