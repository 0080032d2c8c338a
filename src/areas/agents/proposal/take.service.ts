import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import type { Proposal } from "#kernel/proposal.ts";
import { neverProposed } from "#server/agents/allowed.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { callEndpoint, endpointNamed } from "#server/http/call.ts";
import type { EndpointName } from "#server/http/endpoint.ts";
import { nounUnder } from "#server/noun.ts";
import { editedBody } from "../finding/edits.model.ts";

type Taking = {
  app: App;
  tx: Tx;
  actor: Actor;
  proposal: Proposal;
  /** The address behind the name of a reading. */
  readingAt: (reading: string) => EndpointName;
  edits: readonly { path: string; value: string }[];
};

/** The version of the record that a proposal rests on, as whoever accepts reads it now. */
const versionNow = async ({ app, tx, actor, proposal, readingAt }: Taking) => {
  if (!proposal.record) return null;
  const { reading, params } = proposal.record;
  const e = endpointNamed(readingAt(reading))!;
  const answer = (await callEndpoint(app, actor, e, { params }, tx)) as { version: number };
  return answer.version;
};

/**
 * Makes the call of a proposal as the person who accepts it, in their transaction. `moved`: the record
 * has changed since it was read, and nothing is called. 409 `not_proposed` for a call that no proposal
 * may make; what the address refuses.
 */
export const takeProposal = async (
  taking: Taking,
): Promise<{ moved: true } | { moved: false; result: Record<string, unknown> }> => {
  const { app, tx, actor, proposal, edits } = taking;
  if ((await versionNow(taking)) !== (proposal.record?.version ?? null)) return { moved: true };
  const e = endpointNamed(proposal.endpoint);
  const why = e ? neverProposed(e) : "That step does not exist any more.";
  if (!e || why) throw conflict("not_proposed", `This cannot be accepted: ${why}`);
  const result = await callEndpoint(
    app,
    actor,
    e,
    {
      params: proposal.params,
      body: editedBody(proposal, [...edits]),
      ifMatch: proposal.record?.version ?? null,
    },
    tx,
  );
  return { moved: false, result: (result ?? {}) as Record<string, unknown> };
};

/** The record that was changed or made tells in its history who proposed that, and who accepted. */
export const noteProposed = (
  tx: Tx,
  actor: Actor,
  proposal: Proposal,
  { result, number, by }: { result: Record<string, unknown>; number: string; by: string },
): void => {
  const { endpoint, params } = proposal;
  const noun = nounUnder(endpoint.split("/")[3] ?? "");
  const made = result as { id?: string; number?: string };
  const id = made.id ?? params.id;
  if (noun && id)
    note(
      tx,
      actor,
      noun,
      { id, number: made.number ?? number },
      {
        action: "proposed",
        note: `Proposed ${by}, accepted by ${actor.name}`,
        event: null,
      },
    );
};
