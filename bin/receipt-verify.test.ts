import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { base64, randomBytes } from "#kernel/sealing/bytes.ts";
import {
  bindingDigest,
  openServerPart,
  openShare,
  sealEnvelope,
  sealShare,
} from "#kernel/sealing/envelope.ts";
import { newHpkeKeys } from "#kernel/sealing/hpke.ts";
import {
  readReceipt,
  receiptEnvelope,
  receiptFormat,
  signReceipt,
  withdrawalFormat,
  type Receipt,
  type Withdrawal,
} from "#kernel/sealing/receipt.ts";
import { transcriptFormat, type Transcript } from "#kernel/sealing/transcript.ts";
import { newSigner } from "#server/testing/ledger.ts";

const script = new URL("./receipt-verify.mjs", import.meta.url).pathname;
const run = (...args: string[]) => {
  const done = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
  return { status: done.status, text: done.stdout + done.stderr };
};

const signer = newSigner();
const folder = mkdtempSync(join(tmpdir(), "levee-receipt-"));
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const keyFile = file("key", formatVerifierKey(signer.key));
const otherKey = file("other", formatVerifierKey(newSigner().key));

const make = async () => {
  const store = await newHpkeKeys();
  const keys = await Promise.all([0, 1, 2].map(() => newHpkeKeys()));
  const officers = keys.map((key, i) => ({
    x: i + 1,
    keyId: `k${i}`,
    publicKey: base64(key.publicKey),
  }));
  const where = {
    envelopeId: "e1",
    orgId: "o",
    solicitationId: "s",
    vendorId: "v",
    bidId: "b",
    revision: 2,
    envelope: "bid" as const,
  };
  const sealed = await sealEnvelope({
    binding: where,
    officers,
    keyStoreKey: store.publicKey,
    content: { total: "1234.56" },
  });
  const receipt: Receipt = {
    format: receiptFormat,
    agency: { id: "o", name: "Riverbend" },
    solicitation: {
      id: "s",
      number: "ITB-2027-00001",
      title: "Gravel",
      deadline: "2026-12-01T20:00:00Z",
    },
    vendor: { id: "v", name: "Börek & Söhne" },
    bid: { id: "b", revision: 2 },
    receivedAt: "2026-11-20T15:00:00.123456Z",
    envelopes: [receiptEnvelope(sealed.manifest)],
    audit: { entryId: "a1", index: 17 },
  };
  const shares = await Promise.all(
    keys.map(async (key, i) => {
      const share = await openShare(
        await bindingDigest(sealed.manifest.binding),
        sealed.manifest.shares[i]!,
        key,
      );
      return {
        x: share.x,
        bytes: base64(share.bytes),
        by: `Officer ${share.x}`,
        at: "2026-12-01T20:01:00Z",
      };
    }),
  );
  const serverPart = base64(
    await openServerPart(sealed.manifest.binding, sealed.manifest.serverPart, store),
  );
  const transcript: Transcript = {
    format: transcriptFormat,
    agency: "Riverbend",
    solicitation: {
      id: "s",
      number: "ITB-2027-00001",
      title: "Gravel",
      opensAt: "2026-12-01T20:00:00Z",
    },
    stage: "bid",
    envelopes: [
      {
        manifest: sealed.manifest,
        officers,
        receivedAt: receipt.receivedAt,
        vendor: "Börek & Söhne",
        serverPart,
        shares,
        failure: null,
      },
    ],
  };
  return {
    ...sealed,
    officers,
    receipt,
    note: signReceipt(receipt, signer.key, signer.sign),
    transcript,
  };
};

test("a receipt is checked offline, with the ciphertext and plaintext that it names", async () => {
  const made = await make();
  expect(await readReceipt(made.note, signer.key)).toEqual({ receipt: made.receipt });
  const receipt = file("receipt", made.note);
  const ciphertext = file("ciphertext", made.ciphertext);
  const plaintext = file("plaintext", made.plain);
  const good = run(receipt, "--key", keyFile, "--ciphertext", ciphertext, "--plaintext", plaintext);
  expect(good).toMatchObject({
    status: 0,
    text: expect.stringContaining("Riverbend received revision 2 of the bid of Börek & Söhne"),
  });
  expect(run(receipt, "--key", otherKey)).toMatchObject({
    status: 1,
    text: expect.stringContaining("another key"),
  });
  expect(
    run(file("altered", made.note.replace("15:00:00.123456", "14:00:00.123456")), "--key", keyFile),
  ).toMatchObject({ status: 1, text: expect.stringContaining("does not hold") });
  expect(
    run(
      receipt,
      "--key",
      keyFile,
      "--ciphertext",
      file(
        "flipped",
        made.ciphertext.map((byte, i) => (i === 99 ? byte ^ 1 : byte)),
      ),
    ),
  ).toMatchObject({ status: 1, text: expect.stringContaining("names no such ciphertext") });
  expect(
    run(
      receipt,
      "--key",
      keyFile,
      "--plaintext",
      file(
        "changed",
        made.plain.map((byte, i) => (i === 60 ? byte ^ 1 : byte)),
      ),
    ),
  ).toMatchObject({ status: 1, text: expect.stringContaining("not to this plaintext") });
});

