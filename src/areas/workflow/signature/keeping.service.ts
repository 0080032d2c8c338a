import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { endRequest } from "./ending.service.ts";
import { askableBy } from "./signable.service.ts";
import { signersOf, type RequestRecord } from "./signature.noun.ts";
import { signatureRequest } from "./signature.tables.ts";
import { inviteOutside } from "./turn.service.ts";

const openOne = async (tx: Tx, actor: Actor, id: string): Promise<RequestRecord> => {
  const row = await lockRow(tx, signatureRequest, id, "request for signatures");
  askableBy(actor, row.sourceType);
  if (row.status !== "open")
    throw conflict("not_open", "This request for signatures has ended. Ask anew on the record.");
  return row;
};

/** Whoever may ask for signatures calls the request off. 409 for one that has ended, 412. */
export const voidRequest = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { reason, version }: { reason: string; version: number | null },
): Promise<RequestRecord> => {
  const row = await openOne(tx, actor, id);
  requireVersion(row.version, version);
  return endRequest(tx, actor, row, { action: "void", reason });
};

/** Writes to a signer outside again; an earlier link ends. 409 for one whose turn it is not. */
export const resendLink = async (
  tx: Tx,
  actor: Actor,
  { id, signerId }: { id: string; signerId: string },
): Promise<RequestRecord> => {
  const row = await openOne(tx, actor, id);
  const signer = (await signersOf(tx, id)).find((s) => s.id === signerId && s.side !== "ours");
  if (!signer) throw notFound("signer outside");
  if (signer.status !== "asked")
    throw conflict("not_their_turn", `${signer.name} is not asked to sign now.`);
  await inviteOutside(tx, row, signer);
  note(tx, actor, "signature", id, {
    number: row.number,
    action: "sendLink",
    after: { signer: signer.name, to: signer.addresses },
    event: null,
  });
  return updateRow(tx, signatureRequest, id, {});
};
