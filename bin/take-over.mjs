// For whoever runs the server: after a backup was restored on another machine, or the installation
// was moved, says that from now on this instance's secret, files and key store belong to its
// database. node bin/take-over.mjs
import "./prepare.mjs";
import { resolve } from "node:path";

const { readConfig } = await import("../src/server/config.ts");
const config = readConfig();
process.env.LEVEE_DATA_DIR = config.LEVEE_DATA_DIR;
const { startEmbedded } = await import("../src/server/db/embedded/embedded.ts");
const embedded = config.DATABASE_URL
  ? null
  : await startEmbedded(resolve(config.LEVEE_DATA_DIR), () => {});
const { startKeyStore } = await import("../src/server/keystore-process.ts");
const keyStore = await startKeyStore(config.LEVEE_DATA_DIR);
const { migrate } = await import("../src/server/db/migrate.ts");
const { openDatabase } = await import("../src/server/db/open-database.ts");
const { takeOverDatabase } = await import("../src/server/operation/belonging.ts");
const { forgetWitness } = await import("../src/server/operation/lineage.ts");
const { openPlace } = await import("../src/server/files/open-place.ts");
const url = config.DATABASE_URL ?? embedded.url;
const names = {
  secretCheck:
    "the secret (two-step sign-ins and bank accounts stored under the old one stay unreadable)",
  filesCheck: "the folder of files (what is missing in it stays missing)",
  keyStoreCheck: "the key store (bids sealed to the old one need its backup)",
};
let code = 0;
try {
  forgetWitness(config.LEVEE_DATA_DIR);
  await migrate(url);
  const database = openDatabase(url);
  const changed = await takeOverDatabase(database, await openPlace(config));
  await database.close();
  console.log(
    changed.length === 0
      ? "This instance belonged to its database already."
      : `This instance belongs to its database now. New are: ${changed.map((part) => names[part]).join("; ")}.`,
  );
} catch (error) {
  console.error(error.message);
  code = 1;
}
await keyStore.stop();
await embedded?.stop();
process.exit(code);
