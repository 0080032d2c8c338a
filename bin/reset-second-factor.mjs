// For whoever runs the server: takes the two-step sign-in off for somebody whom no administrator
// can help. node bin/reset-second-factor.mjs EMAIL "REASON"
import "./prepare.mjs";
import { resolve } from "node:path";

const [email, reason] = process.argv.slice(2);
if (!email?.includes("@") || (reason ?? "").trim().length < 3) {
  console.error(
    'Say who and why: node bin/reset-second-factor.mjs somebody@agency.gov "Called back on the number of the personnel file"',
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
const { helpIn } = await import("../src/areas/organization/organization.server.ts");
const database = openDatabase(config.DATABASE_URL ?? embedded.url);
let code = 0;
try {
  const agencies = await helpIn(database, email, reason.trim());
  console.log(
    `The two-step sign-in of ${email} is off. Every session of theirs has ended, they are told by mail, and ${agencies === 1 ? "the audit record of their agency says" : `the audit records of ${agencies} agencies say`} so with your reason.`,
  );
} catch (error) {
  console.error(error.message);
  code = 1;
}
await database.close();
await embedded?.stop();
process.exit(code);
