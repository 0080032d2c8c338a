import { sql } from "../../server/db/sql.ts";
import type { App } from "../../server/http/app.ts";
import { carverMembers } from "../identity/identity.public.ts";
import { demoActor } from "../identity/identity.server.ts";

/** Notices that stay unread for each demo member when the story is told; the older ones were read as the months went by. */
const unread = 3;

/** The last chapter: what the members of Carver County have read by now. */
export const seedPlatform = async (app: App): Promise<void> => {
  for (const { email } of carverMembers) {
    const actor = demoActor(email.split("@")[0]!);
    await app.database.transaction(actor, (tx) => tx.rows(sql`update notification set read_at = clock_timestamp() where org_id = ${actor.orgId} and person_id = ${actor.personId} and read_at is null
      and id not in (select id from notification where org_id = ${actor.orgId} and person_id = ${actor.personId} order by id desc limit ${unread})`));
  }
};
