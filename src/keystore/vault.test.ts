import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { formatVerifierKey, signNote } from "#kernel/checkpoint.ts";
import { type Manifest, sealEnvelope } from "#kernel/sealing/envelope.ts";
import { type HpkeKeys, newHpkeKeys } from "#kernel/sealing/hpke.ts";
import { newSigner } from "#server/testing/ledger.ts";
import { scoresLockedFormat, Vault } from "./vault.ts";

const due = "2026-12-01T20:00:00.000Z";
const later = "2026-12-05T20:00:00.000Z";
const before = "2026-12-01T19:59:59.999Z";
let keys: HpkeKeys;
let file: string;
let now: string;
let vault: Vault;
const open = () => new Vault({ file, keys, clock: () => Date.parse(now) });
beforeEach(async () => {
  keys = await newHpkeKeys();
  file = join(mkdtempSync(join(tmpdir(), "levee-vault-")), "parts");
  now = "2026-11-20T12:00:00.000Z";
  vault = open();
});

const sealed = async (
  id: string,
  envelope: "bid" | "technical" | "price" = "bid",
  solicitationId = "s1",
): Promise<Manifest> =>
  (
    await sealEnvelope({
      binding: {
        envelopeId: id,
        orgId: "o",
        solicitationId,
        vendorId: "v",
        bidId: "b",
        revision: 1,
        envelope,
      },
      officers: null,
      keyStoreKey: keys.publicKey,
      content: {},
    })
  ).manifest;
const put = async (id: string, envelope?: "bid" | "technical" | "price", opensAt = due) => {
  const { binding, serverPart } = await sealed(id, envelope);
  await vault.put({ id, group: "s1", opensAt, binding, ...serverPart });
  return { binding, serverPart };
};
const kept = async (id: string) => (await vault.release("s1", [id], now))[0]!.part;

test("nothing leaves before its time, by the store's clock and by the caller's; at the instant it does", async () => {
  await put("e1");
  now = before;
  await expect(vault.release("s1", ["e1"], later)).rejects.toMatchObject({
    status: 403,
    code: "too_early",
    detail: { opensAt: due },
  });
  now = later;
  await expect(vault.release("s1", ["e1"], before)).rejects.toMatchObject({ code: "too_early" });
  now = due;
  expect(await vault.release("s1", ["e1"], due)).toMatchObject([
    { id: "e1", part: expect.stringMatching(/^[\w+/]{43}=$/) },
  ]);
});

test("several leave together or not at all; another solicitation's parts cannot be named", async () => {
  await put("e1");
  now = later;
  await expect(vault.release("s1", ["e1", "e2"], now)).rejects.toMatchObject({ code: "unknown" });
  await vault.promise("s2", due);
  await expect(vault.release("s2", ["e1"], now)).rejects.toMatchObject({ code: "unknown" });
});

test("the opening moves later, never before what was first promised; what came under a later promise keeps it", async () => {
  await put("e1");
  await expect(vault.promise("s1", before)).rejects.toMatchObject({ code: "promised" });
  expect(await vault.promise("s1", later)).toEqual({ opensAt: later, first: due });
  await put("e2", "bid", later);
  await vault.promise("s1", due);
  now = due;
  expect(await kept("e1")).toHaveLength(44);
  await expect(kept("e2")).rejects.toMatchObject({ code: "too_early", detail: { opensAt: later } });
});

test("prices stay closed until a genuine statement says that the scores are locked", async () => {
  const signer = newSigner();
  const stranger = newSigner();
  const say = (by: typeof signer, solicitationId: string) =>
    signNote(
      by.key,
      `${JSON.stringify({ format: scoresLockedFormat, solicitationId })}\n`,
      by.sign,
    );
  await put("t", "technical");
  await put("p", "price");
  now = later;
  expect(await kept("t")).toHaveLength(44);
  await expect(kept("p")).rejects.toMatchObject({ code: "scores_open" });
  await expect(vault.unlock("s1", say(signer, "s1"))).rejects.toMatchObject({ code: "no_key" });
  await vault.pin(formatVerifierKey(signer.key));
  await expect(vault.pin(formatVerifierKey(stranger.key))).rejects.toMatchObject({
    code: "other_key",
  });
  for (const statement of [
    say(stranger, "s1"),
    say(signer, "s2"),
    say(signer, "s1").replace("s1", "s2"),
    "rubbish",
  ])
    await expect(vault.unlock("s1", statement)).rejects.toMatchObject({ code: "statement" });
  await expect(kept("p")).rejects.toMatchObject({ code: "scores_open" });
  await vault.unlock("s1", say(signer, "s1"));
  expect(await kept("p")).toHaveLength(44);
  vault = open();
  expect(await kept("p")).toHaveLength(44);
});

