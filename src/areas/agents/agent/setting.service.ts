import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { change } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { memberById } from "#areas/organization/organization.server.ts";
import { agentSetting } from "../agents.tables.ts";
import type { SettingInput } from "./agent.model.ts";

export type SettingStored = typeof agentSetting.$inferSelect;
export type Setting = Pick<
  SettingStored,
  "agent" | "paused" | "dailyFor" | "dailyName" | "floorPercent" | "version"
>;

const settings = {
  name: "agentSetting",
  table: agentSetting,
  called: "setting of an agent",
  number: ({ agent }: SettingStored) => agent,
};

const unset = (agent: string): Setting => ({
  agent,
  paused: false,
  dailyFor: null,
  dailyName: "",
  floorPercent: 0,
  version: 0,
});

/** How the agency has set up each agent that it has set up. */
export const allSettings = (db: Db): Promise<SettingStored[]> =>
  db.rows<SettingStored>(sql`select * from agent_setting where org_id = ${db.scope.orgId}`);

/** How the agency has set up an agent; never touched: it runs when somebody asks. */
export const settingOf = async (db: Db, agent: string): Promise<Setting> =>
  (await db.maybe<SettingStored>(sql`
    select *
    from agent_setting
    where org_id = ${db.scope.orgId} and agent = ${agent}
  `)) ?? unset(agent);

const nameOf = async (tx: Tx, personId: string | null): Promise<string> => {
  if (!personId) return "";
  const found = await memberById(tx, personId);
  if (!found.active) throw invalidField("dailyFor", "Choose a member of the agency.");
  return found.name;
};

/**
 * Sets up an agent: paused or not, in whose name it runs each morning, below which share of right
 * answers it pauses. @throws 412, 422 `dailyFor` for who is no member.
 */
export const setUp = async (
  tx: Tx,
  actor: Actor,
  agent: string,
  input: SettingInput,
  version: number,
): Promise<Setting> => {
  const row = { ...input, dailyName: await nameOf(tx, input.dailyFor) };
  await tx.rows(sql`
    insert into agent_setting (org_id, id, agent, version)
    values (${actor.orgId}, ${newId()}, ${agent}, 0)
    on conflict (org_id, agent)
    do nothing
  `);
  const { id } = await tx.one<{ id: string }>(sql`
    select id
    from agent_setting
    where org_id = ${actor.orgId} and agent = ${agent}
  `);
  return change(tx, actor, settings, { id, version, patch: row });
};
