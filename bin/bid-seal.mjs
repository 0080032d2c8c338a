#!/usr/bin/env node
// Seals a bid on a computer without network. One file, no dependencies, Node 20.12 or newer; read
// it before you trust it. It shares no code with
// the product: AES-256-GCM, Shamir over GF(2^8), HPKE of RFC 9180 (P-256, HKDF-SHA256,
// AES-256-GCM), SHA-256.
//
// node bid-seal.mjs template PLAN > bid.json what is asked, to be filled in; files are named in it
// node bid-seal.mjs seal PLAN bid.json [--out FOLDER] writes the sealed package and your own
// readable copy
//
// PLAN is the file that the bid page gives ("Seal it offline"). It names the officers' keys and the
// key store's: compare the fingerprints that this
// program prints with the officers by telephone, since whoever gave you a false plan could read
// what you seal to it. Upload the package, and only
// the package, on the bid page before the deadline. Keep the copy: with the receipt it proves what
// you sealed. Exit 1: nothing was sealed.
import {
  createCipheriv,
  createHash,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
} from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const sha = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");
const b64 = (bytes) => Buffer.from(bytes).toString("base64");
const tagged = (name, ...parts) => sha(`levee/bid/${name}/1\n`, ...parts);
const fail = (message) => {
  throw new Error(message);
};

/** RFC 8785 for what stands in a bid: strings, whole numbers, booleans, null, lists, objects. */
export const canonical = (value) =>
  Array.isArray(value)
    ? `[${value.map(canonical).join(",")}]`
    : value !== null && typeof value === "object"
      ? `{${Object.keys(value)
          .sort()
          .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
          .join(",")}}`
      : JSON.stringify(value);

/**
 * SHA-256 of a raw public key in groups of four, as the bid page and the officers' pages show it.
 */
export const fingerprint = (publicKey) =>
  sha(Buffer.from(publicKey, "base64")).match(/.{4}/g).join(" ");

// ---- sealing

const times = (a, b) => {
  let product = 0;
  for (let x = a, y = b; y; y >>= 1, x = (x << 1) ^ (x & 128 ? 0x11b : 0)) if (y & 1) product ^= x;
  return product & 255;
};
/** Shares of a secret at the places 1 … count; any two give it back, one says nothing. */
const split = (secret, count) => {
  const slope = randomBytes(secret.length);
  return Array.from({ length: count }, (_, i) => ({
    x: i + 1,
    bytes: Buffer.from(secret.map((byte, at) => byte ^ times(slope[at], i + 1))),
  }));
};

const hmac = (key, ...parts) =>
  parts.reduce((mac, part) => mac.update(part), createHmac("sha256", key)).digest();
const two = (n) => Buffer.from([n >> 8, n & 255]);
const P256_SPKI = Buffer.from("3059301306072a8648ce3d020106082a8648ce3d030107034200", "hex");
const rawPublic = (key) => key.export({ format: "der", type: "spki" }).subarray(-65);
const ephemeral = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/** RFC 9180, base mode, to a raw public point. */
function hpkeSeal(sender, recipient, info, aad, plain) {
  if (recipient.length !== 65 || recipient[0] !== 4) fail("a public key of the plan is not one");
  const extract = (suite, salt, label, key) => hmac(salt, "HPKE-v1", suite, label, key);
  const expand = (suite, prk, label, context, length) =>
    hmac(prk, two(length), "HPKE-v1", suite, label, context, Buffer.from([1])).subarray(0, length);
  const enc = rawPublic(sender.publicKey);
  const publicKey = createPublicKey({
    key: Buffer.concat([P256_SPKI, recipient]),
    format: "der",
    type: "spki",
  });
  const kem = Buffer.from("KEM\0\x10", "latin1");
  const suite = Buffer.from("HPKE\0\x10\0\x01\0\x02", "latin1");
  const shared = expand(
    kem,
    extract(kem, "", "eae_prk", diffieHellman({ privateKey: sender.privateKey, publicKey })),
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
  return {
    enc: b64(enc),
    ct: b64(Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])),
  };
}

const KiB = 1024;
const MiB = 1024 * KiB;
const paddedSize = (bytes) =>
  [16 * KiB, 64 * KiB, 256 * KiB, MiB, 2 * MiB, 4 * MiB].find((size) => bytes <= size) ??
  Math.ceil(bytes / (4 * MiB)) * 4 * MiB;

