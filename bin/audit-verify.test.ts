import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeContent } from "#kernel/audit-proof.ts";
import type { Finding, LastSeen, Report } from "#kernel/audit-bundle.ts";
import { BundleVerifier } from "#kernel/audit-verify.ts";
import { formatVerifierKey, originOf, parseCheckpoint } from "#kernel/checkpoint.ts";
import { hasherFrom } from "#kernel/merkle.ts";
import { sha256 } from "#kernel/sha256.ts";
import { Ledger, ledgerOf, newSigner, type Signer } from "#server/testing/ledger.ts";

// Two implementations judge everything here: the kernel (plain TypeScript, as the browser runs it)
// and the command (node:crypto).
type Verdict = Pick<Report, "ok" | "finding">;
type Command = (
  stream: Readable,
  key: string,
  options?: { lastSeen?: LastSeen | undefined },
) => Promise<Verdict & { entries: number; erased: number }>;
const command = (
  (await import(new URL("./audit-verify.mjs", import.meta.url).href)) as { verifyBundle: Command }
).verifyBundle;
const script = new URL("./audit-verify.mjs", import.meta.url).pathname;

const judge = async (bytes: Uint8Array, signer: Signer, lastSeen?: LastSeen): Promise<Verdict> => {
  const verifier = new BundleVerifier(signer.key, hasherFrom(sha256), lastSeen);
  const ends: number[] = [];
  for (let from = 0; from < bytes.length; from = ends.at(-1)! + 1) {
    const end = bytes.indexOf(10, from);
    ends.push(end < 0 ? bytes.length : end);
    verifier.push(bytes.subarray(from, ends.at(-1)!));
  }
  const kernel = await verifier.finish();
  // Odd pieces, so that lines cross the borders of what is read at once.
  const pieces = Array.from({ length: Math.ceil(bytes.length / 997) }, (_, i) =>
    Buffer.from(bytes.subarray(i * 997, (i + 1) * 997)),
  );
  const other = await command(Readable.from(pieces), formatVerifierKey(signer.key), { lastSeen });
  const place = (finding: Finding | null) =>
    finding && { part: finding.part, index: finding.index, line: finding.line, byte: finding.byte };
  expect(place(other.finding), `${kernel.finding?.message} / ${other.finding?.message}`).toEqual(
    place(kernel.finding),
  );
  expect(other.ok).toBe(kernel.ok);
  return kernel;
};
const file = (lines: readonly string[]) => Buffer.from(`${lines.join("\n")}\n`);

const signer = newSigner();
const COUNT = 24;
const SIZES = [5, 16, 24];
const CHOSEN = [2, 7, 8, 15, 23];
const ledger = ledgerOf(COUNT);
const whole = ledger.bundle(signer, SIZES);
const records = ledger.bundle(signer, SIZES, CHOSEN);
/** Line number (from 0) of entry `index` in the whole bundle, or of the chosen entry `at`. */
const wholeLine = (index: number) => 1 + SIZES.length + index * 2;
const chosenLine = (at: number) => 1 + SIZES.length + at * 3;

const found = async (
  lines: readonly string[],
  index: number | null,
  message?: RegExp,
  lastSeen?: LastSeen,
) => {
  const verdict = await judge(file(lines), signer, lastSeen);
  expect(verdict.ok).toBe(false);
  expect(verdict.finding).toMatchObject({ index });
  if (message) expect(verdict.finding!.message).toMatch(message);
};
const edited = (lines: readonly string[], at: number, edit: (line: string) => string) => {
  const copy = [...lines];
  copy[at] = edit(copy[at]!);
  expect(copy[at]).not.toBe(lines[at]);
  return copy;
};
const seen = (of: Ledger, size: number): LastSeen => ({
  origin: originOf(of.orgId),
  size,
  root: of.root(size),
});

test("no false alarm: genuine bundles of every shape hold in both implementations", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.nat(), { maxLength: 4 }),
      fc.array(fc.nat(), { maxLength: 6 }),
      fc.nat(),
      async (count, cuts, picks, since) => {
        const some = ledgerOf(count);
        const sizes = [...new Set([...cuts.map((cut) => 1 + (cut % count)), count])].sort(
          (a, b) => a - b,
        );
        const indexes = picks.length
          ? [...new Set(picks.map((pick) => pick % count))].sort((a, b) => a - b)
          : null;
        const verdict = await judge(
          file(some.bundle(signer, sizes, indexes)),
          signer,
          seen(some, sizes[since % sizes.length]!),
        );
        expect(verdict.finding).toBeNull();
      },
    ),
    { numRuns: 60 },
  );
});

