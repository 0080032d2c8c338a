import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { change, note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { productAgent } from "../assistant.tables.ts";
import type { LookInput, LookRow } from "./look.model.ts";

/** So many assistants an agency gives a look of their own. */
const mostLooks = 20;

const noun = { name: "productAgent", called: "assistant", table: productAgent };
type Stored = typeof productAgent.$inferSelect;

const rowOf = ({ id, name, brandingConfig, welcomeMessage, version }: Stored): LookRow => ({
  ...{ id, name, version, welcomeMessage: welcomeMessage ?? "" },
  companyName: brandingConfig.companyName ?? "",
  primaryColor: brandingConfig.primaryColor ?? "",
  secondaryColor: brandingConfig.secondaryColor ?? "",
});

// What is left empty stands for what the agency itself shows (SPEC 7), and is not kept.
const columnsOf = ({ name, welcomeMessage, ...branding }: LookInput) => ({
  name,
  welcomeMessage: welcomeMessage || null,
  brandingConfig: Object.fromEntries(Object.entries(branding).filter(([, value]) => value !== "")),
});

/** The assistants of an agency that have a look of their own. */
export const readLooks = async (db: Db): Promise<{ items: LookRow[] }> => ({
  items: (
    await db.rows<Stored>(sql`
      select *
      from product_agent
      where org_id = ${db.scope.orgId}
      order by lower(name), id
      limit ${mostLooks}
    `)
  ).map(rowOf),
});

/** Gives an assistant a look of its own. 409 `too_many_looks`. */
export const addLook = async (tx: Tx, actor: Actor, input: LookInput): Promise<LookRow> => {
  const { items } = await readLooks(tx);
  if (items.length >= mostLooks)
    throw conflict(
      "too_many_looks",
      `${mostLooks} assistants have a look of their own. Change one.`,
    );
  const row = await insertRow(tx, productAgent, {
    ...{ orgId: actor.orgId!, id: newId() },
    ...columnsOf(input),
  });
  note(tx, actor, noun, { id: row.id, number: row.name }, { action: "create", after: input });
  return rowOf(row);
};

/** Changes a look. 404, 412, 428. */
export const changeLook = async (
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
  input: LookInput,
): Promise<LookRow> =>
  rowOf(await change(tx, actor, noun, { id, version, patch: columnsOf(input) }));

/** Takes a look away: who opens it sees the agency's. 404, 412, 428. */
export const dropLook = async (
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
): Promise<void> => {
  const row = await lockRow(tx, productAgent, id, "assistant");
  requireVersion(row.version, version);
  await tx.rows(sql`delete from product_agent where org_id = ${actor.orgId} and id = ${id}`);
  note(tx, actor, noun, { id, number: row.name }, { action: "drop", before: rowOf(row) });
};
