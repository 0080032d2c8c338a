import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { VendorWaits, WaitingItem } from "#areas/vendor-portal/vendor-portal.server.ts";
import { agenciesOf, insuranceEnds } from "#areas/vendors/vendors.server.ts";
import { vendorSignatures, type VendorSignature } from "#areas/workflow/workflow.server.ts";

const day = 86_400_000;
/** So many days before a certificate runs out it waits, where a contract demands it. */
const certificateDays = 30;
/** Within so many days it presses. */
const urgentDays = 3;

const presses = (on: string): boolean => Date.parse(on) - databaseMs() < urgentDays * day;
const contractAt = (c: { orgId: string; id: string }) =>
  `/vendor-portal/contracts/${c.orgId}/${c.id}`;

type Item = Omit<WaitingItem, "agency"> & { orgId: string };
type Named = { orgId: string; id: string; number: string; title: string };

const asked = (signatures: readonly VendorSignature[]): Item[] =>
  signatures
    .filter((s) => s.asked)
    .map((s) => ({
      orgId: s.orgId,
      kind: "signature",
      title: `Sign ${s.number}`,
      detail: s.title,
      at: s.expiresOn,
      href: `/vendor-portal/signatures/${s.orgId}/${s.id}`,
      urgent: presses(s.expiresOn),
    }));

// What is signed on paper; what is signed here waits as a request for the signature.
const onPaper = async (side: Db, signatures: readonly VendorSignature[]): Promise<Item[]> => {
  const here = new Set(
    signatures.filter((s) => s.status === "open").map((s) => `${s.orgId} ${s.number}`),
  );
  const found = await side.rows<Named & { contractId: string }>(sql`
    select org_id, id, id as contract_id, number, title
    from contract
    where status = 'out_for_signature'
    union all
    select org_id, id, contract_id, number, title
    from contract_change
    where status = 'approved'
    order by number
    limit 50
  `);
  return found
    .filter((c) => !here.has(`${c.orgId} ${c.number}`))
    .map((c) => ({
      orgId: c.orgId,
      kind: "signature",
      title: `Sign ${c.number}`,
      detail: `${c.title} · the agency sends it on paper`,
      at: null,
      href: contractAt({ orgId: c.orgId, id: c.contractId }),
      urgent: false,
    }));
};

const rounds = async (side: Db): Promise<Item[]> =>
  (
    await side.rows<Named & { roundNo: number; answerBy: Day }>(sql`
      select org_id, id, contract_number as number, contract_title as title, round_no, answer_by
      from negotiation_round
      where status = 'sent'
      order by answer_by
      limit 50
    `)
  ).map((r) => ({
    orgId: r.orgId,
    kind: "negotiation",
    title: `Answer round ${r.roundNo} of ${r.number}`,
    detail: r.title,
    at: r.answerBy,
    href: `/vendor-portal/negotiations/${r.orgId}/${r.id}`,
    urgent: presses(r.answerBy),
  }));

const claims = async (side: Db): Promise<Item[]> =>
  (
    await side.rows<Named & { contractId: string; noticedOn: Day }>(sql`
      select org_id, id, number, title, contract_id, noticed_on
      from contract_claim
      where status = 'noticed'
      order by noticed_on
      limit 50
    `)
  ).map((c) => ({
    orgId: c.orgId,
    kind: "claim",
    title: `Submit ${c.number}`,
    detail: `${c.title} · notice is given, amounts are not`,
    at: c.noticedOn,
    href: contractAt({ orgId: c.orgId, id: c.contractId }),
    urgent: false,
  }));

// One line an agency: its contracts that demand insurance share the certificate.
const certificates = async (side: Db): Promise<Item[]> => {
  const [demanding, ends] = await Promise.all([
    side.rows<{ orgId: string; number: string; n: number }>(sql`
      select org_id, min(number) as number, count(*)::int as n
      from contract
      where insurance_required and status in ('active', 'suspended')
      group by org_id
    `),
    insuranceEnds(side, certificateDays),
  ]);
  return demanding.flatMap(({ orgId, number, n }): Item[] => {
    const end = ends.find((each) => each.orgId === orgId);
    if (!end) return [];
    const others = n > 1 ? ` and ${counted(n - 1, "other contract")}` : "";
    return [
      {
        orgId,
        kind: "certificate",
        title: `Certificate of insurance ${end.left < 0 ? "has run out" : "runs out"}`,
        detail: `${number}${others} demand it: without one nothing new is ordered after ${formatDate(end.expiresOn)}`,
        at: end.expiresOn,
        href: "/vendor-portal/company?tab=documents",
        urgent: end.left < 14,
      },
    ];
  });
};

/** What waits for a vendor of its contracts, in every agency: to sign, to answer, to submit, to renew. */
export const contractsWaiting: VendorWaits = async (side) => {
  const signatures = await vendorSignatures(side);
  const [agencies, ...parts] = await Promise.all([
    agenciesOf(side),
    onPaper(side, signatures),
    rounds(side),
    claims(side),
    certificates(side),
  ]);
  const names = new Map(agencies.map((each) => [each.orgId, each.agency]));
  return [...asked(signatures), ...parts.flat()].map(({ orgId, ...item }) => ({
    ...item,
    agency: names.get(orgId) ?? "",
  }));
};
