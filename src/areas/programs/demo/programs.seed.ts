import type { Actor } from "#kernel/access.ts";
import { dateIn } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { addEndpoint } from "#server/webhooks/endpoint.service.ts";
import { carverTimeZone } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { addProgram, stepProgram } from "../account/program.service.ts";
import { addKey, revokeKey } from "../key/key.service.ts";
import {
  pastCalls,
  permitCalls,
  warehouse,
  warehouseCalls,
  type PastCall,
} from "./programs.data.ts";

const days = 86_400_000;
const dayAhead = (count: number): Day =>
  dateIn(new Date(databaseMs() + count * days).toISOString(), carverTimeZone);

const add = (
  app: App,
  owner: Actor,
  {
    name,
    purpose,
    scopes,
    endsIn,
  }: { name: string; purpose: string; scopes: string[]; endsIn: number },
) => {
  const admin = demoActor("admin");
  return app.database.transaction(admin, (tx) =>
    addProgram(tx, admin, {
      name,
      purpose,
      scopes,
      ownerId: owner.personId!,
      endsOn: dayAhead(endsIn),
    }),
  );
};

const keyFor = (
  app: App,
  owner: Actor,
  programId: string,
  { networks, most, aged }: { networks: string[]; most: number; aged: number },
) =>
  app.database.transaction(owner, async (tx) => {
    const made = await addKey(tx, owner, programId, { days: 180, networks, callsPerMinute: most });
    await tx.rows(sql`
      update program_key
      set
        created_at = created_at - make_interval(days => ${aged}::int),
        expires_at = expires_at - make_interval(days => ${aged}::int)
      where org_id = ${owner.orgId} and id = ${made.id}
    `);
    return made.id;
  });

const called = async (
  tx: Tx,
  keyId: string,
  { calls, from, total }: { calls: readonly PastCall[]; from: string; total: number },
) => {
  for (const [slot, { hoursAgo, method, path, status }] of calls.entries())
    await tx.rows(sql`
      insert into program_call (org_id, key_id, slot, at, method, path, status)
      values (
        ${tx.scope.orgId}, ${keyId}, ${slot},
        clock_timestamp() - make_interval(secs => ${Math.round(hoursAgo * 3600)}::int), ${method},
        ${path}, ${status}
      )
    `);
  const last = Math.min(...calls.map(({ hoursAgo }) => hoursAgo));
  await tx.rows(sql`
    update program_key
    set
      calls = ${total},
      last_used_at = clock_timestamp() - make_interval(secs => ${Math.round(last * 3600)}::int),
      last_used_from = ${from}
    where org_id = ${tx.scope.orgId} and id = ${keyId}
  `);
};

// The county's data warehouse changes its key: the new one is in use, the old one still good.
const seedWarehouse = async (app: App) => {
  const owner = demoActor("budget");
  const { id } = await add(app, owner, {
    name: "Finance data warehouse",
    purpose:
      "Loads budget lines, orders, invoices and payments into the county's reports every night",
    scopes: ["budget.read", "ledger.read", "purchaseOrder.read", "invoice.read", "payment.read"],
    endsIn: 330,
  });
  const place = { networks: ["203.0.113.16/28"], most: 600 };
  const old = await keyFor(app, owner, id, { ...place, aged: 92 });
  const fresh = await keyFor(app, owner, id, { ...place, aged: 1 });
  await app.database.transaction(owner, async (tx) => {
    await called(tx, old, { calls: pastCalls, from: "203.0.113.20", total: 18_412 });
    await called(tx, fresh, { calls: warehouseCalls, from: "203.0.113.20", total: 204 });
  });
};

const seedPortal = async (app: App) => {
  const owner = demoActor("buyer");
  const { id } = await add(app, owner, {
    name: "Permit portal",
    purpose: "Drafts a requisition for fences and signs when a road permit asks for them",
    scopes: ["department.read", "budget.read", "requisition.read", "requisition.create"],
    endsIn: 200,
  });
  const key = await keyFor(app, owner, id, { networks: [], most: 60, aged: 40 });
  await app.database.transaction(owner, (tx) =>
    called(tx, key, { calls: permitCalls, from: "198.51.100.41", total: 93 }),
  );
};

const seedEnded = async (app: App) => {
  const owner = demoActor("admin");
  const { id, version } = await add(app, owner, {
    name: "Old budget export",
    purpose: "Sent budget lines to the spreadsheet that the data warehouse replaced",
    scopes: ["budget.read"],
    endsIn: 30,
  });
  const key = await keyFor(app, owner, id, { networks: [], most: 60, aged: 150 });
  await app.database.transaction(owner, async (tx) => {
    await revokeKey(tx, owner, key);
    await stepProgram(tx, owner, "end", {
      id,
      reason: "The data warehouse reads the budget now.",
      version,
    });
  });
};

/** Two programs that work, one of which changes its key, one that ended; a receiver of approvals. */
export const seedPrograms = async (app: App, log: (line: string) => void): Promise<void> => {
  await seedWarehouse(app);
  await seedPortal(app);
  await seedEnded(app);
  const admin = demoActor("admin");
  await app.database.transaction(admin, (tx) =>
    addEndpoint(app, tx, admin, {
      address: warehouse,
      description: "Finance data warehouse: invoices as they are approved",
      topics: ["invoice.approve"],
    }),
  );
  log("programs: a data warehouse, a permit portal, one that ended");
};
