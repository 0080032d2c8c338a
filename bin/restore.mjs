// Restores a backup into an empty database and data folder.
// npm run restore -- FOLDER/levee-… [--checkpoint FILE]… [--audit BUNDLE]… [--administrator EMAIL]…
//   [--without-key-store]
import "./prepare.mjs";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { finishRestore } from "./finish-restore.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    checkpoint: { type: "string", multiple: true, default: [] },
    audit: { type: "string", multiple: true, default: [] },
    administrator: { type: "string", multiple: true, default: [] },
    "without-key-store": { type: "boolean", default: false },
  },
});
const stop = (line) => {
  console.error(line);
  process.exit(1);
};
const folder = positionals[0];
if (!folder || positionals.length > 1)
  stop("Say which: npm run restore -- /mnt/backups/levee-20270101T072000000Z");

const { readConfig } = await import("../src/server/config.ts");
const config = readConfig();
const data = config.LEVEE_DATA_DIR;
process.env.LEVEE_DATA_DIR = data;
// Nothing of these is made anew here: with others nothing that was sealed could be read.
if (!process.env.LEVEE_AUDIT_KEY && !existsSync(join(data, "keys/audit.key")))
  stop(
    `Bring back ${join(data, "keys")} first (or set LEVEE_AUDIT_KEY): without audit.key nothing of the backup can be verified.`,
  );
if (!process.env.LEVEE_SECRET && !existsSync(join(data, "keys/identity.key")))
  stop(
    `Bring back ${join(data, "keys/identity.key")} first (or set LEVEE_SECRET): without it two-step sign-ins and bank accounts cannot be read.`,
  );
// What was kept outside is read before anything is written: a wrong name is no reason to begin anew.
for (const file of [...values.checkpoint, ...values.audit])
  if (!existsSync(file)) stop(`${file} is not there. Name a kept checkpoint or audit bundle.`);
const ownStore = !process.env.LEVEE_KEYSTORE_URL;
if (ownStore && !values["without-key-store"] && !existsSync(join(data, "keystore/key")))
  stop(
    `Bring back ${join(data, "keystore")} from its own copy first, or say --without-key-store: bids that are sealed now cannot be opened then.`,
  );

const { auditKeys } = await import("../src/server/keys.ts");
const { verifyBackup } = await import("../src/server/backup/verify.ts");
const { belongingsOf } = await import("../src/server/operation/belonging.ts");
const { restoreBackup } = await import("../src/server/backup/restore.ts");
const { readKept } = await import("../src/server/restored/report.ts");
// Areas say what is held back after a restore.
await import("../src/areas.server.ts");
const { openPlace } = await import("../src/server/files/open-place.ts");
const source = resolve(folder);
let embedded = null;
let keyStore = null;
let code = 0;
try {
  const files = await openPlace(config);
  await files.examine();
  const { belongs } = await verifyBackup(source, auditKeys());
  const kept = await readKept(
    {
      bundles: values.audit,
      checkpoints: values.checkpoint.map((file) => readFileSync(file, "utf8")),
    },
    values.administrator,
    auditKeys(),
  );
  const { startKeyStore } = await import("../src/server/keystore-process.ts");
  keyStore = await startKeyStore(data);
  const { keyStoreCheck, secretCheck } = await belongingsOf(files);
  if (
    !values["without-key-store"] &&
    belongs.keyStoreCheck &&
    belongs.keyStoreCheck !== keyStoreCheck
  )
    throw new Error(
      "The key store is another one than the lost installation had, or it does not answer. Nothing was written.",
    );
  if (belongs.secretCheck && belongs.secretCheck !== secretCheck)
    throw new Error(
      "LEVEE_SECRET (or keys/identity.key) is another one than the lost installation had. Nothing was written.",
    );
  const { startEmbedded } = await import("../src/server/db/embedded/embedded.ts");
  if (!config.DATABASE_URL) embedded = await startEmbedded(data, console.log);
  const url = config.DATABASE_URL ?? embedded.url;
  const sees = config.LEVEE_BACKUP_URL ?? url;
  const { held, manifest } = await restoreBackup(source, {
    url,
    sees,
    files,
    keys: auditKeys(),
    say: console.log,
  });
  code = await finishRestore({
    ...{ url, sees, config, files, kept, held, beside: dirname(source), folder: source },
    ...{ madeAt: manifest.madeAt, said: `Restored the backup of ${manifest.madeAt}.` },
    rows: manifest.tables.reduce((sum, one) => sum + one.rows, 0),
    withoutKeyStore: values["without-key-store"],
  });
} catch (error) {
  console.error(error.message);
  code = 1;
}
await keyStore?.stop();
await embedded?.stop();
process.exit(code);
