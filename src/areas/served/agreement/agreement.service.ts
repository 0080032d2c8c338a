import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { membersNamed, notify, peopleWhoMay } from "#areas/organization/organization.server.ts";
import {
  keepDeadlines,
  requestApproval,
  withdrawApproval,
} from "#areas/workflow/workflow.server.ts";
import { change } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { servedClient } from "../served.tables.ts";
import { agreementDeadlines } from "./agreement-deadlines.service.ts";
import type { AgreementChange, AgreementInput, SignedInput } from "./agreement.model.ts";
import { agreementNoun, type AgreementStored } from "./agreement.noun.ts";

const requireOwner = async (tx: Tx, ownerId: string): Promise<void> => {
  const [[owner], may] = await Promise.all([
    membersNamed(tx, { ids: [ownerId] }),
    peopleWhoMay(tx, "served.write"),
  ]);
  if (!owner?.active || !may.includes(ownerId))
    throw invalidField("ownerId", "Choose somebody who bills for the agency.", "no_biller");
};

/** Drafts an agreement with a client that is served. 422 `client_ended`, `no_biller`. */
export const draftAgreement = async (
  tx: Tx,
  actor: Actor,
  input: AgreementInput,
): Promise<AgreementStored> => {
  const client = await getRow(tx, servedClient, input.clientId, "client");
  if (client.status !== "active")
    throw invalidField("clientId", `${client.name} is no more served.`, "client_ended");
  await requireOwner(tx, input.ownerId);
  return create(tx, actor, agreementNoun, {
    number: { kind: "CAG" },
    row: { ...input, id: newId(), orgId: tx.scope.orgId!, authorId: actor.personId! },
  });
};

/** Changes a draft. 404, 409, 412; 422 `no_biller`. */
export const changeAgreement = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: AgreementChange,
  version: number | null,
): Promise<AgreementStored> =>
  change(tx, actor, agreementNoun, {
    ...{ id, version },
    unless: ({ status }) =>
      status === "draft"
        ? null
        : "It was sent for approval. Take it back to change it, or write the next one.",
    effect: async () => {
      await requireOwner(tx, input.ownerId);
      return { patch: input };
    },
  });

/** Sends a draft for approval; never decided by its author or owner. 404, 409, 412; 422 `term_over`. */
export const submitAgreement = (tx: Tx, actor: Actor, at: StepAt): Promise<AgreementStored> =>
  transition(tx, actor, agreementNoun, {
    ...at,
    action: "submit",
    effect: async (row) => {
      if (row.endsOn < businessDate(tx.scope))
        throw invalidField("endsOn", "Its last day is over.", "term_over");
      await requestApproval(tx, actor, {
        ...{ type: "clientAgreement", id: row.id, number: row.number, title: row.title },
        requesterId: actor.personId,
        departmentId: null,
        facts: {
          amount: row.ceiling,
          fundIds: [],
          departmentIds: [],
          commodities: [],
          emergency: false,
          parties: [...new Set([actor.personId!, row.authorId, row.ownerId])],
        },
      });
      return {};
    },
  });

/** Takes an agreement back from its approval. 404, 409, 412. */
export const withdrawAgreement = (tx: Tx, actor: Actor, at: StepAt): Promise<AgreementStored> =>
  transition(tx, actor, agreementNoun, {
    ...at,
    action: "withdraw",
    effect: async () => withdrawApproval(tx, actor, at.id),
  });

/** What the end of its approval does to an agreement. */
export const decideAgreement = {
  approve: async (tx: Tx, actor: Actor, id: string): Promise<void> => {
    const row = await transition(tx, asSystem(actor), agreementNoun, {
      id,
      action: "approve",
      effect: async () => ({
        patch: {
          approvedBy: actor.personId,
          approvedAt: businessNow(tx.scope).toISOString() as Instant,
        },
      }),
    });
    tell(tx, row, "is approved", "Have both sides sign it, and it is in force.");
  },
  return: async (tx: Tx, actor: Actor, id: string, comment: string): Promise<void> => {
    const row = await transition(tx, asSystem(actor), agreementNoun, {
      id,
      action: "return",
      effect: async () => ({ note: comment }),
    });
    tell(tx, row, "came back", comment);
  },
};

const tell = (tx: Tx, row: AgreementStored, title: string, body: string) =>
  notify(tx, [row.authorId, row.ownerId], {
    kind: "served",
    title: `${row.number} ${title}`,
    body: body.slice(0, 300),
    link: `/clients/agreements/${row.id}`,
  });

/**
 * Keeps the signature of a side, and puts the agreement in force once both signed. 404, 412; 409
 * `not_to_sign`, `own_agreement`, `signed_already`; 422 `day_ahead`.
 */
export const signAgreement = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { side, signedOn, signer }: SignedInput,
  version?: number | null,
): Promise<AgreementStored> => {
  const row = await change(tx, asSystem(actor), agreementNoun, {
    id,
    ...(version !== undefined && { version }),
    action: "signed",
    effect: async (before) => {
      if (side === "agency" && before.authorId === actor.personId)
        throw conflict("own_agreement", "You wrote it, so another person records this signature.");
      if (signedOn > businessDate(tx.scope))
        throw invalidField("signedOn", "This day has not come yet.", "day_ahead");
      if (before.status !== "approved")
        throw conflict("not_to_sign", "It is signed once it is approved, and not afterwards.");
      if (side === "agency" ? before.agencySignedOn : before.clientSignedOn)
        throw conflict("signed_already", "This side signed already.");
      const patch =
        side === "agency"
          ? { agencySignedOn: signedOn, agencySigner: signer }
          : { clientSignedOn: signedOn, clientSigner: signer };
      return { patch, note: `${signer}, for the ${side}` };
    },
  });
  if (!row.agencySignedOn || !row.clientSignedOn) return row;
  const now = await transition(tx, asSystem(actor), agreementNoun, { id, action: "activate" });
  await keepDeadlines(tx, actor, "clientAgreement", agreementDeadlines(now));
  return now;
};

const keepEnd = async (tx: Tx, actor: Actor, row: AgreementStored): Promise<AgreementStored> => {
  await keepDeadlines(tx, actor, "clientAgreement", agreementDeadlines(row));
  return row;
};

/** Ends an agreement before its last day, with the reason. 404, 409, 412. */
export const endAgreement = async (tx: Tx, actor: Actor, at: TakenStep): Promise<AgreementStored> =>
  keepEnd(
    tx,
    actor,
    await transition(tx, actor, agreementNoun, {
      ...at,
      action: "end",
      effect: async () => ({ patch: { endedOn: businessDate(tx.scope) } }),
    }),
  );

/** Ends agreements whose last day is over. */
export const expireAgreements = async (tx: Tx, actor: Actor): Promise<void> => {
  const over = await tx.rows<{ id: string }>(sql`
    select id
    from served_agreement
    where org_id = ${tx.scope.orgId} and status = 'active' and ends_on < ${businessDate(tx.scope)}
    order by id
    limit 500
  `);
  for (const { id } of over)
    await keepEnd(
      tx,
      actor,
      await transition(tx, asSystem(actor), agreementNoun, {
        id,
        action: "expire",
        effect: async ({ endsOn }) => ({
          patch: { endedOn: endsOn },
          note: "Its last day is over.",
        }),
      }),
    );
};
