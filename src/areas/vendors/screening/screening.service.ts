import type { Actor } from "#kernel/access.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { counted } from "#kernel/words.ts";
import { auditMany } from "#server/audit/audit.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Database, Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { announce } from "#server/lifecycle.ts";
import { matchesOf, type FoundMatch, type Screened } from "./candidates.service.ts";
import { currentList, type ExclusionListRecord } from "./exclusion-list.service.ts";
import { unscreenable } from "../vendor/vendor.model.ts";
import type { Candidate, ScreeningRow } from "./screening.model.ts";
import type { Subject } from "./match.model.ts";
import { standingSearch, subjectOf } from "./standing-search.service.ts";

export type Trigger = ScreeningRow["trigger"];
export type Outcome = ScreeningRow["outcome"];
type VendorToScreen = Screened & { number: string; screeningResult: Outcome | null };
/** The record for which somebody is screened: a payment run, a registration, an award. */
export type About = { type: string; id: string; number: string };
/** How a vendor came out, and the evidence of it. */
export type Screening = { id: string; outcome: Outcome };
type Decided = {
  vendorId: string;
  decision: "clear" | "excluded";
  cleared: string[];
  subject: Subject;
};

const kept = 25;
// Who decided about a party by its own name has not decided about another name of it.
const keyOf = ({ party, match }: FoundMatch) =>
  `${party.samNumber || `${party.name} · ${party.activeOn ?? ""}`}${match.through === null ? "" : ` · ${match.through}`}`;

const candidateOf = (found: FoundMatch, decided: Candidate["decided"]): Candidate => {
  const { party, match } = found;
  return {
    key: keyOf(found),
    samNumber: party.samNumber,
    name: party.name,
    classification: party.classification,
    uei: party.uei,
    address: [party.address, party.city, party.state, party.zip, party.country]
      .filter(Boolean)
      .join(", "),
    program: party.program,
    agency: party.agency,
    exclusionType: party.exclusionType,
    activeOn: party.activeOn,
    endsOn: party.endsOn,
    comments: party.comments,
    crossReference: party.crossReference,
    score: match.score,
    reasons: match.reasons,
    result: match.result,
    decided,
  };
};

/**
 * What people decided earlier about candidates of these vendors, while the vendor's identity is
 * what it was then.
 */
const decisionsOf = async (
  tx: Tx,
  vendors: readonly Screened[],
): Promise<Map<string, Map<string, "clear" | "excluded">>> => {
  const rows = await tx.rows<Decided>(sql`
    select vendor_id, decision, cleared, subject
    from vendor_screening_decision
    where org_id = ${tx.scope.orgId} and vendor_id = any(${vendors.map((v) => v.id)}::uuid[])
    order by at
  `);
  const found = new Map<string, Map<string, "clear" | "excluded">>();
  for (const row of rows) {
    const vendor = vendors.find((v) => v.id === row.vendorId)!;
    if (canonicalJson(row.subject) !== canonicalJson(subjectOf(vendor))) continue;
    const known = found.get(row.vendorId) ?? new Map<string, "clear" | "excluded">();
    for (const key of row.cleared) known.set(key, row.decision);
    found.set(row.vendorId, known);
  }
  return found;
};

const outcomeOf = (candidates: readonly Candidate[]): Outcome =>
  candidates.some((c) => c.result === "excluded" || c.decided === "excluded")
    ? "excluded"
    : candidates.some((c) => c.decided === null)
      ? "possible"
      : "clear";

const evidenceOf = (
  vendors: readonly VendorToScreen[],
  found: Map<string, FoundMatch[]>,
  decided: Map<string, Map<string, "excluded" | "clear">>,
) => {
  return vendors.map((v) => {
    const candidates = found
      .get(v.id)!
      .slice(0, kept)
      .map((f) =>
        candidateOf(
          f,
          f.match.result === "excluded" ? null : (decided.get(v.id)?.get(keyOf(f)) ?? null),
        ),
      );
    return { id: newId(), vendor: v, candidates, outcome: outcomeOf(candidates) };
  });
};