test("1 flip: a changed action is named with its entry", async () => {
  await found(
    edited(whole, wholeLine(17), (l) => l.replace("invoice.approve", "invoice.approvf")),
    17,
    /^entry 17 \(invoice INV-2027-00017, action invoice.approvf\): digest does not match/,
  );
  await found(
    edited(records, chosenLine(1), (l) => l.replace("INV-2027-00007", "INV-2027-00009")),
    7,
    /digest does not match/,
  );
  await found(
    edited(whole, wholeLine(9) + 1, (l) => l.replace('"after":10', '"after":99')),
    9,
    /fields are not the ones/,
  );
  await found(
    edited(whole, wholeLine(COUNT - 1), (l) => l.replace("invoice.approve", "invoice.reject!")),
    COUNT - 1,
  );
});

test("2 delete: an entry taken out of the middle is named", async () => {
  await found(whole.toSpliced(wholeLine(11), 2), 11, /entry 11 is missing/);
  await found(records.toSpliced(chosenLine(2), 3), 8, /entry 8 is missing/);
});

test("3 truncate: a missing tail is named", async () => {
  await found(whole.slice(0, wholeLine(20)), 20, /ends before entry 20/);
  await found(records.slice(0, chosenLine(4)), 23, /ends before entry 23/);
  await found(whole.slice(0, -1), COUNT - 1, /ends before/);
  expect((await judge(Buffer.alloc(0), signer)).finding!.message).toBe("the file is empty");
});

test("4 insert: a forged entry is named", async () => {
  const forged = whole[wholeLine(6)]!.replace("invoice.approve", "payment.release");
  await found(whole.toSpliced(wholeLine(6), 0, forged, whole[wholeLine(6) + 1]!), 6);
  await found([...whole, forged], null, /more in the file/);
});

test("5 reorder: two entries that changed places are named", async () => {
  const swapped = [...whole];
  const [a, b] = [wholeLine(12), wholeLine(13)];
  [swapped[a], swapped[a + 1], swapped[b], swapped[b + 1]] = [
    whole[b]!,
    whole[b + 1]!,
    whole[a]!,
    whole[a + 1]!,
  ];
  await found(swapped, 12, /in its place stands entry 13/);
});

test("6 duplicate: an entry that stands twice is named, in the file and in the ledger", async () => {
  await found(
    whole.toSpliced(wholeLine(4), 0, whole[wholeLine(3)]!, whole[wholeLine(3) + 1]!),
    4,
    /in its place stands entry 3/,
  );
  const twice = new Ledger();
  twice.add({ id: "019a0000-0000-7000-8000-00000000000a" });
  twice.add({ id: "019a0000-0000-7000-8000-00000000000a" });
  await found(twice.bundle(signer, [2], [0, 1]), 1, /twice/);
});

test("7 swap: an entry or a checkpoint of another agency is named", async () => {
  const other = ledgerOf(COUNT);
  await found(
    edited(whole, wholeLine(10), () => other.lines[10]!.entry),
    10,
    /content|another agency/,
  );
  const moved = edited(whole, wholeLine(10), () => other.lines[10]!.entry);
  moved[wholeLine(10) + 1] = other.lines[10]!.content;
  await found(moved, 10, /another agency/);
  await found(
    edited(records, 1, () =>
      JSON.stringify({ checkpoint: other.note(5, signer), consistency: [] }),
    ),
    null,
    /another ledger/,
  );
  const foreign = new Ledger(ledger.orgId);
  foreign.add({ orgId: other.orgId });
  await found(foreign.bundle(signer, [1]), 0, /another agency/);
});

test("8 time: a moved time is named", async () => {
  await found(
    edited(whole, wholeLine(14), (l) =>
      l.replace('"at":"2027-01-01T00:00:14', '"at":"2026-12-31T00:00:14'),
    ),
    14,
    /digest does not match/,
  );
  await found(
    edited(records, chosenLine(3), (l) => l.replace("2027-01-01", "2026-12-31")),
    15,
    /digest does not match/,
  );
});

test("9 recompute: a ledger rebuilt after an edit fails at the signature, and for the key's owner at the checkpoint seen before", async () => {
  const rebuilt = new Ledger(ledger.orgId);
  for (let i = 0; i < COUNT; i++) rebuilt.add(i === 6 ? { action: "invoice.void" } : {});
  const lines = rebuilt.bundle(signer, SIZES);
  await found(
    [whole[0]!, ...whole.slice(1, 1 + SIZES.length), ...lines.slice(1 + SIZES.length)],
    4,
    /do not give the root/,
  );
  await found(lines, null, /rewritten/, seen(ledger, 16));
  await found(rebuilt.bundle(signer, SIZES, CHOSEN), null, /rewritten/, seen(ledger, 16));
});

