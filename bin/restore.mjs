// Restores a backup into an empty database and data folder.
// npm run restore -- FOLDER/levee-… [--checkpoint FILE]… [--audit BUNDLE]… [--administrator EMAIL]…
//   [--without-key-store]
import "./prepare.mjs";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";

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
const { belongingsOf, refuseStranger, takeOverDatabase } =
  await import("../src/server/operation/belonging.ts");
const { restoreBackup } = await import("../src/server/backup/restore.ts");
const { closeAfterRestore, readKept } = await import("../src/server/restored/report.ts");
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
  const { held, manifest } = await restoreBackup(source, {
    url,
    files,
    keys: auditKeys(),
    say: console.log,
  });
  const { migrate } = await import("../src/server/db/migrate.ts");
  await migrate(url, console.log);
  const { holdClocks } = await import("../src/server/restored/holds.ts");
  const waiting = await holdClocks(url, manifest.madeAt);
  const { openDatabase } = await import("../src/server/db/open-database.ts");
  const { lookedAtFiles } = await import("../src/server/files/looked-at.ts");
  const { openOutgoing } = await import("../src/server/outgoing/outgoing.ts");
  const { brokenLines, checkAllBooks } =
    await import("../src/areas/operation/backup/rehearse.service.ts");
  const { keepBackupRun } = await import("../src/areas/operation/backup/backup.service.ts");
  const database = openDatabase(url);
  if (values["without-key-store"]) await takeOverDatabase(database, files);
  else await refuseStranger(database, files);
  const app = {
    database,
    config,
    files: lookedAtFiles(files, database, null),
    outgoing: openOutgoing(),
  };
  const found = await closeAfterRestore(app, manifest.madeAt, kept);
  // The list of those that were deleted lies beside the backups: none of them is opened by an older one.
  const { takeOverDeleted } = await import("../src/areas/agencies/deletion/deleted-list.ts");
  const { shutReturned } = await import("../src/areas/agencies/deletion/delete.service.ts");
  await takeOverDeleted(app, dirname(source));
  const returned = await shutReturned(app);
  const { foundLines, strayLines } =
    await import("../src/areas/operation/restored/report-lines.service.ts");
  const broken = await checkAllBooks(app, console.log);
  const lines = [
    `Restored the backup of ${manifest.madeAt}.`,
    `Held back, since it may have gone out: ${held.letters} letters, ${held.webhooks} webhooks. To begin anew: ${held.jobs} jobs. ${held.others.map(([name, n]) => `${n} ${name}`).join(", ")} ended: everybody signs in again.`,
    `Everything that acts by the clock waits: ${waiting} of its clocks would do something now. Release or drop it by kind on the page Monitoring.`,
    ...(returned
      ? [
          `Deleted after this backup, closed now and deleted again by the clock: ${returned} of its agencies.`,
        ]
      : []),
    ...foundLines(found),
    ...(await strayLines(database, kept)),
    ...(broken.length
      ? ["These rules of the books do not hold:", ...brokenLines(broken).map((line) => `  ${line}`)]
      : ["Every rule of the books holds: balances, audit record, files."]),
  ];
  await keepBackupRun(database, {
    kind: "restore",
    beganAt: new Date().toISOString(),
    good: broken.length === 0,
    madeAt: manifest.madeAt,
    folder: source,
    rows: manifest.tables.reduce((sum, one) => sum + one.rows, 0),
    bytes: 0,
    said: lines.join("\n").slice(0, 4000),
  });
  await database.close();
  console.log(lines.join("\n"));
  if (broken.length) code = 2;
} catch (error) {
  console.error(error.message);
  code = 1;
}
await keyStore?.stop();
await embedded?.stop();
process.exit(code);