const storeOutcomes = (
  tx: Tx,
  at: string,
  org: string | null,
  evidence: ReturnType<typeof evidenceOf>,
) =>
  tx.rows(sql`
    update vendor v
    set screened_at = greatest(v.screened_at, ${at}::timestamptz), screening_result = r.outcome
    from unnest(
      ${evidence.map((e) => e.vendor.id)}::uuid[], ${evidence.map((e) => e.outcome)}::text[]
    ) as r (id, outcome)
    where v.org_id = ${org} and v.id = r.id
  `);

// What vendors were compared with: a list, or the search by hand that stands in for one.
type Source = Pick<
  ExclusionListRecord,
  "id" | "fileName" | "listDate" | "sha256" | "rowsLoaded"
> & {
  searchId: string | null;
};

const keepEvidence = async (
  tx: Tx,
  actor: Actor,
  list: Source,
  evidence: ReturnType<typeof evidenceOf>,
  trigger: Trigger,
  about: About | null,
): Promise<Map<string, Screening>> => {
  const at = businessNow(tx.scope).toISOString();
  const org = tx.scope.orgId;
  const rows = evidence.map((e) => ({
    id: e.id,
    vendor_id: e.vendor.id,
    subject: subjectOf(e.vendor),
    candidates: e.candidates,
    outcome: e.outcome,
  }));
  await tx.rows(sql`
    insert into vendor_screening (
      org_id, id, vendor_id, at, person_id, trigger, list_id, list_name, list_date, list_sha256,
      list_rows, subject, candidates, outcome, object_type, object_id, object_number, search_id
    )
    select
      ${org}::uuid, r.id, r.vendor_id, ${at}::timestamptz, ${actor.personId}::uuid, ${trigger},
      ${list.id}::uuid, ${list.fileName}, ${list.listDate}::date, ${list.sha256},
      ${list.rowsLoaded}::bigint, r.subject, r.candidates, r.outcome, ${about?.type ?? null},
      ${about?.id ?? null}::uuid, ${about?.number ?? null}, ${list.searchId}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      id uuid, vendor_id uuid, subject jsonb, candidates jsonb, outcome text
    )
  `);
  await storeOutcomes(tx, at, org, evidence);
  const found = ({ candidates, outcome }: (typeof evidence)[number]) =>
    list.searchId
      ? `${outcome === "clear" ? "no exclusion" : "an exclusion"} found by hand`
      : candidates.length === 0
        ? "no match"
        : counted(candidates.length, "candidate");
  auditMany(
    tx,
    actor,
    evidence.map((e) => ({
      action: "vendor.screen",
      objectType: "vendor",
      objectId: e.vendor.id,
      objectNumber: e.vendor.number,
      before: { screeningResult: e.vendor.screeningResult },
      after: { screeningResult: e.outcome },
      note: `${about ? `For ${about.number}: ` : ""}${list.fileName} of ${list.listDate}, ${found(e)}`,
    })),
  );
  return new Map(evidence.map((e) => [e.vendor.id, { id: e.id, outcome: e.outcome }]));
};

const screenBatch = async (
  tx: Tx,
  actor: Actor,
  list: ExclusionListRecord,
  vendors: readonly VendorToScreen[],
  trigger: Trigger,
  about: About | null = null,
): Promise<Map<string, Screening>> => {
  const [found, decided] = [
    await matchesOf(tx, list.id, vendors, businessDate(tx.scope)),
    await decisionsOf(tx, vendors),
  ];
  const evidence = evidenceOf(vendors, found, decided);
  return keepEvidence(tx, actor, { ...list, searchId: null }, evidence, trigger, about);
};

const screenBySearch = async (
  tx: Tx,
  actor: Actor,
  vendor: VendorToScreen,
  trigger: Trigger,
  about: About | null,
): Promise<Map<string, Screening>> => {
  const search = await standingSearch(tx, vendor);
  if (!search)
    throw conflict(
      "no_exclusion_list",
      `${unscreenable} Or load the SAM.gov extract under Vendor directory, Exclusions.`,
    );
  const source = {
    id: search.id,
    fileName: `Search of SAM.gov, ${search.fileName}`,
    listDate: search.searchedOn,
    sha256: search.sha256,
    rowsLoaded: 0,
    searchId: search.id,
  };
  const outcome: Outcome = search.excluded ? "excluded" : "clear";
  const evidence = [{ id: newId(), vendor, candidates: [], outcome }];
  return keepEvidence(tx, actor, source, evidence, trigger, about);
};

