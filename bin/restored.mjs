// After the database was brought back to a minute by its own archive, before an instance is started:
// npm run restored -- --to 2027-01-20T14:32:00Z [--checkpoint FILE]… [--audit BUNDLE]…
//   [--administrator EMAIL]… [--without-key-store]
import "./prepare.mjs";
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { finishRestore } from "./finish-restore.mjs";

const { values } = parseArgs({
  options: {
    to: { type: "string" },
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
const { to = "" } = values;
if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(to) || Number.isNaN(Date.parse(to)))
  stop("Say to which minute, in UTC: npm run restored -- --to 2027-01-20T14:32:00Z");
for (const file of [...values.checkpoint, ...values.audit])
  if (!existsSync(file)) stop(`${file} is not there. Name a kept checkpoint or audit bundle.`);

const { readConfig } = await import("../src/server/config.ts");
const config = readConfig();
process.env.LEVEE_DATA_DIR = config.LEVEE_DATA_DIR;
if (!config.DATABASE_URL)
  stop(
    "The database that Levee brings along has no archive, so nothing was brought back by it. For a backup: npm run restore.",
  );
const madeAt = new Date(to).toISOString();
let keyStore = null;
let code = 0;
try {
  // Areas say what is held back after a restore.
  await import("../src/areas.server.ts");
  const { auditKeys } = await import("../src/server/keys.ts");
  const { openPlace } = await import("../src/server/files/open-place.ts");
  const { readKept } = await import("../src/server/restored/report.ts");
  const { holdBack, requireMoment } = await import("../src/server/backup/restore.ts");
  const { startKeyStore } = await import("../src/server/keystore-process.ts");
  const files = await openPlace(config);
  await files.examine();
  const kept = await readKept(
    {
      bundles: values.audit,
      checkpoints: values.checkpoint.map((file) => readFileSync(file, "utf8")),
    },
    values.administrator,
    auditKeys(),
  );
  const { migrate } = await import("../src/server/db/migrate.ts");
  const url = config.LEVEE_BACKUP_URL ?? config.DATABASE_URL;
  await requireMoment(url, madeAt);
  await migrate(config.DATABASE_URL, console.log);
  keyStore = await startKeyStore(config.LEVEE_DATA_DIR);
  const held = await holdBack(url, madeAt);
  code = await finishRestore({
    ...{ url: config.DATABASE_URL, sees: url, config, files, kept, held, madeAt },
    ...{ beside: config.LEVEE_BACKUP_DIR ?? null, folder: "the database's archive", rows: 0 },
    said: `The database stands as of ${madeAt}.`,
    withoutKeyStore: values["without-key-store"],
  });
} catch (error) {
  console.error(error.message);
  code = 1;
}
await keyStore?.stop();
process.exit(code);
