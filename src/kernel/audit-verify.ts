// Verifies an evidence bundle line by line, in constant memory, with nothing but the auditor's own
// copy of the public key.
import {
  decodeHeader,
  ERASE_ACTION,
  type BundleHeader,
  type Finding,
  type LastSeen,
  type Report,
} from "./audit-bundle.ts";
import { brokenPromise } from "./audit-last-seen.ts";
import { decodeEntry, describeEntry, entryPrefix, type Entry } from "./audit-proof.ts";
import { openNote, parseCheckpoint, type Checkpoint, type VerifierKey } from "./checkpoint.ts";
import {
  Frontier,
  isHash,
  verifyConsistency,
  verifyInclusion,
  type Hash,
  type Hasher,
} from "./merkle.ts";

interface Held {
  index: number;
  text: string;
  leaf: Hash;
  line: number;
  byte: number;
  entry?: Entry | undefined;
}
type Part = Finding["part"];

// Never fatal: hashes cover the bytes, and a text that lost bytes fails its comparison.
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const CONTENT_END = 46; // `<44 characters>"}`

const prevOf = (text: string): string | undefined =>
  /^\{"index":\d+,"prev":"([^"]*)"/.exec(text)?.[1];

/** Push every line without its newline, then `finish()`. The earliest wrong line is reported. */
export class BundleVerifier {
  private readonly key: VerifierKey;
  private readonly hasher: Hasher;
  private readonly lastSeen: LastSeen | undefined;
  private readonly signatures: Promise<void>[] = [];
  private readonly checkpoints: Checkpoint[] = [];
  private readonly frontier: Frontier;
  private readonly ids = new Set<string>();
  private readonly unexplained = new Map<string, Held>();
  private readonly filesLeft = new Map<number, string[]>();
  private header: BundleHeader | null = null;
  private finding: Finding | null = null;
  private stopped = false;
  private line = 0;
  private byte = 0;
  private nextByte = 0;
  private done = 0;
  private step: "entry" | "content" | "proof" = "entry";
  private held: Held | undefined;
  private pending: Held | undefined;
  private suspect: { before: Held; here: Held; stated: Hash } | undefined;
  private erased = 0;
  private seenRoot: Hash | undefined;

  constructor(key: VerifierKey, hasher: Hasher, lastSeen?: LastSeen) {
    this.key = key;
    this.hasher = hasher;
    this.lastSeen = lastSeen;
    this.frontier = new Frontier(hasher);
  }

  push(bytes: Uint8Array): void {
    this.line++;
    this.byte = this.nextByte;
    this.nextByte += bytes.length + 1;
    if (this.stopped) return;
    if (!this.header) this.takeHeader(bytes);
    else if (this.checkpoints.length < this.header.checkpoints.length) this.takeCheckpoint(bytes);
    else if (this.done === this.expected())
      this.blame("bundle", null, "there is more in the file than its header says");
    else if (this.step === "entry") this.takeEntry(bytes);
    else if (this.step === "content") this.takeContent(bytes);
    else this.takeProof(bytes);
  }

  async finish(): Promise<Report> {
    if (!this.stopped) this.end();
    await Promise.all(this.signatures);
    const { header, finding, erased } = this;
    return {
      ok: finding === null,
      finding,
      header,
      newest: this.checkpoints.at(-1) ?? null,
      entries: this.done,
      erased,
      files: header?.files.length ?? 0,
    };
  }

  private expected(): number {
    return this.header!.indexes?.length ?? this.header!.size;
  }

  private blame(
    part: Part,
    index: number | null,
    message: string,
    at: { line: number; byte: number } = { line: this.line, byte: this.byte },
  ): void {
    this.stopped = true;
    this.record({ part, index, line: at.line, byte: at.byte, message });
  }

  private record(finding: Finding): void {
    if (!this.finding || finding.line < this.finding.line) this.finding = finding;
  }

  private blameEntry(part: Part, held: Held, message: string): void {
    held.entry ??= decodeEntry(held.text);
    this.blame(part, held.index, `${describeEntry(held.index, held.entry)}: ${message}`, held);
  }

  private takeHeader(bytes: Uint8Array): void {
    const decoded = decodeHeader(utf8.decode(bytes), this.key);
    if (!decoded)
      return this.blame("header", null, "the first line is not the header of an evidence bundle");
    this.header = decoded.header;
    for (const file of decoded.header.files)
      this.filesLeft.set(file.index, [...(this.filesLeft.get(file.index) ?? []), file.sha256]);
    this.signatures.push(
      decoded.signed.then((problem) => {
        const message = `the header is not genuine: ${problem}`;
        if (problem) this.record({ part: "header", index: null, line: 1, byte: 0, message });
      }),
    );
  }

