// For whoever runs the server: lets every way in count for 24 hours in an agency that enforces its
// own provider and cannot reach it. node bin/lift-sign-in.mjs AGENCY "REASON"
import "./prepare.mjs";
import { resolve } from "node:path";

const [slug, reason] = process.argv.slice(2);
if (!slug || (reason ?? "").trim().length < 3) {
  console.error(
    'Say which agency and why: npm run lift-sign-in -- riverbend-county "Their provider is down, called back"',
  );
  process.exit(2);
}
const { readConfig } = await import("../src/server/config.ts");
const config = readConfig();
process.env.LEVEE_DATA_DIR = config.LEVEE_DATA_DIR;
const { startEmbedded } = await import("../src/server/db/embedded/embedded.ts");
const embedded = config.DATABASE_URL
  ? null
  : await startEmbedded(resolve(config.LEVEE_DATA_DIR), () => {});
const { openDatabase } = await import("../src/server/db/open-database.ts");
const { liftSignIn } = await import("../src/areas/sign-on/sign-on.server.ts");
const database = openDatabase(config.DATABASE_URL ?? embedded.url);
let code = 0;
try {
  const { agency, liftedUntil } = await liftSignIn(database, config.origin, slug, reason.trim());
  console.log(
    `Until ${liftedUntil} ${agency} may be entered in every way. Its administrators are told by mail, and its audit record says so with your reason.`,
  );
} catch (error) {
  console.error(error.message);
  code = 1;
}
await database.close();
await embedded?.stop();
process.exit(code);
