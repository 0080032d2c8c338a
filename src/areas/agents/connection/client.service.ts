import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { keyInWords } from "#kernel/words.ts";
import { neverLeaves, staysWhole } from "#server/agents/leaving.ts";
import { loadedAreas } from "#server/area.ts";
import { change, note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { nounUnder } from "#server/noun.ts";
import { agentClient } from "../agents.tables.ts";
import type { ClientInput } from "./client.model.ts";
import { agentClientNoun, type ClientStored } from "./client.noun.ts";
import { endConnectionsOf } from "./connection.service.ts";

/** So many programs an agency lets its members connect at a time. */
const mostClients = 50;

/** Areas with lists whose records may leave for a program at all. */
export const areaChoices = (): { name: string; label: string }[] =>
  loadedAreas()
    .filter(
      ({ name, endpoints }) =>
        !staysWhole(name) &&
        endpoints.some(({ method, path }) => {
          const noun = method === "GET" && nounUnder(path.split("/")[3] ?? "");
          return noun && !neverLeaves(noun.name);
        }),
    )
    .map(({ name }) => ({ name, label: keyInWords(name) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));

/** What a write of a program answers: it is called by its name. */
const written = ({ id, name, status, version }: ClientStored) => ({
  id,
  number: name,
  status,
  version,
});
type Written = ReturnType<typeof written>;

const requireAreas = (areas: readonly string[]): void => {
  const known = new Set(areaChoices().map(({ name }) => name));
  if (areas.some((area) => !known.has(area)))
    throw invalidField("areas", "Choose areas of the list.", "areas_unknown");
};

const requireNew = async (tx: Tx, { name, kind, host }: ClientInput): Promise<void> => {
  const { rows, named, hosted } = await tx.one<{
    rows: number;
    named: boolean;
    hosted: boolean;
  }>(sql`
    select
      count(*)::int as rows, coalesce(bool_or(lower(name) = ${name.toLowerCase()}), false) as named,
      coalesce(bool_or(kind = 'document' and client_id = ${host}), false) as hosted
    from agent_client
    where org_id = ${tx.scope.orgId} and status = 'active'
  `);
  if (named)
    throw conflict("client_name_taken", "A program of this name may be connected already.");
  if (kind === "document" && hosted)
    throw conflict("client_host_taken", "Programs of this host may be connected already.");
  if (rows >= mostClients)
    throw conflict("too_many_clients", `End one of the ${mostClients} programs first.`);
};

/**
 * Lets members connect a program: one with the addresses that take its answers, or all of a host that
 * publish what they are. 409 `client_name_taken`, `client_host_taken`, `too_many_clients`; 422.
 */
export const addClient = async (tx: Tx, actor: Actor, input: ClientInput): Promise<Written> => {
  requireAreas(input.areas);
  await requireNew(tx, input);
  const { name, kind, areas } = input;
  const entered = kind === "entered";
  const row = await insertRow(tx, agentClient, {
    ...{ orgId: actor.orgId!, id: newId(), name, kind, areas },
    clientId: entered ? `levee-${newId()}` : input.host,
    redirectUris: entered ? input.redirectUris : [],
  });
  note(
    tx,
    actor,
    agentClientNoun,
    { id: row.id, number: name },
    {
      action: "create",
      after: { kind, areas, clientId: row.clientId, redirectUris: row.redirectUris },
    },
  );
  return written(row);
};

/** Says anew what may leave for a program; its connections read no more than that from then on. */
export const changeAreas = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  areas: readonly string[],
): Promise<Written> => {
  requireAreas(areas);
  return written(
    await change(tx, actor, agentClientNoun, { id, version, patch: { areas: [...areas] } }),
  );
};

/** Ends a program and everything that members let it do. 409, 412, 422 `reason_required`. */
export const endClient = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<Written> =>
  written(
    await transition(tx, actor, agentClientNoun, {
      ...{ id, version, action: "end", reason },
      effect: async () => {
        await endConnectionsOf(tx, actor, id);
        return {};
      },
    }),
  );
