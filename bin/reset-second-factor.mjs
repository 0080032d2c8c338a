// For whoever runs the server: takes the two-step sign-in off for somebody whom no administrator
// can help. node bin/reset-second-factor.mjs EMAIL "REASON"
import "./prepare.mjs";
import { withDatabase } from "./with-database.mjs";

const [email, reason] = process.argv.slice(2);
if (!email?.includes("@") || (reason ?? "").trim().length < 3) {
  console.error(
    'Say who and why: node bin/reset-second-factor.mjs somebody@agency.gov "Called back on the number of the personnel file"',
  );
  process.exit(2);
}
await withDatabase(async (database) => {
  const { helpIn } = await import("../src/areas/organization/organization.server.ts");
  const agencies = await helpIn(database, email, reason.trim());
  return `The two-step sign-in of ${email} is off. Every session of theirs has ended, they are told by mail, and ${agencies === 1 ? "the audit record of their agency says" : `the audit records of ${agencies} agencies say`} so with your reason.`;
});
