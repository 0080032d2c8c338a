#!/usr/bin/env node
// Checks the receipt of a bid or of a withdrawal, and after the opening the opening's transcript,
// offline. One file, no dependencies, Node 20.12 or newer; read it before
// you trust it. It shares no code with the product: Ed25519 over a C2SP signed note, SHA-256,
// AES-256-GCM, Shamir over GF(2^8), HPKE of RFC 9180.
//
//   node receipt-verify.mjs RECEIPT --key KEYFILE [--ciphertext FILE …] [--plaintext FILE …]
// node receipt-verify.mjs --transcript FILE --ciphertexts FOLDER [--receipt RECEIPT --key KEYFILE]
// [--write FOLDER]
//
// KEYFILE is your own copy of the agency's public key. --ciphertext and --plaintext must be files
// that the receipt names. The transcript form
// repeats the opening: ciphertext → key → plaintext of every envelope, and says whose share was
// wrong. The last line of the output is always one verdict: HOLDS (exit 0), DOES NOT HOLD (exit 1),
// or NOT VERIFIED (exit 2) where a file cannot be read or the command is not complete.
import {
  createDecipheriv,
  createCipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  verify as verifySignature,
} from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const sha = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");
const b64 = (text) => Buffer.from(text, "base64");
const tagged = (name, ...parts) => sha(`levee/bid/${name}/1\n`, ...parts);

/**
 * RFC 8785 for what stands in manifests: strings, whole numbers, booleans, null, lists, objects.
 */
export const canonical = (value) =>
  Array.isArray(value)
    ? `[${value.map(canonical).join(",")}]`
    : value !== null && typeof value === "object"
      ? `{${Object.keys(value)
          .sort()
          .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
          .join(",")}}`
      : JSON.stringify(value);

// ---- the receipt
// ----------------------------------------------------------------------------------------------------------------

/** The key file of an audit ledger: `<name>+<id>+<base64>`. Throws when it is none. */
export function readKey(text) {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim());
  const bytes = match && b64(match[3]);
  if (!bytes || bytes.length !== 33 || bytes[0] !== 1)
    throw new Error("the key file does not hold an Ed25519 public key of an audit ledger");
  const id = createHash("sha256").update(`${match[1]}\n`).update(bytes).digest().subarray(0, 4);
  if (id.toString("hex") !== match[2])
    throw new Error("the key file is damaged: its id does not belong to its key");
  const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), bytes.subarray(1)]);
  return { name: match[1], id, key: createPublicKey({ key: spki, format: "der", type: "spki" }) };
}

/** The receipt behind its signature. Throws why it is not genuine. */
export function readReceipt(note, keyText) {
  const key = readKey(keyText);
  const end = note.indexOf("\n\n— ");
  const match = end < 0 ? null : /^— (\S+) ([A-Za-z0-9+/]+=*)\n$/.exec(note.slice(end + 2));
  if (!match) throw new Error("the receipt is not a signed note");
  const text = note.slice(0, end + 1);
  const signature = b64(match[2]);
  if (match[1] !== key.name || !signature.subarray(0, 4).equals(key.id))
    throw new Error("the receipt was signed by another key");
  if (
    signature.length !== 68 ||
    signature.toString("base64") !== match[2] ||
    !verifySignature(null, Buffer.from(text), key.key, signature.subarray(4))
  )
    throw new Error("the receipt's signature does not hold");
  const receipt = JSON.parse(text);
  if (receipt.format !== "levee-bid-receipt/1" && receipt.format !== "levee-withdrawal-receipt/1")
    throw new Error("the receipt is of another kind");
  return receipt;
}

const nameOf = (envelope) => `${envelope.envelope} envelope`;

/**
 * What a file is according to the receipt: [sentence] or throws when the receipt does not name it.
 */
export function checkFile(receipt, bytes, kind) {
  const found = receipt.envelopes?.find((e) =>
    kind === "ciphertext"
      ? e.ciphertextSha256 === sha(bytes) && e.size === bytes.length
      : e.commitment === tagged("commitment", bytes),
  );
  if (!found)
    throw new Error(
      kind === "ciphertext"
        ? "the receipt names no such ciphertext"
        : "the receipt's commitment is not to this plaintext",
    );
  return `${kind} of the ${nameOf(found)}`;
}

