import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { keptResult } from "../run/run.model.ts";
import { readRun } from "../run/run.service.ts";
import { packetDocument, type PacketRun } from "./packet.model.ts";

const inAgency = async (db: Db, runs: readonly PacketRun[]): Promise<string> => {
  const { name, timeZone, branding } = await readOrganization(db);
  return inLook(packetDocument(runs, name, timeZone), branding);
};

/**
 * Kept runs as one document for its PDF, in the order in which they are named. 404 where one of them is
 * not there, or not for the actor.
 */
export const readPacket = async (db: Db, actor: Actor, ids: readonly string[]): Promise<string> => {
  const runs: PacketRun[] = [];
  for (const id of ids) runs.push(await readRun(db, actor, id));
  return inAgency(db, runs);
};

type Kept = Omit<PacketRun, "answer"> & { result: string };

/** The papers of the kept runs among these records, and the text of each that was hashed. */
export const papersOfRuns = async (db: Db, objectIds: readonly string[]) => {
  const kept = await db.rows<Kept>(sql`
    select x.number, x.name, x.finding, x.sha256, x.kept_at, x.result, null as kept_by
    from kept_run x
    where x.org_id = ${db.scope.orgId} and x.id = any(${[...objectIds]}::uuid[])
    order by x.number
  `);
  return kept.flatMap(({ result, ...run }) => [
    { name: `${run.number}.json`, make: async () => Buffer.from(result) },
    {
      name: `${run.number}.pdf`,
      make: async () =>
        makePdf(
          await inAgency(db, [{ ...run, answer: keptResult.parse(JSON.parse(result)).answer }]),
        ),
    },
  ]);
};