test("the receipt of a withdrawal is checked offline, of a bid and of a final offer", async () => {
  const {
    receipt: { envelopes, receivedAt, format: _, ...same },
  } = await make();
  const withdrawal: Withdrawal = {
    ...same,
    format: withdrawalFormat,
    receivedAt,
    withdrawnAt: "2026-11-21T15:00:00.5Z",
    ciphertexts: [envelopes[0]!.ciphertextSha256],
    bid: { ...same.bid, round: null },
  };
  const note = signReceipt(withdrawal, signer.key, signer.sign);
  const said = run(file("withdrawal", note), "--key", keyFile);
  expect(said).toMatchObject({
    status: 0,
    text: expect.stringContaining(
      "Riverbend recorded that Börek & Söhne withdrew revision 2 of the bid on ITB-2027-00001 at 2026-11-21T15:00:00.5Z",
    ),
  });
  expect(said.text).toContain(envelopes[0]!.ciphertextSha256);
  expect(
    run(
      file(
        "final",
        signReceipt(
          { ...withdrawal, bid: { ...withdrawal.bid, round: 3 } },
          signer.key,
          signer.sign,
        ),
      ),
      "--key",
      keyFile,
    ),
  ).toMatchObject({ status: 0, text: expect.stringContaining("of the final offer (round 3)") });
  expect(
    run(file("moved", note.replace("2026-11-21T15", "2026-11-20T15")), "--key", keyFile),
  ).toMatchObject({ status: 1, text: expect.stringContaining("does not hold") });
  expect(
    run(file("withdrawal", note), "--key", keyFile, "--ciphertext", file("any", "x")),
  ).toMatchObject({ status: 1, text: expect.stringContaining("names no such ciphertext") });
});

test("the opening is repeated offline from the transcript, and a wrong share is put down to somebody", async () => {
  const made = await make();
  const receipt = file("receipt2", made.note);
  file(made.manifest.ciphertextSha256, made.ciphertext);
  const check = (transcript: Transcript, ...more: string[]) =>
    run(
      "--transcript",
      file("transcript.json", JSON.stringify(transcript)),
      "--ciphertexts",
      folder,
      ...more,
    );
  const [envelope] = made.transcript.envelopes as [Transcript["envelopes"][number]];
  const change = (over: object): Transcript => ({
    ...made.transcript,
    envelopes: [{ ...envelope, ...over }],
  });
  expect(
    check(made.transcript, "--receipt", receipt, "--key", keyFile, "--write", folder),
  ).toMatchObject({ status: 0, text: expect.stringContaining("as the receipt says") });
  expect(readFileSync(join(folder, "e1.plain")).includes("1234.56")).toBe(true);
  const lying = [
    { ...envelope.shares[0]!, bytes: base64(randomBytes(32)) },
    ...envelope.shares.slice(1),
  ];
  expect(check(change({ shares: lying }))).toMatchObject({
    status: 0,
    text: expect.stringContaining("the share of Officer 1 was wrong, by the officer"),
  });
  const junk = await sealShare(
    await bindingDigest(made.manifest.binding),
    { x: 1, bytes: randomBytes(32) },
    made.officers[0]!,
  );
  const manifest = {
    ...made.manifest,
    shares: made.manifest.shares.map((s, i) => (i ? s : { ...s, enc: junk.enc, ct: junk.ct })),
  };
  expect(
    check(
      change({
        manifest,
        shares: [{ ...envelope.shares[0]!, bytes: null }, ...envelope.shares.slice(1)],
      }),
    ),
  ).toMatchObject({ status: 0, text: expect.stringContaining("was wrong, by the vendor") });
  expect(check(change({ shares: envelope.shares.slice(0, 1) }))).toMatchObject({
    status: 1,
    text: expect.stringContaining("two officers' shares are needed"),
  });
  expect(check(change({ serverPart: base64(randomBytes(32)) }))).toMatchObject({
    status: 1,
    text: expect.stringContaining("key store's part is not the one"),
  });
  expect(check(change({ officers: envelope.officers.slice(1) }))).toMatchObject({
    status: 1,
    text: expect.stringContaining("officers named are not the ones"),
  });
  expect(check(change({ serverPart: null, failure: "withheld" }))).toMatchObject({
    status: 0,
    text: expect.stringContaining("failed, as recorded"),
  });
});

test("one verdict stands on the last line, and nothing that a file says leads out of the folder", async () => {
  const made = await make();
  const receipt = file("receipt3", made.note);
  const last = (...args: string[]) => {
    const { status, text } = run(...args);
    return [status, text.trimEnd().split("\n").at(-1)];
  };
  const holding = [receipt, "--key", keyFile];
  expect(last(...holding)).toEqual([0, "HOLDS"]);
  expect(last(...holding, "--ciphertext", file("other", "x"))).toEqual([1, "DOES NOT HOLD"]);
  expect(last(...holding, "--ciphertext", join(folder, "none"))).toEqual([2, "NOT VERIFIED"]);
  expect(last(folder, "--key", keyFile)).toEqual([2, "NOT VERIFIED"]);
  expect(last(receipt)).toEqual([2, "NOT VERIFIED"]);
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  expect(last(pipe, "--key", keyFile)).toEqual([2, "NOT VERIFIED"]);

  const [envelope] = made.transcript.envelopes;
  const leading = { ...made.transcript, envelopes: [structuredClone(envelope!)] };
  leading.envelopes[0]!.manifest.ciphertextSha256 = `../${basename(folder)}/key`;
  const opening = ["--transcript", file("leading.json", JSON.stringify(leading))];
  const refused = run(...opening, "--ciphertexts", folder);
  expect(refused.text).toContain("no file ../");
  expect(refused.text.trimEnd().split("\n").at(-1)).toBe("DOES NOT HOLD");
});

test("it runs alone, without the product's packages", () => {
  expect(
    execFileSync(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `import(${JSON.stringify(script)}).then((m) => console.log(typeof m.reopen))`,
      ],
      { cwd: folder, encoding: "utf8" },
    ),
  ).toBe("function\n");
  expect(readFileSync(script, "utf8").match(/^import .*from "(?!node:)/gm)).toBeNull();
});
