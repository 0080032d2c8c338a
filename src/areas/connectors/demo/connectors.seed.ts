import { systemActor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { connectorInput } from "../connector/connector.model.ts";
import { connectorNoun } from "../connector/connector.noun.ts";
import { addConnector } from "../connector/connector.service.ts";

/** Two that nobody has tried yet: a federal list by the week, and a list of the county's own. */
const seedDrafts = (app: App): Promise<void> => {
  const admin = demoActor("admin");
  return app.database.transaction(admin, async (tx) => {
    await addConnector(
      app,
      tx,
      admin,
      connectorInput.parse({
        name: "Federal exclusions",
        kind: "sam-exclusions",
        importer: "exclusion-list",
        address: "https://files.carver-county.example/SAM_Exclusions_Public_Extract.csv",
        every: "week",
        weekDay: 1,
        runAt: "04:10",
        dailyCalls: 10,
      }),
    );
    await addConnector(
      app,
      tx,
      admin,
      connectorInput.parse({
        name: "Vendors for the data warehouse",
        kind: "list",
        importer: "list-out",
        address: "https://warehouse.carver-county.example/inbox/vendors.csv",
        settings: { list: "/api/v1/vendors", query: "status=active", method: "PUT" },
        runAt: "05:00",
      }),
    );
  });
};

/**
 * The county tries a source of commodity codes: it was read yesterday and wrote nothing, and waits to
 * be activated.
 */
export const seedConnectors = async (app: App, log: (line: string) => void): Promise<void> => {
  const admin = demoActor("admin");
  const { id } = await app.database.transaction(admin, (tx) =>
    addConnector(
      app,
      tx,
      admin,
      connectorInput.parse({
        name: "Commodity codes of the cooperative",
        kind: "file",
        importer: "commodities",
        address: "https://codes.river-cooperative.example/nigp.csv",
        runAt: "02:30",
      }),
    ),
  );
  await app.database.transaction(systemActor(carverCountyId), async (tx) => {
    await tx.rows(sql`
      update connector
      set
        columns = ${["Code", "Description", "Scheme"]}::text[],
        mapping = ${JSON.stringify({ code: "Code", name: "Description", scheme: "Scheme" })}::jsonb
      where org_id = ${carverCountyId} and id = ${id}
    `);
    await tx.rows(sql`
      insert into connector_run (
        org_id, id, connector_id, dry, outcome, read, created, updated, skipped, rejected, began_at,
        ended_at
      )
      values (
        ${carverCountyId}, ${newId()}, ${id}, true, 'checked', 412, 398, 0, 9, 5,
        clock_timestamp() - interval '22 hours',
        clock_timestamp() - interval '22 hours' + interval '3 seconds'
      )
    `);
    await transition(tx, systemActor(carverCountyId), connectorNoun, { id, action: "test" });
  });
  await seedDrafts(app);
  log("connectors: a source of commodity codes that was tried, and two drafts");
};
