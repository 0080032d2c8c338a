// For whoever runs the server: lets every way in count for 24 hours in an agency that enforces its
// own provider and cannot reach it. node bin/lift-sign-in.mjs AGENCY "REASON"
import "./prepare.mjs";
import { withDatabase } from "./with-database.mjs";

const [slug, reason] = process.argv.slice(2);
if (!slug || (reason ?? "").trim().length < 3) {
  console.error(
    'Say which agency and why: npm run lift-sign-in -- riverbend-county "Their provider is down, called back"',
  );
  process.exit(2);
}
await withDatabase(async (database, { origin }) => {
  const { liftSignIn } = await import("../src/areas/sign-on/sign-on.server.ts");
  const { agency, liftedUntil } = await liftSignIn(database, origin, slug, reason.trim());
  return `Until ${liftedUntil} ${agency} may be entered in every way. Its administrators are told by mail, and its audit record says so with your reason.`;
});
