import type { App } from "#server/app.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { getRow } from "#server/db/rows.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { addDomain } from "../domain/domain.service.ts";
import { mappingInput } from "../mapping/mapping.model.ts";
import { addMapping } from "../mapping/mapping.service.ts";
import { providerInput } from "../provider/provider.model.ts";
import { addProvider } from "../provider/provider.service.ts";
import { markTested } from "../provider/tested.service.ts";
import { signInProvider } from "../sign-on.tables.ts";

/**
 * The agency tries its own sign-in: a provider that was tested and not activated, so that the
 * preflight names everybody; groups that give something, one of which waits for a second
 * administrator; a mail domain that nobody has proved yet.
 */
export const seedSignOn = async (app: App, log: (line: string) => void): Promise<void> => {
  const admin = demoActor("admin", new Date(databaseMs()).toISOString());
  const { id } = await addProvider(
    app,
    admin,
    providerInput.parse({
      kind: "oidc",
      name: "Carver County sign-in",
      issuer: "https://login.carver.levee.test",
      clientId: "levee",
      clientSecret: "kept by the provider of the demo",
    }),
  );
  await app.database.transaction(admin, async (tx) => {
    await addDomain(tx, admin, "demo.levee.test");
    for (const rule of [
      { claim: "groups", value: "receiving-dock", duties: ["receiver"] },
      { claim: "groups", value: "finance-payables", duties: ["ap"] },
    ])
      await addMapping(tx, admin, id, mappingInput.parse(rule));
    await markTested(tx, await getRow(tx, signInProvider, id, "sign-in provider"), admin.personId!);
  });
  log("single sign-on: a provider in test, its groups, a mail domain to prove");
};
