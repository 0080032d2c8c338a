// Makes a backup while people work. npm run backup -- FOLDER [--key-store OTHER_FOLDER]
// Restores a backup beside and throws it away: npm run backup -- FOLDER/levee-… --rehearse
import "./prepare.mjs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { withDatabase } from "./with-database.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "key-store": { type: "string" }, rehearse: { type: "boolean", default: false } },
});
const folder = positionals[0];
if (!folder || positionals.length > 1) {
  console.error("Say where to: npm run backup -- /mnt/backups [--key-store /mnt/other]");
  process.exit(1);
}
const megabytes = (bytes) => `${Math.ceil(bytes / 1_048_576)} MB`;

await withDatabase(async (database, config) => {
  await import("../src/areas.server.ts");
  const { openOutgoing } = await import("../src/server/outgoing/outgoing.ts");
  const { makeBackup, rehearseRestore } =
    await import("../src/areas/operation/backup/making.service.ts");
  const { brokenLines } = await import("../src/areas/operation/backup/rehearse.service.ts");
  const { keepKeyStore } = await import("../src/server/backup/key-store.ts");
  const { lookedAtFiles } = await import("../src/server/files/looked-at.ts");
  const { openPlace } = await import("../src/server/files/open-place.ts");
  const files = lookedAtFiles(await openPlace(config), database, null);
  const app = { database, config, files, outgoing: openOutgoing() };
  const url = config.LEVEE_BACKUP_URL ?? database.url;
  const began = Date.now();
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  if (values.rehearse) {
    const { restored, broken } = await rehearseRestore(app, url, resolve(folder), console.log);
    if (broken.length)
      throw new Error(`Its books do not hold:\n  ${brokenLines(broken).join("\n  ")}`);
    return `Restored beside and thrown away: ${restored.rows} rows, every rule of the books holds, ${seconds()}.`;
  }
  const {
    folder: made,
    manifest,
    rows,
    bytes,
    gone,
  } = await makeBackup(app, url, resolve(folder), console.log);
  const kept = values["key-store"]
    ? await keepKeyStore(config.LEVEE_DATA_DIR, resolve(values["key-store"]))
    : null;
  if (gone.length) {
    const { goneLines } = await import("../src/areas/operation/backup/missing.service.ts");
    console.error(
      [
        "These files are named by records, and their content is gone. They are not in the backup:",
        ...goneLines(gone).map((line) => `  ${line}`),
        "Bring them back into the folder of files, or upload them anew at their records.",
      ].join("\n"),
    );
    process.exitCode = 2;
  }
  return [
    `Backup ${made}: ${rows} rows, ${manifest.files.length} files, ${megabytes(bytes)}, ${seconds()}.`,
    kept
      ? `The key store of sealed bids is in ${kept}. Keep it apart from the backup.`
      : "The key store of sealed bids is not in it. Copy it with --key-store to another place: without it bids that are sealed now cannot be opened.",
    "Kept apart as well, once: the folder keys of the data folder, or LEVEE_SECRET and LEVEE_AUDIT_KEY.",
  ].join("\n");
});
