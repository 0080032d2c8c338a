import fc from "fast-check";
import { expect, test } from "vitest";
import { base64, type Bytes, hex, randomBytes, unbase64, utf8, xor } from "./bytes.ts";
import {
  bindingDigest,
  decryptEnvelope,
  envelopeKey,
  type Manifest,
  officerSetDigest,
  openEnvelope,
  openServerPart,
  openShare,
  sealEnvelope,
  sealShare,
  shareHash,
} from "./envelope.ts";
import { envelopeOverhead, paddedSize } from "./enclosed.ts";
import { type HpkeKeys, newHpkeKeys } from "./hpke.ts";
import { newOfficerKey, rewrapOfficerKey, unlockOfficerKey } from "./officer-key.ts";
import { type OpenedEnvelope, reopen, wrongShares } from "./transcript.ts";

const content = { lines: [{ itemId: "gravel", unitPrice: "12.3456" }], note: "Für Straße 7" };
const file = {
  name: "plan.pdf",
  mediaType: "application/pdf",
  bytes: new Uint8Array(70_000).fill(7),
};
const where = {
  envelopeId: "e1",
  orgId: "o1",
  solicitationId: "s1",
  vendorId: "v1",
  bidId: "b1",
  revision: 1,
  envelope: "bid" as const,
};

const setUp = async (count = 4) => {
  const store = await newHpkeKeys();
  const keys: HpkeKeys[] = await Promise.all(Array.from({ length: count }, () => newHpkeKeys()));
  const officers = keys.map((key, i) => ({
    x: i + 1,
    keyId: `k${i + 1}`,
    publicKey: base64(key.publicKey),
  }));
  const sealed = await sealEnvelope({
    binding: where,
    officers,
    keyStoreKey: store.publicKey,
    content,
    files: [file],
  });
  const bound = await bindingDigest(sealed.manifest.binding);
  const share = (i: number) => openShare(bound, sealed.manifest.shares[i]!, keys[i]!);
  return {
    store,
    keys,
    officers,
    ...sealed,
    bound,
    share,
    serverPart: await openServerPart(sealed.manifest.binding, sealed.manifest.serverPart, store),
  };
};

test("any two officers and the key store open an envelope to the byte", async () => {
  const s = await setUp(5);
  for (const [a, b] of [
    [0, 1],
    [4, 2],
    [3, 0],
  ] as const) {
    const opened = await openEnvelope(s.manifest, s.ciphertext, s.serverPart, [
      await s.share(a),
      await s.share(b),
    ]);
    expect(opened.content).toEqual(content);
    expect(
      opened.files.map((f) => [f.name, f.mediaType, hex(f.bytes) === hex(file.bytes)]),
    ).toEqual([["plan.pdf", "application/pdf", true]]);
  }
  expect(s.manifest.binding.officers).toBe(await officerSetDigest([...s.officers].reverse()));
});

test("the key store's part with one officer, or two officers without it, opens nothing", async () => {
  const s = await setUp();
  const [one, other] = [await s.share(0), await s.share(1)];
  await expect(openEnvelope(s.manifest, s.ciphertext, s.serverPart, [one])).rejects.toMatchObject({
    code: "share",
  });
  await expect(
    openEnvelope(s.manifest, s.ciphertext, randomBytes(32), [one, other]),
  ).rejects.toMatchObject({ code: "server_part" });
  // Whoever skips the checks and tries what they have as the key gets nothing either.
  for (const key of [
    s.serverPart,
    one.bytes,
    xor(one.bytes, s.serverPart),
    xor(one.bytes, other.bytes),
  ])
    await expect(decryptEnvelope(s.manifest, s.ciphertext, key)).rejects.toMatchObject({
      code: "decrypt",
    });
});

