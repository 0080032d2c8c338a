// A process of its own that makes a practice copy and says each table that it has filled: it is there to be
// killed. Its arguments are the address of the database and the ids of agency, person and record.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import "#areas.server.ts";
import { systemActor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { makeSandbox } from "#areas/agencies/sandbox/sandbox.service.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { lookedAtFiles } from "#server/files/looked-at.ts";
import { outgoingDoor } from "#server/outgoing/door.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";

const [url, orgId, personId, sandboxId] = process.argv.slice(2) as [string, string, string, string];
const config = readConfig({ ...process.env, DATABASE_URL: url, LEVEE_LOG: "silent" });
const database = openDatabase(url, { max: 4 });
const files = lookedAtFiles(join(config.LEVEE_DATA_DIR, "files"), database, null);
const job = {
  app: { database, config, files, outgoing: outgoingDoor(openOutgoing(), database) },
  actor: { ...systemActor(orgId), personId },
  jobId: newId(),
  payload: { sandboxId },
  progress: async () => {},
};
await makeSandbox(job, {
  after: async (table) => {
    process.stdout.write(`${table}\n`);
    await pause(5);
  },
});
process.exit(0);
