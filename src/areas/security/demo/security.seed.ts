import type { App } from "#server/app.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoPersonOf, tellPastEvents } from "#areas/identity/identity.server.ts";
import { lookFor } from "../alert/settle.service.ts";

const attacked = ["ap", "treasurer", "buyer", "budget", "manager"];
const from = "203.0.113.77";

/** Whose last sign-in was so many days ago: the first account is dormant, the second one is not yet. */
const away = { "parks.head": 120, "utilities.head": 60 };

const lastSignIns = () =>
  Object.entries(away).map(([name, days]) => ({
    type: "signed_in",
    severity: "low" as const,
    orgId: carverCountyId,
    personId: demoPersonOf(`${name}@demo.levee.test`),
    address: "198.51.100.20",
    at: new Date(databaseMs() - days * 86_400_000).toISOString(),
  }));

/** Last night's attack: one address against five accounts, most of it against the treasurer's. */
export const seedSecurity = async (app: App, log: (line: string) => void): Promise<void> => {
  const db = identityDb(app.database);
  const start = databaseMs() - 7 * 3_600_000;
  const tries = Array.from({ length: 22 }, (_, n) => attacked[n % 3 === 0 ? n % 5 : 1]!);
  const fresh = await tellPastEvents(db, [
    ...tries.map((name, n) => ({
      type: "sign_in_failed",
      severity: "medium" as const,
      personId: demoPersonOf(`${name}@demo.levee.test`),
      address: from,
      data: { email: `${name}@demo.levee.test` },
      at: new Date(start + n * 97_000).toISOString(),
    })),
    ...lastSignIns(),
  ]);
  if (!fresh) return;
  await lookFor(app, { orgId: carverCountyId, personId: null });
  log(`security: last night's attack, ${tries.length} wrong passwords`);
};