test("nothing can be moved: another agency, solicitation, vendor, bid, revision, envelope or officer set does not open", async () => {
  const s = await setUp(2);
  const shares = [await s.share(0), await s.share(1)];
  const key = await envelopeKey(s.manifest, s.serverPart, shares);
  const changes: Partial<Manifest["binding"]>[] = [
    { orgId: "o2" },
    { solicitationId: "s2" },
    { vendorId: "v2" },
    { bidId: "b2" },
    { revision: 2 },
    { envelope: "price" },
    { envelopeId: "e2" },
    { officers: "0".repeat(64) },
  ];
  for (const change of changes) {
    const binding = { ...s.manifest.binding, ...change };
    await expect(
      decryptEnvelope({ ...s.manifest, binding }, s.ciphertext, key),
    ).rejects.toMatchObject({ code: "decrypt" });
    await expect(
      openShare(await bindingDigest(binding), s.manifest.shares[0]!, s.keys[0]!),
    ).rejects.toThrow();
    await expect(openServerPart(binding, s.manifest.serverPart, s.store)).rejects.toThrow();
  }
  await expect(
    openShare(s.bound, { ...s.manifest.shares[0]!, x: 2 }, s.keys[0]!),
  ).rejects.toThrow();
});

test("a changed byte anywhere in the ciphertext is found", async () => {
  const s = await setUp(2);
  const key = await envelopeKey(s.manifest, s.serverPart, [await s.share(0), await s.share(1)]);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(s.ciphertext.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (at, flip) => {
        const damaged: Bytes = s.ciphertext.slice();
        damaged[at]! ^= flip;
        await expect(decryptEnvelope(s.manifest, damaged, key)).rejects.toMatchObject({
          code: "ciphertext",
        });
      },
    ),
    { numRuns: 30 },
  );
});

test("sizes fall into few classes, whatever is inside; two seals of one bid have nothing in common", async () => {
  const store = await newHpkeKeys();
  const sizeOf = async (price: string) =>
    (
      await sealEnvelope({
        binding: where,
        officers: null,
        keyStoreKey: store.publicKey,
        content: { price },
      })
    ).manifest;
  const [small, large] = [await sizeOf("1"), await sizeOf("9".repeat(9000))];
  expect([small.size, large.size]).toEqual([
    16 * 1024 + envelopeOverhead,
    16 * 1024 + envelopeOverhead,
  ]);
  expect(small.commitment).not.toBe((await sizeOf("1")).commitment);
  fc.assert(
    fc.property(fc.nat(60_000_000), (size) => {
      const padded = paddedSize(size);
      expect(padded).toBeGreaterThanOrEqual(size);
      expect(paddedSize(padded)).toBe(padded);
    }),
  );
  expect(
    new Set(Array.from({ length: 10_000 }, (_, i) => paddedSize(i * 1000))).size,
  ).toBeLessThanOrEqual(8);
});

test("without officers the key store's part is the key", async () => {
  const store = await newHpkeKeys();
  const { manifest, ciphertext } = await sealEnvelope({
    binding: where,
    officers: null,
    keyStoreKey: store.publicKey,
    content,
  });
  expect(manifest.shares).toEqual([]);
  expect(
    (
      await openEnvelope(
        manifest,
        ciphertext,
        await openServerPart(manifest.binding, manifest.serverPart, store),
        [],
      )
    ).content,
  ).toEqual(content);
});

test("an officer's key opens with its passphrase alone, and can be given another", async () => {
  const made = await newOfficerKey("correct horse battery");
  const changed = await rewrapOfficerKey(made, "correct horse battery", "a new passphrase");
  expect(made.wrapped).toMatch(/^levee-officer-key\/1 pbkdf2-sha256 600000 /);
  await expect(unlockOfficerKey(made, "wrong")).rejects.toThrow("Failed to decrypt data");
  await expect(unlockOfficerKey(changed, "correct horse battery")).rejects.toThrow(
    "Failed to decrypt data",
  );
  await expect(
    unlockOfficerKey(
      { ...made, wrapped: made.wrapped.replace("600000", "100") },
      "correct horse battery",
    ),
  ).rejects.toThrow("does not know");
  const store = await newHpkeKeys();
  const officers = [made, await newOfficerKey("other")].map((key, i) => ({
    x: i + 1,
    keyId: `k${i}`,
    publicKey: key.publicKey,
  }));
  const { manifest } = await sealEnvelope({
    binding: where,
    officers,
    keyStoreKey: store.publicKey,
    content,
  });
  const share = await openShare(
    await bindingDigest(manifest.binding),
    manifest.shares[0]!,
    await unlockOfficerKey(changed, "a new passphrase"),
  );
  expect(await shareHash(share)).toBe(manifest.shares[0]!.hash);
});