/** Salt, length, header, files, zeros up to a size class. */
const pack = (content, files, ephemerals) => {
  const header = Buffer.from(
    canonical({
      content,
      files: files.map(({ name, mediaType, bytes }) => ({
        name,
        mediaType,
        size: bytes.length,
        sha256: sha(bytes),
      })),
      ephemerals,
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  const used = Buffer.concat([randomBytes(32), length, header, ...files.map((file) => file.bytes)]);
  return Buffer.concat([used, Buffer.alloc(paddedSize(used.length) - used.length)]);
};

/** The key's part of the officers, split so that any two of them have it, each share for one. */
const sealShares = (bound, officers, keys, part) =>
  split(part, officers.length).map(({ x, bytes }, i) => ({
    x,
    keyId: officers[i].keyId,
    ...hpkeSeal(
      keys[i],
      Buffer.from(officers[i].publicKey, "base64"),
      "levee/bid/share/1",
      `${sha(bound)}/${x}`,
      bytes,
    ),
    hash: tagged("share", Buffer.from([x]), bytes),
  }));

const encrypt = (key, bound, plain) => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: 16 });
  cipher.setAAD(Buffer.from(bound));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

const isOfficerSet = (officers) =>
  officers.length >= 2 &&
  officers.length <= 5 &&
  officers.every((officer, i) => officer.x === i + 1);

const bindingOf = (where, officers) => {
  const set = officers && {
    threshold: 2,
    officers: officers.map(({ x, keyId, publicKey }) => ({ x, keyId, publicKey })),
  };
  return { ...where, format: "levee-bid/1", officers: set && sha(canonical(set)) };
};

/**
 * Seals one envelope of a plan: { manifest, ciphertext, plain }. `officers` null: the key store
 * alone holds the key.
 */
export function sealEnvelope(where, officers, keyStoreKey, content, files) {
  if (officers && !isOfficerSet(officers)) fail("the plan does not name two to five officers");
  const binding = bindingOf(where, officers);
  const bound = canonical(binding);
  const key = randomBytes(32);
  const serverPart = officers ? randomBytes(32) : key;
  const keys = (officers ?? []).map(ephemeral);
  const ephemerals = keys.map(({ publicKey, privateKey }, i) => ({
    x: i + 1,
    enc: b64(rawPublic(publicKey)),
    key: b64(privateKey.export({ format: "der", type: "pkcs8" })),
  }));
  const plain = pack(content, files, ephemerals);
  const ciphertext = encrypt(key, bound, plain);
  const officersPart = Buffer.from(key.map((byte, i) => byte ^ serverPart[i]));
  const storeKey = Buffer.from(keyStoreKey, "base64");
  const manifest = {
    binding,
    size: ciphertext.length,
    ciphertextSha256: sha(ciphertext),
    commitment: tagged("commitment", plain),
    shares: officers ? sealShares(bound, officers, keys, officersPart) : [],
    serverPart: {
      ...hpkeSeal(ephemeral(), storeKey, "levee/bid/server-part/1", bound, serverPart),
      hash: tagged("server-part", serverPart),
    },
  };
  return { manifest, ciphertext, plain };
}

// ---- the bid

/** What is asked, as a file to fill in. What begins with "//" explains and is not sealed. */
export const template = ({ desk }) => ({
  "//": `${desk.number}, ${desk.title}. Prices are per unit, as text: "12.50". Leave "unitPrice" empty and set "noBid" to true where you do not bid. Name files beside this one. "lots" of a discount and "lot" of a limit are lot numbers; amounts in dollars as text.`,
  statement: "",
  addendaAcknowledged: [],
  "// addenda": desk.addenda.map(
    (each) =>
      `${each.addendumNo}: ${each.title}${each.material ? " (material: acknowledge it by its number)" : ""}`,
  ),
  answers: desk.requirements.map((need) => ({
    requirementId: need.id,
    "//": `${need.label}${need.guidance ? ` – ${need.guidance}` : ""}; ${need.kind}${need.mandatory ? ", required" : ""}`,
    ...(need.kind === "document" ? { file: "" } : { value: "" }),
  })),
  lines: desk.items.map((item) => ({
    itemId: item.id,
    "//": `${item.itemNo}: ${item.description}, ${item.quantity} ${item.unit}`,
    unitPrice: "",
    noBid: false,
    leadDays: null,
    ...(item.alternates ? { alternate: "", alternatePrice: "" } : {}),
  })),
  discounts: [],
  "// discounts": [{ lots: [1], from: "10000.00", percent: "2" }],
  capacities: [],
  "// capacities": [{ lot: 1, most: "50000.00" }],
  validDays: 90,
  note: "",
  files: [],
  "// files": [{ file: "drawing.pdf", envelope: "technical" }],
});

const price = /^\d{1,12}(\.\d{1,4})?$/;
const typed = (value) =>
  String(value ?? "")
    .replaceAll(",", "")
    .trim();
const cents = (text, what) =>
  /^\d{1,12}(\.\d{1,2})?$/.test(typed(text))
    ? Math.round(Number(typed(text)) * 100)
    : fail(`${what}: give an amount such as "10000.00"`);
const mediaTypes = {
  ".pdf": "application/pdf",
  ".txt": "text/plain",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".zip": "application/zip",
  ".csv": "text/csv",
  ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

const linesOf = (desk, bid) =>
  desk.items.flatMap((item) => {
    const line = (bid.lines ?? []).find((each) => each.itemId === item.id) ?? {};
    const unitPrice = typed(line.unitPrice);
    const named = `Item ${item.itemNo}`;
    if (line.noBid ? unitPrice : !unitPrice && !item.optional)
      fail(
        `${named}: ${line.noBid ? "a price and noBid contradict each other" : "enter a unit price, or set noBid"}`,
      );
    if (unitPrice && !price.test(unitPrice))
      fail(`${named}: a price is a number with at most four decimals`);
    if (
      line.leadDays != null &&
      !(Number.isInteger(line.leadDays) && line.leadDays >= 0 && line.leadDays <= 3650)
    )
      fail(`${named}: leadDays is a whole number of days`);
    const own = {
      itemId: item.id,
      noBid: !unitPrice,
      unitPrice: unitPrice || null,
      quantity: null,
      alternate: "",
      leadDays: line.leadDays ?? null,
    };
    const alternate = String(line.alternate ?? "").trim();
    if (alternate && (!item.alternates || !price.test(typed(line.alternatePrice))))
      fail(`${named}: ${item.alternates ? "give the alternate a price" : "no alternate is taken"}`);
    return alternate
      ? [own, { ...own, noBid: false, unitPrice: typed(line.alternatePrice), alternate }]
      : [own];
  });

const lotOf = (desk, lotNo) =>
  desk.lots.find((lot) => lot.lotNo === lotNo)?.id ?? fail(`there is no lot ${lotNo}`);

const filesOf = (desk, bid, read) => {
  const envelopeOf = (requirementId) =>
    desk.requirements.find((need) => need.id === requirementId)?.envelope ?? "technical";
  const ofAnswers = (bid.answers ?? [])
    .filter((each) => each.file)
    .map(({ file, requirementId }) => ({
      file,
      requirementId,
      envelope: envelopeOf(requirementId),
    }));
  const others = (bid.files ?? []).map((each) => ({
    requirementId: null,
    envelope: "technical",
    ...each,
  }));
  return [...ofAnswers, ...others].map(({ file, requirementId, envelope }) => ({
    requirementId,
    envelope,
    name: basename(file).slice(0, 255),
    mediaType: mediaTypes[extname(file).toLowerCase()] ?? "application/octet-stream",
    bytes: read(file),
  }));
};

/** Throws the first mandatory answer, file or acknowledgement that is missing. */
const mustBeWhole = (desk, files, answers, acknowledged) => {
  for (const need of desk.requirements.filter((each) => each.mandatory)) {
    const [given, asking] = need.kind === "document" ? [files, "Enclose"] : [answers, "Answer"];
    if (!given.some((each) => each.requirementId === need.id)) fail(`${asking}: ${need.label}`);
  }
  for (const { addendumNo } of desk.addenda.filter((each) => each.material))
    if (!acknowledged.includes(addendumNo)) fail(`Acknowledge addendum ${addendumNo}`);
};

const discountsOf = (desk, bid) => {
  const discounts = (bid.discounts ?? []).map((each, i) => ({
    lotIds: (each.lots ?? []).map((lot) => lotOf(desk, lot)),
    fromCents: cents(each.from, `Discount ${i + 1}`),
    percent: /^\d{1,2}(\.\d{1,2})?$/.test(typed(each.percent))
      ? typed(each.percent)
      : fail(`Discount ${i + 1}: a percentage below 100`),
  }));
  if (desk.lots.length && discounts.some((each) => each.lotIds.length === 0))
    fail("A discount names its lots");
  return discounts;
};

const capacitiesOf = (desk, bid) =>
  (bid.capacities ?? []).map((each, i) => ({
    lotId: each.lot == null ? null : lotOf(desk, each.lot),
    mostCents: cents(each.most, `Limit ${i + 1}`) || fail(`Limit ${i + 1}: above zero`),
  }));

const listed = (files, envelope) =>
  files
    .filter((each) => each.envelope === envelope)
    .map(({ requirementId, name, mediaType, bytes }) => ({
      requirementId,
      name,
      mediaType,
      size: bytes.length,
      sha256: sha(bytes),
    }));

/**
 * The two parts of a bid and its files by envelope; throws what is missing or wrong. `read` gives
 * the bytes of a file by its name.
 */
export function contentOf({ desk }, bid, read) {
  const files = filesOf(desk, bid, read);
  const answers = (bid.answers ?? [])
    .filter((each) => typed(each.value))
    .map((each) => ({ requirementId: each.requirementId, value: String(each.value).trim() }));
  const acknowledged = bid.addendaAcknowledged ?? [];
  mustBeWhole(desk, files, answers, acknowledged);
  const discounts = discountsOf(desk, bid);
  const capacities = capacitiesOf(desk, bid);
  return {
    technical: {
      answers,
      statement: String(bid.statement ?? ""),
      addendaAcknowledged: acknowledged,
      files: listed(files, "technical"),
    },
    price: {
      lines: linesOf(desk, bid),
      discounts,
      capacities,
      files: listed(files, "price"),
      validDays: bid.validDays ?? 90,
      note: String(bid.note ?? ""),
    },
    files,
  };
}

/** Seals every envelope of the plan. Gives the package to upload and the readable copies. */
export function sealBid(file, bid, read) {
  if (file.format !== "levee-sealing-plan/1") fail("this is no sealing plan");
  const { plan } = file;
  const content = contentOf(file, bid, read);
  const sealed = plan.envelopes.map(({ id, envelope }) => {
    const part = {
      ...(envelope !== "price" && { technical: content.technical }),
      ...(envelope !== "technical" && { price: content.price }),
    };
    const one = sealEnvelope(
      {
        envelopeId: id,
        orgId: plan.orgId,
        solicitationId: plan.solicitationId,
        vendorId: plan.vendorId,
        bidId: plan.bidId,
        revision: plan.revision,
        envelope,
      },
      plan.officers,
      plan.keyStoreKey,
      part,
      content.files.filter((each) => envelope === "bid" || each.envelope === envelope),
    );
    if (one.ciphertext.length > plan.mostBytes)
      fail(`the ${envelope} envelope is larger than ${Math.round(plan.mostBytes / MiB)} MB`);
    return { envelope, ...one };
  });
  return {
    copies: sealed.map(({ envelope, plain }) => ({ envelope, plain })),
    sealed: {
      format: "levee-sealed-bid/1",
      solicitationId: plan.solicitationId,
      bidId: plan.bidId,
      addendaAcknowledged: content.technical.addendaAcknowledged,
      envelopes: sealed.map(({ envelope, manifest, ciphertext }) => ({
        envelope,
        manifest,
        ciphertext: b64(ciphertext),
      })),
    },
  };
}

function main([command, planFile, bidFile, ...rest]) {
  const out = rest[0] === "--out" ? rest[1] : ".";
  if (
    (command !== "template" && command !== "seal") ||
    !planFile ||
    (command === "seal" && (!bidFile || !out))
  ) {
    console.error(
      "usage: node bid-seal.mjs template PLAN > bid.json\n       node bid-seal.mjs seal PLAN bid.json [--out FOLDER]",
    );
    return 1;
  }
  const file = JSON.parse(readFileSync(planFile, "utf8"));
  if (command === "template") return console.log(JSON.stringify(template(file), null, 2)) ?? 0;
  const { sealed, copies } = sealBid(file, JSON.parse(readFileSync(bidFile, "utf8")), (name) =>
    readFileSync(resolve(dirname(bidFile), name)),
  );
  const name = `bid-${file.desk.number}-${file.plan.revision}`;
  writeFileSync(join(out, `${name}.sealed.json`), JSON.stringify(sealed));
  for (const { envelope, plain } of copies)
    writeFileSync(join(out, `${name}-${envelope}.plain`), plain, { mode: 0o600 });
  console.log(
    `SEALED revision ${file.plan.revision} of your bid on ${file.desk.number}, ${file.desk.title} (due ${file.desk.dueAt})`,
  );
  for (const officer of file.plan.officers ?? [])
    console.log(`to ${officer.name}: ${fingerprint(officer.publicKey)}`);
  console.log(
    `to the key store: ${fingerprint(file.plan.keyStoreKey)}\nUpload ${name}.sealed.json before the deadline. Keep the .plain copy to yourself.`,
  );
  return 0;
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) {
  try {
    process.exitCode = main(process.argv.slice(2));
  } catch (error) {
    console.error(`NOT SEALED\n${error.message}`);
    process.exitCode = 1;
  }
}