test("10 fork: two histories of one size", async () => {
  const fork = ledgerOf(COUNT);
  const same = Object.assign(new Ledger(ledger.orgId), {});
  for (const _ of fork.lines) same.add();
  await found(same.bundle(signer, [COUNT]), null, /rewritten/, seen(ledger, COUNT));
  await found(
    edited(records, 2, () =>
      JSON.stringify({
        checkpoint: same.note(16, signer),
        consistency: (JSON.parse(records[2]!) as { consistency: string[] }).consistency,
      }),
    ),
    null,
    /does not continue/,
  );
});

test("11 forged signature: another key, or a note altered under its signature", async () => {
  await found(ledger.bundle(newSigner(), SIZES), null, /another key/);
  await found(
    edited(whole, 3, () =>
      JSON.stringify({ checkpoint: ledger.note(24, newSigner()), consistency: [] }),
    ),
    null,
    /another key/,
  );
  await found(
    edited(whole, 3, (l) => l.replace("2027-02-01", "2027-02-02")),
    null,
    /signature does not hold/,
  );
  await found(
    edited(whole, 0, (l) => l.replace("Delta County", "Delto County")),
    null,
    /header is not genuine/,
  );
});

test("12 rollback: a ledger shorter than the one seen before", async () => {
  await found(
    ledger.bundle(signer, [5, 16]),
    null,
    /rolled back: it has 16 entries, and 24 were seen/,
    seen(ledger, 24),
  );
  await found(
    ledger.bundle(signer, [24], [3]),
    null,
    /ask for it when exporting/,
    seen(ledger, 16),
  );
  await found(whole, null, /another ledger/, { ...seen(ledger, 16), origin: originOf("x") });
});

test("erased content holds when an entry explains it, and is named when none does", async () => {
  const id = "019a0000-0000-7000-8000-00000000000b";
  const erasing = new Ledger();
  for (let i = 0; i < 6; i++)
    erasing.add(
      i === 2
        ? { id }
        : i === 4
          ? { action: "audit.erase-content", objectType: "auditEntry", objectId: id }
          : {},
    );
  erasing.lines[2]!.content = "null";
  for (const indexes of [null, [2, 4]])
    expect((await judge(file(erasing.bundle(signer, [6], indexes)), signer)).finding).toBeNull();
  await found(erasing.bundle(signer, [6], [2, 3]), 2, /no entry records/);
  await found(
    edited(whole, wholeLine(3) + 1, () => "null"),
    3,
    /no entry records/,
  );
});

test("attached files: attested by the entry's content, or named", async () => {
  const digest = createHash("sha256").update("quote.pdf").digest("hex");
  const one = ledgerOf(3);
  one.add({
    content: encodeContent({
      salt: "s",
      actorName: null,
      note: null,
      changes: [{ field: "sha256", before: null, after: digest }],
    }),
  });
  expect(
    (
      await judge(
        file(one.bundle(signer, [4], [3], [{ index: 3, name: "quote.pdf", sha256: digest }])),
        signer,
      )
    ).ok,
  ).toBe(true);
  await found(
    one.bundle(signer, [4], [2, 3], [{ index: 2, name: "quote.pdf", sha256: digest }]),
    2,
    /does not attest/,
  );
  await found(
    one.bundle(signer, [4], [2], [{ index: 3, name: "quote.pdf", sha256: digest }]),
    null,
    /no entry in the bundle attests/,
  );
});