const columns = sql`
  id, number, name, doing_business_as, uei, address1, city, state, postal_code, screening_result
`;
const needList = async (db: Db): Promise<ExclusionListRecord> => {
  const list = await currentList(db);
  if (!list)
    throw conflict(
      "no_exclusion_list",
      "No exclusion list is loaded yet. Load the SAM.gov extract under Vendor directory, Exclusions; then vendors can be screened and activated.",
    );
  return list;
};

/**
 * Screens one vendor against the current exclusion list: writes the evidence (list, hash,
 * candidates with scores) that is kept for ever, and the
 * result on the vendor. `excluded` for the same UEI, `possible` for a like name until a person
 * decides, else `clear`. `about` ties the evidence to the
 * record that asked for it. Without a list by the search of SAM.gov that somebody recorded; 409
 * `no_exclusion_list` where there is neither.
 */
export const screenVendor = async (
  tx: Tx,
  actor: Actor,
  vendorId: string,
  trigger: Trigger = "demand",
  about: About | null = null,
): Promise<Outcome> => {
  const list = await currentList(tx);
  const vendor = await tx.maybe<VendorToScreen>(sql`
    select ${columns}
    from vendor
    where org_id = ${tx.scope.orgId} and id = ${vendorId}
    for update
  `);
  if (!vendor) throw notFound("vendor");
  const found = list
    ? await screenBatch(tx, actor, list, [vendor], trigger, about)
    : await screenBySearch(tx, actor, vendor, trigger, about);
  const { outcome } = found.get(vendorId)!;
  announce(tx, actor.orgId!, "vendor.screen", vendorId, { outcome });
  return outcome;
};

/**
 * Screens several vendors at once for one record, in as many statements as one vendor takes. By
 * vendor: the evidence and how it came out. 409 without a list.
 */
export const screenVendors = async (
  tx: Tx,
  actor: Actor,
  vendorIds: readonly string[],
  trigger: Trigger,
  about: About,
): Promise<Map<string, Screening>> => {
  const [list, vendors] = await Promise.all([
    needList(tx),
    tx.rows<VendorToScreen>(sql`
      select ${columns}
      from vendor
      where org_id = ${tx.scope.orgId} and id = any(${vendorIds}::uuid[])
      order by id
      for no key update
    `),
  ]);
  const found =
    vendors.length > 0
      ? await screenBatch(tx, actor, list, vendors, trigger, about)
      : new Map<string, Screening>();
  for (const [id, { outcome }] of found)
    if (outcome !== "clear") announce(tx, actor.orgId!, "vendor.screen", id, { outcome });
  return found;
};

const batchSize = 500;
/**
 * Screens every vendor that is not out of use, in batches of their own transaction. Returns how
 * many came out how.
 */
export const screenAll = async (
  database: Database,
  actor: Actor,
  progress: (done: number, total: number | null, stage?: string) => Promise<void> = async () => {},
): Promise<Record<Outcome, number>> => {
  const db = database.read(actor);
  const counts = { clear: 0, possible: 0, excluded: 0 };
  const [list, { n: total }] = [
    await needList(db),
    await db.one<{ n: number }>(sql`
      select count(*) as n
      from vendor
      where org_id = ${actor.orgId} and status <> 'inactive'
    `),
  ];
  let after = "00000000-0000-0000-0000-000000000000";
  let done = 0;
  for (;;) {
    const vendors = await database.transaction(actor, async (tx) => {
      const batch = await tx.rows<VendorToScreen>(sql`
        select ${columns}
        from vendor
        where org_id = ${actor.orgId} and status <> 'inactive' and id > ${after}::uuid
        order by id
        limit ${batchSize}
        for update
      `);
      if (batch.length > 0)
        for (const { outcome } of (await screenBatch(tx, actor, list, batch, "list")).values())
          counts[outcome]++;
      return batch;
    });
    if (vendors.length === 0) break;
    after = vendors.at(-1)!.id;
    done += vendors.length;
    await progress(done, total, `${counts.possible + counts.excluded} with matches`);
  }
  await database.transaction(actor, async (tx) =>
    announce(tx, actor.orgId!, "vendor.screenAll", list.id),
  );
  return counts;
};
