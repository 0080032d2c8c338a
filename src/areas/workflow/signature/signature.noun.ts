import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun, seesRecord } from "#server/lifecycle.ts";
import { signatureCycle, type SignatureAction, type SignatureStatus } from "./signature.labels.ts";
import { signatureRequest, type signatureSigner } from "./signature.tables.ts";

export type RequestRecord = typeof signatureRequest.$inferSelect;
export type SignerRecord = typeof signatureSigner.$inferSelect;

export const signatureNoun = defineNoun<
  SignatureStatus,
  SignatureAction,
  typeof signatureRequest,
  RequestRecord
>({
  name: "signature",
  path: "signature-requests",
  page: "/signatures",
  table: signatureRequest,
  cycle: signatureCycle,
  number: (row) => row.number,
  // Who signs it, and whoever may read its record.
  visible: async (db, actor, row) =>
    (await signersOf(db, row.id)).some((one) => one.personId === actor.personId) ||
    seesRecord(db, actor, row.sourceType, row.sourceId),
});

/** Who is to sign, in their order. */
export const signersOf = (tx: Pick<Tx, "rows" | "scope">, requestId: string) =>
  tx.rows<SignerRecord>(sql`
    select *
    from signature_signer
    where org_id = ${tx.scope.orgId} and request_id = ${requestId}
    order by place
  `);