test("a link that is no hash is found in its own entry, in the middle and at the end", async () => {
  const last = ledger.lines.length - 1;
  for (const index of [1, 16, last])
    for (const wrong of ["\\u0016", "~", "=", "é"]) {
      const bad = file(
        edited(whole, wholeLine(index), (line) =>
          line.replace(/"prev":"(.{7})./, (_, kept: string) => `"prev":"${kept}${wrong}`),
        ),
      );
      const { ok, finding } = await judge(bad, signer);
      expect(
        [ok, finding?.part, finding?.index],
        `entry ${index} with ${JSON.stringify(wrong)}: ${finding?.message}`,
      ).toEqual([false, "entry", index]);
    }
});

test("1,000 random single-bit changes: all found, all located", async () => {
  const regions = (lines: readonly string[], indexes: readonly number[], per: number) => {
    let byte = 0;
    return lines.map((line, i) => {
      const from = byte;
      byte += Buffer.byteLength(line) + 1;
      const part = i === 0 ? "header" : i <= SIZES.length ? "checkpoint" : "entry";
      return {
        from,
        to: byte,
        part,
        index: part === "entry" ? indexes[Math.floor((i - 1 - SIZES.length) / per)]! : null,
      };
    });
  };
  const cases = [
    { bytes: file(whole), map: regions(whole, [...ledger.lines.keys()], 2) },
    { bytes: file(records), map: regions(records, CHOSEN, 3) },
  ];
  for (let run = 0; run < 1000; run++) {
    const { bytes, map } = cases[run % 2]!;
    const copy = Buffer.from(bytes);
    const at = Math.floor(Math.random() * bytes.length);
    const bit = Math.floor(Math.random() * 8);
    copy[at]! ^= 1 << bit;
    const region = map.find((r) => at < r.to)!;
    const { ok, finding } = await judge(copy, signer);
    const label = `byte ${at} bit ${bit} in ${region.part} ${region.index}: ${finding?.message}`;
    expect(ok, label).toBe(false);
    if (region.part === "entry") expect(finding!.index, label).toBe(region.index);
    else expect(finding!.part, label).toBe(region.part);
  }
});

/** A folder for one test, and what puts a file into it. */
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "levee-verify-"));
  const at = (name: string, text: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const key = at("key.txt", `${formatVerifierKey(signer.key)}\n`);
  const good = at("good.jsonl", file(whole));
  return { folder, at, key, good };
};

test("the command: exit codes, words, the last-seen file; it runs on the system's Node with nothing installed", () => {
  const { folder, at, key, good } = newFolder();
  const old = at("old.jsonl", file(ledger.bundle(signer, [5])));
  const bad = at(
    "bad.jsonl",
    file(edited(whole, wholeLine(17), (l) => l.replace("INV-2027-00017", "INV-2027-00388"))),
  );
  const lastSeen = join(folder, "seen.json");
  const copied = at("audit-verify.mjs", readFileSync(script));
  const run = (...args: string[]) =>
    spawnSync("node", [copied, ...args], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env.PATH },
    });
  expect(
    execFileSync(process.execPath, [copied, good, "--key", key], { encoding: "utf8" }),
  ).toMatch(/^Delta County: 24 entries \(the whole ledger\)[^]*\nHOLDS\n$/);
  expect(run(good, "--key", key, "--last-seen", lastSeen).status).toBe(0);
  // What is kept is the signed note itself, which a restore takes as well.
  const note = readFileSync(lastSeen, "utf8");
  expect(parseCheckpoint(note.slice(0, note.indexOf("\n\n") + 1))).toMatchObject({ size: 24 });
  expect(note).toContain(ledger.root(24));
  expect(run(good, "--key", key, "--last-seen", lastSeen).status).toBe(0);
  const kept = at("kept.json", JSON.stringify(seen(ledger, 24)));
  expect(run(good, "--key", key, "--last-seen", kept).status).toBe(0);
  expect(run(good, "--key", key, "--last-seen", at("words.txt", "no note\n"))).toMatchObject({
    status: 2,
    stdout: expect.stringMatching(/seen before cannot be used: it is not a signed note/),
  });
  expect(run(old, "--key", key, "--last-seen", lastSeen)).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/rolled back[^]*\nDOES NOT HOLD\n$/),
  });
  expect(run(bad, "--key", key)).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(
      /^entry 17 \(invoice INV-2027-00388, action invoice.approve\): digest does not match.*\n\(line \d+, byte \d+ of the file\)\nDOES NOT HOLD\n$/,
    ),
  });
});

test("the command always ends, with one verdict as its last line", () => {
  const { folder, at, key, good } = newFolder();
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const endless = at("endless.jsonl", "");
  truncateSync(endless, 400 * 2 ** 20);
  const run = (...args: string[]) => {
    const done = spawnSync("node", [script, ...args], { encoding: "utf8", timeout: 60_000 });
    expect(done.signal, args.join(" ")).toBeNull();
    return [done.status, done.stdout.trimEnd().split("\n").at(-1)];
  };
  const notVerified = [2, "NOT VERIFIED"];
  expect(run(good)).toEqual(notVerified);
  expect(run(good, "--key", good)).toEqual(notVerified);
  expect(run(good, "--key", join(folder, "none"))).toEqual(notVerified);
  expect(run(pipe, "--key", key)).toEqual(notVerified);
  expect(run(folder, "--key", key)).toEqual(notVerified);
  expect(run(good, "--key", key, "--last-seen", pipe)).toEqual(notVerified);
  expect(run(endless, "--key", key)).toEqual([1, "DOES NOT HOLD"]);
  expect(run(at("empty.jsonl", ""), "--key", key)).toEqual([1, "DOES NOT HOLD"]);
  expect(run(good, "--key", key, "--files", folder)).toEqual([0, "HOLDS"]);
}, 180_000);