test("a share that an officer hands over opens with the successor's key and keeps its hash", async () => {
  const s = await setUp(2);
  const successor = await newHpkeKeys();
  const rewrapped = await sealShare(s.bound, await s.share(0), {
    x: 1,
    keyId: "next",
    publicKey: base64(successor.publicKey),
  });
  expect(rewrapped.hash).toBe(s.manifest.shares[0]!.hash);
  const opened = await openEnvelope(s.manifest, s.ciphertext, s.serverPart, [
    await openShare(s.bound, rewrapped, successor),
    await s.share(1),
  ]);
  expect(opened.content).toEqual(content);
});

const given = (share: { x: number; bytes: Bytes }, by: string) => ({
  x: share.x,
  bytes: base64(share.bytes),
  by,
  at: "2026-11-20T15:00:00Z",
});

test("a wrong share is put down to the officer who gave it; one that was sealed wrongly to the vendor", async () => {
  const s = await setUp(3);
  const shares = await Promise.all([0, 1, 2].map(s.share));
  const wrong = { x: 1, bytes: shares[0]!.bytes.map((byte, i) => (i === 5 ? byte ^ 1 : byte)) };
  const envelope: OpenedEnvelope = {
    manifest: s.manifest,
    officers: s.officers,
    receivedAt: "",
    vendor: "V",
    serverPart: base64(s.serverPart),
    failure: null,
    shares: [given(wrong, "Ann"), given(shares[1]!, "Bo"), given(shares[2]!, "Cy")],
  };
  expect(hex(await reopen(envelope, s.ciphertext))).toBe(hex(s.plain));
  expect(await wrongShares(envelope, s.ciphertext)).toMatchObject([
    { x: 1, by: "Ann", fault: "officer" },
  ]);
  expect(
    await wrongShares({ ...envelope, shares: envelope.shares.slice(0, 2) }, s.ciphertext),
  ).toMatchObject([{ x: 1, fault: "unknown" }]);
  // A vendor who seals rubbish to one officer: that officer says so, and the enclosed ephemeral key
  // shows that it is true.
  const junk = await sealShare(s.bound, { x: 1, bytes: randomBytes(32) }, s.officers[0]!);
  const shares1 = s.manifest.shares.map((sealed, i) =>
    i === 0 ? { ...sealed, enc: junk.enc, ct: junk.ct } : sealed,
  );
  const spoiled: OpenedEnvelope = {
    ...envelope,
    manifest: { ...s.manifest, shares: shares1 },
    shares: [{ x: 1, bytes: null, by: "Ann", at: "" }, ...envelope.shares.slice(1)],
  };
  expect(await wrongShares(spoiled, s.ciphertext)).toMatchObject([
    { x: 1, by: "Ann", fault: "vendor" },
  ]);
  expect(await wrongShares({ ...spoiled, manifest: s.manifest }, s.ciphertext)).toMatchObject([
    { x: 1, by: "Ann", fault: "officer" },
  ]);
});

test("what is inside must be what an envelope holds", async () => {
  const s = await setUp(2);
  const key = await envelopeKey(s.manifest, s.serverPart, [await s.share(0), await s.share(1)]);
  await expect(
    decryptEnvelope({ ...s.manifest, commitment: "0".repeat(64) }, s.ciphertext, key),
  ).rejects.toMatchObject({ code: "commitment" });
  const { unpackEnvelope } = await import("./enclosed.ts");
  for (const rubbish of [utf8("x".repeat(40)), randomBytes(16 * 1024), s.plain.slice(0, -1)])
    await expect(unpackEnvelope(rubbish)).rejects.toMatchObject({ code: "content" });
  expect(unbase64(base64(s.plain.slice(0, 33)))).toHaveLength(33);
});
