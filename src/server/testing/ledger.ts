import { createHash, generateKeyPairSync, sign } from "node:crypto";
import {
  BUNDLE_FORMAT,
  encodeCheckpointLine,
  encodeHeader,
  type BundleFile,
} from "#kernel/audit-bundle.ts";
import { encodeContent, encodeEntry, type Entry } from "#kernel/audit-proof.ts";
import {
  checkpointText,
  originOf,
  signNote,
  verifierKey,
  type Sign,
  type VerifierKey,
} from "#kernel/checkpoint.ts";
import { newId } from "#kernel/ids.ts";
import {
  consistencyRanges,
  Frontier,
  inclusionRanges,
  rangeRoot,
  type Hash,
} from "#kernel/merkle.ts";
import { instant } from "#kernel/time.ts";
import { hasher } from "../audit/hash.ts";

export type Signer = { key: VerifierKey; sign: Sign };
export const newSigner = (): Signer => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return {
    key: verifierKey(
      "levee-audit",
      publicKey.export({ format: "der", type: "spki" }).subarray(-32),
    ),
    sign: (m) => sign(null, m, privateKey),
  };
};

/** What an entry says; the rest is filled in. */
export type Said = Partial<
  Pick<Entry, "id" | "orgId" | "action" | "objectType" | "objectId" | "objectNumber" | "at">
> & { content?: string };

/**
 * A ledger in memory, with the powers of an operator who is also an attacker: it seals whatever it
 * is told, and signs any size.
 */
export class Ledger {
  readonly orgId: string;
  readonly lines: { entry: string; content: string; leaf: Hash }[] = [];
  private readonly nodes = new Map<string, Hash>();
  private readonly frontier = new Frontier(hasher);
  private readonly roots: Hash[] = [];

  constructor(orgId = newId()) {
    this.orgId = orgId;
  }

  add(said: Said = {}): void {
    const index = this.lines.length;
    const content =
      said.content ??
      encodeContent({
        salt: `salt ${index}`,
        actorName: "Ann Ågren",
        note: index % 3 ? null : "because\nof “it”",
        changes: [
          { field: "status", before: "draft", after: "approved" },
          { field: "amount", before: index, after: index + 1 },
        ],
      });
    const entry = encodeEntry({
      index,
      prev: this.lines.at(-1)?.leaf ?? "",
      orgId: this.orgId,
      id: newId(),
      at: new Date(Date.UTC(2027, 0, 1) + index * 1000).toISOString().replace("Z", "000Z"),
      actorId: newId(),
      sessionId: null,
      action: "invoice.approve",
      objectType: "invoice",
      objectId: newId(),
      objectNumber: `INV-2027-${String(index).padStart(5, "0")}`,
      before: hasher.digest(Buffer.from("b")),
      after: hasher.digest(Buffer.from("a")),
      mac: hasher.digest(Buffer.from("m")),
      ...said,
      content: createHash("sha256").update(content).digest("base64"),
    });
    const leaf = hasher.leaf(Buffer.from(entry));
    this.lines.push({ entry, content, leaf });
    this.frontier.appendOne(leaf, (level, at, hash) => this.nodes.set(`${level}/${at}`, hash));
    this.roots.push(this.frontier.root());
  }

  root(size: number): Hash {
    return this.roots[size - 1]!;
  }
  private nodeAt = (level: number, index: number): Hash => this.nodes.get(`${level}/${index}`)!;

  note(size: number, { key, sign: by }: Signer, root = this.root(size)): string {
    return signNote(
      key,
      checkpointText({
        origin: originOf(this.orgId),
        size,
        root,
        at: instant("2027-02-01T00:00:00.000Z"),
      }),
      by,
    );
  }

  /** Header and checkpoint lines of a whole ledger of `size` entries with this root. */
  head({ key, sign: by }: Signer, size: number, root: Hash): string {
    const header = encodeHeader(
      {
        format: BUNDLE_FORMAT,
        origin: originOf(this.orgId),
        orgId: this.orgId,
        agency: "Delta County",
        createdAt: "2027-02-01T00:00:00.000Z",
        size,
        checkpoints: [size],
        indexes: null,
        files: [],
      },
      key,
      by,
    );
    return `${header}\n${encodeCheckpointLine(this.note(size, { key, sign: by }, root), [])}\n`;
  }

  /** The bundle's lines; `indexes` null for the whole ledger. */
  bundle(
    signer: Signer,
    sizes: number[],
    indexes: number[] | null = null,
    files: BundleFile[] = [],
  ): string[] {
    const size = sizes.at(-1)!;
    const lines = [
      encodeHeader(
        {
          format: BUNDLE_FORMAT,
          origin: originOf(this.orgId),
          orgId: this.orgId,
          agency: "Delta County",
          createdAt: "2027-02-01T00:00:00.000Z",
          size,
          checkpoints: sizes,
          indexes,
          files,
        },
        signer.key,
        signer.sign,
      ),
    ];
    const proof = (ranges: { from: number; to: number }[]) =>
      ranges.map((range) => rangeRoot(hasher, range, this.nodeAt));
    sizes.forEach((n, i) =>
      lines.push(
        encodeCheckpointLine(
          this.note(n, signer),
          indexes && i ? proof(consistencyRanges(sizes[i - 1]!, n)) : [],
        ),
      ),
    );
    for (const at of indexes ?? this.lines.slice(0, size).keys()) {
      lines.push(this.lines[at]!.entry, this.lines[at]!.content);
      if (indexes) lines.push(JSON.stringify(proof(inclusionRanges(at, size))));
    }
    return lines;
  }
}

/** A ledger of `count` entries. */
export const ledgerOf = (count: number): Ledger => {
  const ledger = new Ledger();
  for (let i = 0; i < count; i++) ledger.add();
  return ledger;
};
