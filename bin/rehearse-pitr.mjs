// Goes back to a minute beside the running database, proves it, and throws it away.
// npm run rehearse-pitr -- --to 2027-01-20T14:32:00Z [--stanza levee] [--beside /mnt/scratch]
//   [--checkpoint FILE]…
import "./prepare.mjs";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { withDatabase } from "./with-database.mjs";

const { values } = parseArgs({
  options: {
    to: { type: "string" },
    stanza: { type: "string", default: "levee" },
    beside: { type: "string", default: tmpdir() },
    checkpoint: { type: "string", multiple: true, default: [] },
  },
});
const stop = (line) => {
  console.error(line);
  process.exit(1);
};
const { to = "" } = values;
if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(to) || Number.isNaN(Date.parse(to)))
  stop("Say which minute, in UTC: npm run rehearse-pitr -- --to 2027-01-20T14:32:00Z");
if (!existsSync(values.beside))
  stop(`${values.beside} is not there. Name a folder with room in --beside.`);
for (const file of values.checkpoint)
  if (!existsSync(file)) stop(`${file} is not there. Name a kept checkpoint.`);

await withDatabase(async (database, config) => {
  if (!config.DATABASE_URL)
    throw new Error(
      "The database that Levee brings along has no archive. Go back by npm run restore, or run a PostgreSQL of your own with DATABASE_URL.",
    );
  await import("../src/areas.server.ts");
  const { openOutgoing } = await import("../src/server/outgoing/outgoing.ts");
  const { rehearseMoment } = await import("../src/areas/operation/backup/point-in-time.service.ts");
  const { brokenLines } = await import("../src/areas/operation/backup/rehearse.service.ts");
  const { openPlace } = await import("../src/server/files/open-place.ts");
  const { lookedAtFiles } = await import("../src/server/files/looked-at.ts");
  const place = await openPlace(config);
  const files = lookedAtFiles(place, database, null);
  const began = Date.now();
  const { broken, entries, last, lacking } = await rehearseMoment(
    { database, config, files, outgoing: openOutgoing() },
    {
      to: new Date(to).toISOString(),
      stanza: values.stanza,
      beside: resolve(values.beside),
      url: config.LEVEE_BACKUP_URL ?? config.DATABASE_URL,
    },
    values.checkpoint.map((file) => readFileSync(file, "utf8")),
    console.log,
  );
  const faults = [...brokenLines(broken), ...lacking];
  if (faults.length) throw new Error(`As of ${to} it does not hold:\n  ${faults.join("\n  ")}`);
  return `As of ${to} the record has ${entries} entries, the last of ${last ?? "no day"}; every rule of the books holds, files are there by their hash. Thrown away again, ${((Date.now() - began) / 1000).toFixed(1)} s.`;
});
