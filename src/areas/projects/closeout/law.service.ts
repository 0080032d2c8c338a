// Whether the law holds the last payment of a contract until the state's withholding certificate is in.
import { contractsNamed } from "#areas/contracts/contracts.server.ts";
import { ownOrShipped } from "#areas/governance/governance.public.ts";
import { rulesOfKey } from "#areas/governance/governance.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** A contract of which the certificate is demanded; `says`: what lacks, in words, or null. */
export type Withholding = {
  contractId: string;
  number: string;
  vendor: string;
  citation: string;
  says: string | null;
};

type Certificate = { contractId: string; party: string; status: string; number: string };

const certificatesOf = (db: Db, contractIds: readonly string[]): Promise<Certificate[]> =>
  db.rows<Certificate>(sql`
    select contract_id, party, status, number
    from closeout_paper
    where org_id = ${db.scope.orgId}
      and contract_id = any(${[...contractIds]}::uuid[])
      and kind = 'withholding'
      and status <> 'dropped'
    order by number
  `);

// That of the contractor itself is demanded whoever asked for it; those of others once they are asked for.
const lackOf = (vendor: string, papers: readonly Certificate[]): string | null => {
  const waits = papers.filter(({ status }) => status !== "accepted");
  const own = papers.some(({ party, status }) => status === "accepted" && party === vendor);
  const from = [
    ...(own || waits.some(({ party }) => party === vendor) ? [] : [vendor]),
    ...waits.map(({ party, number }) => `${party} (${number})`),
  ];
  return from.length ? `not accepted from ${from.join(", ")}` : null;
};

/** Of these contracts, those of which the law of today demands the certificate, by number. */
export const withholdingOf = async (
  db: Db,
  contractIds: readonly string[],
): Promise<Withholding[]> => {
  const [rules, contracts, papers] = await Promise.all([
    rulesOfKey(db, "withholdingCertificate"),
    contractsNamed(db, contractIds),
    certificatesOf(db, contractIds),
  ]);
  const law = ownOrShipped(rules, "withholdingCertificate", businessDate(db.scope)).filter(
    ({ parameters }) => parameters.certificateDemanded === true,
  );
  const citation = law.map((rule) => rule.citation).join("; ");
  const concerns = (kind: string) =>
    law.some(({ parameters }) => parameters.construction !== true || kind === "construction");
  return contracts
    .filter(({ kind }) => concerns(kind))
    .map(({ id, number, vendor }) => ({
      contractId: id,
      number,
      vendor,
      citation,
      says: lackOf(
        vendor,
        papers.filter(({ contractId }) => contractId === id),
      ),
    }));
};