// ---- the opening
// ----------------------------------------------------------------------------------------------------------------

const EXP = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let i = 0, v = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = v;
  LOG[v] = i;
  v = (v ^ (v << 1) ^ (v & 128 ? 0x11b : 0)) & 255;
}
const mul = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);
const div = (a, b) => (a ? EXP[LOG[a] + 255 - LOG[b]] : 0);
const at = ([p, q], x) =>
  Buffer.from(
    p.bytes.map(
      (byte, i) => mul(byte, div(q.x ^ x, q.x ^ p.x)) ^ mul(q.bytes[i], div(p.x ^ x, p.x ^ q.x)),
    ),
  );
const shareHash = (x, bytes) => tagged("share", Buffer.from([x]), bytes);

const hmac = (key, ...parts) =>
  parts.reduce((mac, part) => mac.update(part), createHmac("sha256", key)).digest();
const two = (n) => Buffer.from([n >> 8, n & 255]);
const P256_SPKI = Buffer.from("3059301306072a8648ce3d020106082a8648ce3d030107034200", "hex");

/**
 * Seals once more with a known ephemeral key (RFC 9180, base mode, P-256, HKDF-SHA256,
 * AES-256-GCM).
 */
function hpkeSeal(ephemeralPkcs8, enc, recipient, info, aad, plain) {
  const extract = (suite, salt, label, key) => hmac(salt, "HPKE-v1", suite, label, key);
  const expand = (suite, prk, label, context, length) =>
    hmac(prk, two(length), "HPKE-v1", suite, label, context, Buffer.from([1])).subarray(0, length);
  const privateKey = createPrivateKey({ key: ephemeralPkcs8, format: "der", type: "pkcs8" });
  const publicKey = createPublicKey({
    key: Buffer.concat([P256_SPKI, recipient]),
    format: "der",
    type: "spki",
  });
  if (
    !createPublicKey(privateKey).export({ format: "der", type: "spki" }).subarray(-65).equals(enc)
  )
    return null;
  const kem = Buffer.from("KEM\0\x10", "latin1");
  const suite = Buffer.from("HPKE\0\x10\0\x01\0\x02", "latin1");
  const shared = expand(
    kem,
    extract(kem, "", "eae_prk", diffieHellman({ privateKey, publicKey })),
    "shared_secret",
    Buffer.concat([enc, recipient]),
    32,
  );
  const context = Buffer.concat([
    Buffer.from([0]),
    extract(suite, "", "psk_id_hash", ""),
    extract(suite, "", "info_hash", info),
  ]);
  const prk = extract(suite, shared, "secret", "");
  const cipher = createCipheriv(
    "aes-256-gcm",
    expand(suite, prk, "key", context, 32),
    expand(suite, prk, "base_nonce", context, 12),
  );
  cipher.setAAD(Buffer.from(aad));
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(manifest, ciphertext, key) {
  const cipher = createDecipheriv("aes-256-gcm", key, ciphertext.subarray(0, 12), {
    authTagLength: 16,
  });
  cipher.setAAD(Buffer.from(canonical(manifest.binding)));
  cipher.setAuthTag(ciphertext.subarray(-16));
  try {
    return Buffer.concat([cipher.update(ciphertext.subarray(12, -16)), cipher.final()]);
  } catch {
    throw new Error("the ciphertext does not open with the key that its parts give");
  }
}

const headerOf = (plain) =>
  JSON.parse(plain.subarray(36, 36 + plain.readUInt32BE(32)).toString("utf8"));

/**
 * Opens one envelope of a transcript again. Gives { plain, good } or throws the first thing that
 * does not hold.
 */
export function reopen(envelope, ciphertext) {
  const { manifest } = envelope;
  const { binding } = manifest;
  if (sha(ciphertext) !== manifest.ciphertextSha256)
    throw new Error("the ciphertext is not the one that was received");
  if (envelope.serverPart === null) throw new Error("the key store gave no part");
  const serverPart = b64(envelope.serverPart);
  if (tagged("server-part", serverPart) !== manifest.serverPart.hash)
    throw new Error("the key store's part is not the one that the vendor sealed");
  const good = envelope.shares
    .filter((s) => s.bytes !== null)
    .map((s) => ({ x: s.x, bytes: [...b64(s.bytes)] }))
    .filter(
      (s, i, all) =>
        all.findIndex((o) => o.x === s.x) === i &&
        manifest.shares.some(
          (sealed) => sealed.x === s.x && sealed.hash === shareHash(s.x, Buffer.from(s.bytes)),
        ),
    );
  if (binding.officers !== null) {
    const set = {
      threshold: 2,
      officers: [...envelope.officers]
        .sort((a, b) => a.x - b.x)
        .map(({ x, keyId, publicKey }) => ({ x, keyId, publicKey })),
    };
    if (sha(canonical(set)) !== binding.officers)
      throw new Error("the officers named are not the ones that the envelope was sealed to");
    if (good.length < 2) throw new Error("two officers' shares are needed");
  }
  const key =
    binding.officers === null ? serverPart : at(good, 0).map((byte, i) => byte ^ serverPart[i]);
  const plain = decrypt(manifest, ciphertext, key);
  if (tagged("commitment", plain) !== manifest.commitment)
    throw new Error("what is inside is not what the vendor committed to");
  return { plain, good };
}

/** Whose doing a wrong or missing share is: { x, by, fault, why } for each. */
export function wrongShares(envelope, { plain, good }) {
  const { manifest } = envelope;
  const wrong = envelope.shares.filter(
    (s) =>
      s.bytes === null ||
      !manifest.shares.some(
        (sealed) => sealed.x === s.x && sealed.hash === shareHash(s.x, b64(s.bytes)),
      ),
  );
  return wrong.map(({ x, by }) => {
    const expected = at(good, x);
    const sealed = manifest.shares.find((s) => s.x === x);
    const officer = envelope.officers.find((o) => o.x === x);
    if (sealed?.hash !== shareHash(x, expected))
      return {
        x,
        by,
        fault: "vendor",
        why: "the committed share does not lie on the line of the others",
      };
    const ephemeral = headerOf(plain).ephemerals.find((e) => e.x === x);
    const again =
      ephemeral &&
      officer &&
      hpkeSeal(
        b64(ephemeral.key),
        b64(ephemeral.enc),
        b64(officer.publicKey),
        "levee/bid/share/1",
        `${sha(canonical(manifest.binding))}/${x}`,
        expected,
      );
    return again && again.toString("base64") === sealed.ct && ephemeral.enc === sealed.enc
      ? { x, by, fault: "officer", why: "the right share was sealed to this officer's key" }
      : {
          x,
          by,
          fault: "vendor",
          why: "what was sealed to this officer's key is not the committed share",
        };
  });
}

/** What stands in a file that somebody named; a pipe or a device would be waited for without end. */
class Unreadable extends Error {}
function bytesOf(file) {
  try {
    if (!statSync(file).isFile()) throw new Error(`${file} is not a file`);
    return readFileSync(file);
  } catch (error) {
    throw new Unreadable(error.message);
  }
}
const textOf = (file) => bytesOf(file).toString("utf8");

// Names of files come from the transcript: only what cannot lead out of the folder is one.
const isHash = (name) => /^[0-9a-f]{64}$/.test(name);
const isId = (name) => /^[\w-]{1,64}$/.test(name);

/** Opens one envelope of the transcript again and says what was found in sentences. */
function repeatEnvelope(envelope, folder, receipt, writeTo) {
  const { binding, ciphertextSha256 } = envelope.manifest;
  const file = join(folder, ciphertextSha256);
  if (!isHash(ciphertextSha256) || !existsSync(file))
    throw new Error(`no file ${ciphertextSha256} in the folder`);
  if (!isId(binding.envelopeId)) throw new Error("its envelope has no id");
  const opened = reopen(envelope, bytesOf(file));
  const named = receipt?.envelopes?.find((e) => e.id === binding.envelopeId);
  if (
    named &&
    (named.ciphertextSha256 !== ciphertextSha256 ||
      named.commitment !== envelope.manifest.commitment)
  )
    throw new Error("the receipt names another ciphertext or commitment");
  console.log(`holds           ${titleOf(envelope)}${named ? " (as the receipt says)" : ""}`);
  for (const wrong of wrongShares(envelope, opened))
    console.log(
      `                the share of ${wrong.by} was wrong, by the ${wrong.fault}: ${wrong.why}`,
    );
  if (writeTo) writeFileSync(join(writeTo, `${binding.envelopeId}.plain`), opened.plain);
}

const titleOf = ({ vendor, manifest: { binding } }) =>
  `${vendor}, ${binding.envelope} envelope of revision ${binding.revision}`;

function repeatOpening(transcript, folder, receipt, writeTo) {
  if (transcript.format !== "levee-opening/1") throw new Error("the transcript is of another kind");
  let failed = 0;
  for (const envelope of transcript.envelopes)
    try {
      repeatEnvelope(envelope, folder, receipt, writeTo);
    } catch (error) {
      if (error instanceof Unreadable) throw error;
      const recorded = envelope.failure !== null;
      if (!recorded) failed++;
      console.log(
        `${recorded ? "failed, as recorded" : "DOES NOT HOLD  "} ${titleOf(envelope)}: ${error.message}`,
      );
    }
  return failed === 0;
}

/** What a genuine receipt states, in sentences. */
function sentences(receipt) {
  const { agency, bid, vendor, solicitation } = receipt;
  const entry = `entry ${receipt.audit.index} of the agency's audit ledger (${receipt.audit.entryId})`;
  if (receipt.format === "levee-bid-receipt/1")
    return [
      `${agency.name} received revision ${bid.revision} of the bid of ${vendor.name} on ${solicitation.number} at ${receipt.receivedAt} (deadline ${solicitation.deadline})`,
      entry,
    ];
  const what = bid.round === null ? "the bid" : `the final offer (round ${bid.round})`;
  return [
    `${agency.name} recorded that ${vendor.name} withdrew revision ${bid.revision} of ${what} on ${solicitation.number} at ${receipt.withdrawnAt} (received ${receipt.receivedAt}, deadline ${solicitation.deadline})`,
    ...receipt.ciphertexts.map((hash) => `withdrawn: the ciphertext ${hash}`),
    entry,
  ];
}

function main(args) {
  const all = (name) => {
    const values = [];
    for (let i; (i = args.indexOf(name)) >= 0;) values.push(args.splice(i, 2)[1]);
    return values;
  };
  const [keyFile] = all("--key");
  const ciphertexts = all("--ciphertext");
  const plaintexts = all("--plaintext");
  const [transcript] = all("--transcript");
  const [folder] = all("--ciphertexts");
  const [receiptFile = args[0]] = all("--receipt");
  const [writeTo] = all("--write");
  if ((!receiptFile && !transcript) || (receiptFile && !keyFile) || (transcript && !folder))
    throw new Unreadable(
      "usage: node receipt-verify.mjs RECEIPT --key KEYFILE [--ciphertext FILE] [--plaintext FILE]\n       node receipt-verify.mjs --transcript FILE --ciphertexts FOLDER [--receipt RECEIPT --key KEYFILE] [--write FOLDER]",
    );
  const receipt = receiptFile ? readReceipt(textOf(receiptFile), textOf(keyFile)) : null;
  if (receipt) {
    console.log(sentences(receipt).join("\n"));
    for (const [kind, files] of [
      ["ciphertext", ciphertexts],
      ["plaintext", plaintexts],
    ])
      for (const file of files)
        console.log(`${file}: the ${checkFile(receipt, bytesOf(file), kind)}`);
  }
  return !transcript || repeatOpening(JSON.parse(textOf(transcript)), folder, receipt, writeTo)
    ? "HOLDS"
    : "DOES NOT HOLD";
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) {
  let verdict;
  try {
    verdict = main(process.argv.slice(2));
  } catch (error) {
    verdict = error instanceof Unreadable ? "NOT VERIFIED" : "DOES NOT HOLD";
    console.log(error.message);
  }
  console.log(verdict);
  process.exitCode = ["HOLDS", "DOES NOT HOLD", "NOT VERIFIED"].indexOf(verdict);
}
