// Tries this version on a copy of the data before it is started: npm run rehearse-upgrade -- FOLDER
// FOLDER has room for a backup; it is made there, restored beside, brought to this version with everything
// that it takes away, proved by the rules of the books, and thrown away. The running version goes on.
import "./prepare.mjs";
import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { withDatabase } from "./with-database.mjs";

const folder = process.argv[2];
if (!folder || process.argv.length > 3) {
  console.error("Say where there is room for a copy: npm run rehearse-upgrade -- /mnt/scratch");
  process.exit(1);
}

await withDatabase(async (database, config) => {
  await import("../src/areas.server.ts");
  const { takeBackup } = await import("../src/server/backup/take.ts");
  const { openPlace } = await import("../src/server/files/open-place.ts");
  const { auditKeys } = await import("../src/server/keys.ts");
  const { openOutgoing } = await import("../src/server/outgoing/outgoing.ts");
  const { brokenLines, rehearse } =
    await import("../src/areas/operation/backup/rehearse.service.ts");
  const url = config.LEVEE_BACKUP_URL ?? database.url;
  const began = Date.now();
  const to = await mkdtemp(join(resolve(folder), "levee-upgrade-"));
  try {
    const files = await openPlace(config);
    const taken = await takeBackup({ url, files, to, keys: auditKeys() });
    console.log(`${taken.rows} rows are copied`);
    const app = { config, outgoing: openOutgoing() };
    const { broken } = await rehearse(app, url, taken.folder, console.log);
    if (broken.length)
      throw new Error(
        `This version does not hold on a copy of the data. Do not start it:\n  ${brokenLines(broken).join("\n  ")}`,
      );
    return `This version holds on a copy of the data: ${taken.rows} rows, every rule of the books, ${((Date.now() - began) / 1000).toFixed(1)} s. The copy is thrown away.`;
  } finally {
    await rm(to, { recursive: true, force: true });
  }
});