  private takeCheckpoint(bytes: Uint8Array): void {
    const number = this.checkpoints.length;
    const size = this.header!.checkpoints[number]!;
    const name = `checkpoint of size ${size}`;
    const at = { line: this.line, byte: this.byte };
    let note: string;
    let consistency: Hash[];
    try {
      const text = utf8.decode(bytes);
      ({ checkpoint: note, consistency } = JSON.parse(text) as {
        checkpoint: string;
        consistency: Hash[];
      });
      if (JSON.stringify({ checkpoint: note, consistency }) !== text || !consistency.every(isHash))
        throw new SyntaxError();
    } catch {
      return this.blame("checkpoint", null, `${name}: the line is not a checkpoint`);
    }
    const checkpoint = parseCheckpoint(note.slice(0, note.indexOf("\n\n") + 1));
    this.signatures.push(
      openNote(note, this.key).then((opened) => {
        if ("problem" in opened)
          this.record({
            part: "checkpoint",
            index: null,
            ...at,
            message: `${name}: ${opened.problem}`,
          });
      }),
    );
    if (!checkpoint) return this.blame("checkpoint", null, `${name}: it cannot be read`);
    if (checkpoint.origin !== this.header!.origin)
      return this.blame(
        "checkpoint",
        null,
        `${name}: it belongs to another ledger (${checkpoint.origin})`,
      );
    if (checkpoint.size !== size)
      return this.blame("checkpoint", null, `${name}: it is for size ${checkpoint.size}`);
    const earlier = this.checkpoints.at(-1);
    this.checkpoints.push(checkpoint);
    const whole = this.header!.indexes === null || !earlier;
    if (
      whole
        ? consistency.length > 0
        : !verifyConsistency(
            this.hasher,
            earlier!.size,
            earlier!.root,
            size,
            checkpoint.root,
            consistency,
          )
    )
      this.blame(
        "checkpoint",
        null,
        `${name}: it does not continue the checkpoint of size ${earlier?.size ?? 0}`,
      );
  }

  private takeEntry(bytes: Uint8Array): void {
    const index = this.header!.indexes ? this.header!.indexes[this.done]! : this.done;
    const held: Held = {
      index,
      text: utf8.decode(bytes),
      leaf: this.hasher.leaf(bytes),
      line: this.line,
      byte: this.byte,
    };
    this.held = held;
    this.step = "content";
    if (this.header!.indexes) this.checkChosen(held);
    else this.checkNext(held);
  }

  private checkChosen(held: Held): void {
    const entry = (held.entry = decodeEntry(held.text));
    if (!entry) return this.blameEntry("entry", held, "it cannot be read");
    if (!this.checkPlace(held, entry)) return;
    if (this.ids.has(entry.id))
      return this.blameEntry("entry", held, "it stands in the ledger twice");
    this.ids.add(entry.id);
    this.noteErasure(entry);
  }

  private checkPlace(held: Held, entry: Entry): boolean {
    if (entry.orgId !== this.header!.orgId)
      this.blameEntry("entry", held, "it belongs to another agency");
    else if (
      entry.index === this.pending?.index &&
      held.text !== this.pending.text &&
      entry.prev === prevOf(this.pending.text)
    )
      this.blameEntry("entry", this.pending, "two different texts stand in its place");
    else if (entry.index !== held.index)
      this.blame(
        "entry",
        held.index,
        `entry ${held.index} is missing here: in its place stands ${describeEntry(entry.index, entry)}`,
        held,
      );
    else return true;
    return false;
  }

  private checkNext(held: Held): void {
    if (this.suspect) return this.settle(held);
    const before = this.pending;
    if (!held.text.startsWith(entryPrefix(held.index, before?.leaf ?? "", this.header!.orgId))) {
      const entry = (held.entry = decodeEntry(held.text));
      if (!entry) return this.blameEntry("entry", held, "it cannot be read");
      if (!this.checkPlace(held, entry)) return;
      if (!before)
        return this.blameEntry("entry", held, "the first entry names an entry before it");
      this.suspect = { before, here: held, stated: entry.prev };
      return;
    }
    this.advance();
    this.pending = held;
    if (this.unexplained.size && held.text.includes(`"action":"${ERASE_ACTION}"`))
      this.noteErasure(decodeEntry(held.text));
  }

