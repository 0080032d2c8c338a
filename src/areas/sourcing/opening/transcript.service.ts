import { groupBy } from "#kernel/group.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import type { Manifest, Officer } from "#kernel/sealing/envelope.ts";
import { type GivenShare, transcriptFormat, type Transcript } from "#kernel/sealing/transcript.ts";
import type { Database } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { sealScope } from "../bid/under-seal.service.ts";
import { solicitation } from "../solicitation/solicitation.tables.ts";
import type { Stage } from "./opening.model.ts";

type Opened = {
  id: string;
  manifest: Manifest;
  officers: Officer[] | null;
  receivedAt: string;
  vendor: string;
  serverPart: string | null;
  failure: string | null;
};

/**
 * What an auditor needs to repeat an opening offline with `bin/receipt-verify.mjs`, beside the
 * ciphertexts. 409 until the opening is finished.
 */
export const transcriptOf = async (
  database: Database,
  actor: Actor,
  solicitationId: string,
  stage: Stage,
): Promise<Transcript> => {
  const db = database.read(sealScope(actor.orgId!));
  const row = await getRow(db, solicitation, solicitationId, "solicitation");
  const done = await db.maybe<{ id: string; agency: string }>(sql`
    select p.id, o.name as agency
    from opening p
    join organization o on o.id = p.org_id
    where p.org_id = ${row.orgId}
      and p.solicitation_id = ${row.id}
      and p.stage = ${stage}
      and p.state = 'done'
  `);
  if (!done) throw conflict("not_done", "The opening is not finished.");
  const [envelopes, shares] = await Promise.all([
    db.rows<Opened>(sql`
      select e.id, e.manifest, b.officers, b.received_at, v.name as vendor, e.server_part, e.failure
      from bid_envelope e
      join bid b on b.org_id = e.org_id and b.id = e.bid_id
      join vendor v on v.org_id = b.org_id and v.id = b.vendor_id
      where e.org_id = ${row.orgId}
        and b.solicitation_id = ${row.id}
        and e.envelope = ${stage}
        and e.state in ('opened', 'failed')
      order by b.received_at, b.id
    `),
    db.rows<GivenShare & { envelopeId: string }>(sql`
      select envelope_id, x, share as bytes, name as by, given_at as at
      from opening_share
      where org_id = ${row.orgId} and opening_id = ${done.id}
      order by given_at
    `),
  ]);
  const byEnvelope = groupBy(shares, (share) => share.envelopeId);
  return {
    format: transcriptFormat,
    agency: done.agency,
    solicitation: { id: row.id, number: row.number, title: row.title, opensAt: row.dueAt! },
    stage,
    envelopes: envelopes.map(({ id, officers, ...envelope }) => ({
      ...envelope,
      officers: officers ?? [],
      shares: (byEnvelope.get(id) ?? []).map(({ envelopeId: _envelopeId, ...share }) => share),
    })),
  };
};

/** True for a ciphertext of this solicitation whose envelope was opened or failed to. */
export const isOpenedCiphertext = async (
  database: Database,
  actor: Actor,
  solicitationId: string,
  sha256: string,
): Promise<boolean> =>
  (await database.read(sealScope(actor.orgId!)).maybe(sql`
    select 1 as known
    from bid_envelope e
    join bid b on b.org_id = e.org_id and b.id = e.bid_id
    where e.org_id = ${actor.orgId}
      and b.solicitation_id = ${solicitationId}
      and e.sha256 = ${sha256}
      and e.state in ('opened', 'failed')
  `)) !== null;