test("an erased part is nowhere in the file, does not come back, and its id is spent", async () => {
  const { binding, serverPart } = await put("e1");
  await put("e2");
  now = later;
  const part = await kept("e1");
  expect(readFileSync(file, "utf8")).toContain(part);
  expect(await vault.erase(["e1", "unknown"])).toEqual({ erased: 1 });
  expect(readFileSync(file, "utf8")).not.toContain(part);
  await expect(kept("e1")).rejects.toMatchObject({ status: 410, code: "erased" });
  await expect(
    vault.put({ id: "e1", group: "s1", opensAt: due, binding, ...serverPart }),
  ).rejects.toMatchObject({ code: "exists" });
  vault = open();
  await expect(kept("e1")).rejects.toMatchObject({ code: "erased" });
  expect(await kept("e2")).toHaveLength(44);
  expect(await vault.eraseGroup("s1")).toEqual({ erased: 1 });
});

test("a stop between the telling and the overwriting does not leave the part", async () => {
  await put("e1");
  now = later;
  const whole = readFileSync(file);
  const part = await kept("e1");
  await vault.erase(["e1"]);
  const told = readFileSync(file);
  told.set(whole.subarray(0, whole.length), 0); // the put line as it stood before it was overwritten
  writeFileSync(file, told);
  vault = open();
  await vault.ready;
  expect(readFileSync(file, "utf8")).not.toContain(part);
});

test("what was acknowledged survives; a half-written last line goes; a damaged line stops the start", async () => {
  await put("e1");
  const size = readFileSync(file).length;
  await put("e2");
  truncateSync(file, size + 30);
  vault = open();
  now = later;
  expect(await kept("e1")).toHaveLength(44);
  await expect(kept("e2")).rejects.toMatchObject({ code: "unknown" });
  const bytes = readFileSync(file);
  bytes[70]! ^= 1;
  writeFileSync(file, bytes);
  expect(open).toThrow(/damaged/);
});

test("a part is taken once, and only sealed to this store for the envelope that it names", async () => {
  const { binding, serverPart } = await put("e1");
  const other = await sealed("e9");
  await vault.put({ id: "e1", group: "s1", opensAt: due, binding, ...serverPart });
  await expect(
    vault.put({
      id: "e9",
      group: "s1",
      opensAt: due,
      binding: { ...other.binding, envelopeId: "e8" },
      ...other.serverPart,
    }),
  ).rejects.toMatchObject({ code: "binding" });
  await expect(
    vault.put({
      id: "e9",
      group: "s1",
      opensAt: due,
      binding: { ...other.binding, vendorId: "w" },
      ...other.serverPart,
    }),
  ).rejects.toMatchObject({ code: "sealed_part" });
  await expect(
    vault.put({
      id: "e9",
      group: "s1",
      opensAt: due,
      binding: other.binding,
      ...other.serverPart,
      hash: "0".repeat(64),
    }),
  ).rejects.toMatchObject({ code: "hash" });
  const again = await sealed("e1");
  await expect(
    vault.put({ id: "e1", group: "s1", opensAt: due, binding: again.binding, ...again.serverPart }),
  ).rejects.toMatchObject({ code: "exists" });
});

test("what it lacks is told by id, and nothing of what it keeps", async () => {
  await put("e1");
  await put("e2");
  await vault.erase(["e2"]);
  expect(vault.lacking(["e1", "e2", "e3"])).toEqual({ unknown: ["e3"], erased: ["e2"] });
});