  /**
   * Appends the entry whose successor agreed with it, and compares the root wherever one was
   * signed.
   */
  private advance(): void {
    if (!this.pending) return;
    this.frontier.appendOne(this.pending.leaf);
    const { size } = this.frontier;
    if (size === this.lastSeen?.size) this.seenRoot = this.frontier.root();
    const at = this.checkpoints.findIndex((checkpoint) => checkpoint.size === size);
    if (at < 0 || this.frontier.root() === this.checkpoints[at]!.root) return;
    const first = this.checkpoints[at - 1]?.size ?? 0;
    const range = first === size - 1 ? "it does" : `the entries ${first} to ${size - 1} do`;
    this.blameEntry(
      "entry",
      this.pending,
      `${range} not give the root that was signed for size ${size}`,
    );
  }

  /**
   * Two neighbours disagree. If the next entry confirms the second, the first was altered;
   * otherwise the second.
   */
  private settle(next: Held | undefined): void {
    const { before, here, stated } = this.suspect!;
    let confirmed: boolean;
    if (next) confirmed = prevOf(next.text) === here.leaf;
    else {
      const other = this.frontier.copy();
      other.append([stated, here.leaf]);
      confirmed = other.root() === this.checkpoints.at(-1)?.root;
    }
    this.blameEntry(
      "entry",
      confirmed ? before : here,
      "digest does not match: the text is not the one that was recorded",
    );
  }

  private takeContent(bytes: Uint8Array): void {
    const held = this.held!;
    const text = utf8.decode(bytes);
    if (text === "null") {
      this.erased++;
      held.entry ??= decodeEntry(held.text);
      if (held.entry) this.unexplained.set(held.entry.id, held);
    } else if (!this.suspect && this.hasher.digest(bytes) !== held.text.slice(-CONTENT_END, -2)) {
      return this.blameEntry(
        "content",
        { ...held, line: this.line, byte: this.byte },
        "digest does not match: the fields are not the ones that were recorded",
      );
    }
    for (const sha256 of this.filesLeft.get(held.index) ?? [])
      if (text !== "null" && !text.includes(sha256))
        return this.blameEntry("file", held, `it does not attest the file ${sha256}`);
    this.filesLeft.delete(held.index);
    if (this.header!.indexes) this.step = "proof";
    else this.nextEntry();
  }

  private takeProof(bytes: Uint8Array): void {
    const held = this.held!;
    const newest = this.checkpoints.at(-1);
    let proof: Hash[] = [];
    try {
      const text = utf8.decode(bytes);
      proof = JSON.parse(text) as Hash[];
      if (!proof.every(isHash) || JSON.stringify(proof) !== text) throw new SyntaxError();
    } catch {
      return this.blameEntry(
        "proof",
        { ...held, line: this.line, byte: this.byte },
        "its proof cannot be read",
      );
    }
    if (
      !newest ||
      !verifyInclusion(this.hasher, held.leaf, held.index, newest.size, proof, newest.root)
    )
      return this.blameEntry(
        "entry",
        held,
        "digest does not match: with its proof it does not lead to the signed root",
      );
    this.nextEntry();
  }

  private nextEntry(): void {
    this.done++;
    this.step = "entry";
  }

  private noteErasure(entry: Entry | undefined): void {
    if (entry?.action === ERASE_ACTION) this.unexplained.delete(entry.objectId);
  }

  private end(): void {
    if (!this.header) return this.blame("bundle", null, "the file is empty");
    if (this.suspect) return this.settle(undefined);
    if (this.checkpoints.length < this.header.checkpoints.length)
      return this.blame("bundle", null, "the file ends before its checkpoints do");
    if (this.done < this.expected() || this.step !== "entry") {
      const index = this.header.indexes?.[this.done] ?? this.done;
      return this.blame(
        "bundle",
        index,
        `the file ends before entry ${index}, of ${this.expected()} that its header names`,
      );
    }
    if (this.header.indexes === null) this.advance();
    if (this.stopped) return;
    const hidden = this.unexplained.values().next().value;
    if (hidden)
      return this.blameEntry(
        "content",
        hidden,
        "its fields are missing, and no entry records that they were erased",
      );
    const file = this.filesLeft.values().next().value;
    if (file) return this.blame("file", null, `no entry in the bundle attests the file ${file[0]}`);
    this.compareLastSeen();
  }

  private compareLastSeen(): void {
    const seen = this.lastSeen;
    if (!seen) return;
    const root =
      this.seenRoot ?? this.checkpoints.find((checkpoint) => checkpoint.size === seen.size)?.root;
    const size = this.checkpoints.at(-1)?.size ?? 0;
    const broken = brokenPromise(seen, { origin: this.header!.origin, size, root });
    if (broken) this.blame("bundle", null, broken);
  }
}
