import type { Day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  compare,
  joinedPairs,
  matchWords,
  weighBy,
  wordLikeness,
  type Match,
  type Party,
  type Subject,
  type Weigh,
} from "./match.model.ts";
import { WordIndex } from "./word-index.model.ts";

export type Screened = Subject & { id: string };
type FoundParty = Party & {
  rowNo: number;
  classification: string;
  name: string;
  country: string;
  program: string;
  agency: string;
  exclusionType: string;
  activeOn: Day | null;
  endsOn: Day | null;
  samNumber: string;
  comments: string;
  crossReference: string;
};
export type FoundMatch = { party: FoundParty; match: Match };

// A loaded list never changes, so its words are kept; the newest few lists of this process.
type ListWords = { index: WordIndex; names: number };
const indexes = new Map<string, Promise<ListWords>>();

/**
 * The words of a list and how many names it has, those of its cross-references included; read once.
 */
const wordsOfList = (tx: Tx, listId: string): Promise<ListWords> => {
  let index = indexes.get(listId);
  if (!index) {
    const org = tx.scope.orgId;
    index = Promise.all([
      tx.rows<{ word: string; records: number }>(sql`
        select word, count(*)::int as records
        from exclusion_posting
        where org_id = ${org} and list_id = ${listId}
        group by word
      `),
      tx.one<{ names: number }>(sql`
        select coalesce(sum(1 + jsonb_array_length(aliases)), 0)::int as names
        from exclusion_record
        where org_id = ${org} and list_id = ${listId}
      `),
    ]).then(([words, { names }]) => ({ index: new WordIndex(words), names }));
    index.catch(() => indexes.delete(listId));
    if (indexes.size >= 4) indexes.delete(indexes.keys().next().value!);
    indexes.set(listId, index);
  }
  return index;
};

const asked = 4;
const most = 60;
const usual = 1500;

type Probe = { at: number; word: string; weight: number };

/**
 * The rarest words of a name, as the list spells them; usual words only as far as the name has no
 * rarer ones.
 */
const probesOf = (at: number, name: string, index: WordIndex, weigh: Weigh): Probe[] => {
  const words = matchWords(name);
  const all = [...words, ...joinedPairs(words)].map((word) => {
    const near = [...index.near(word)];
    return {
      word,
      near,
      records: near.reduce((n, [other]) => n + (index.records.get(other) ?? 0), 0),
    };
  });
  const known = all.filter((w) => w.records > 0).sort((a, b) => a.records - b.records);
  const chosen = known.filter((w, rank) => rank < 2 || (rank < asked && w.records <= usual));
  return chosen.flatMap((w) =>
    w.near.map(([other]) => ({
      at,
      word: other,
      weight: weigh(other) * Math.max(0.3, wordLikeness(w.word, other)),
    })),
  );
};

const placesOf = (tx: Tx, listId: string, probes: Probe[], org: string | null) =>
  tx.rows<{ at: number; rowNo: number }>(sql`
    with probe as (
      select *
      from unnest(
        ${probes.map((p) => p.at)}::int[], ${probes.map((p) => p.word)}::text[],
        ${probes.map((p) => p.weight)}::float8[]
      ) as p (at, word, weight)
    ),
    hit as (
      select p.at, x.row_no, sum(p.weight) as weight
      from probe p
      cross join lateral (
        select row_no
        from exclusion_posting
        where org_id = ${org} and list_id = ${listId} and word = p.word
        offset 0
      ) x
      group by 1, 2
    )
    select at, row_no
    from (
      select at, row_no, row_number() over (partition by at order by weight desc, row_no) as place
      from hit
    ) ranked
    where place <= ${most}
  `);

/**
 * For each vendor, the parties of a list that match it, the strongest first: by UEI, and by name
 * (its own or one of its cross-reference) among the records that hold its rarest words
 * (typing errors included), compared word by word. Three statements for the whole batch; no vendor
 * is compared with the whole list.
 */
export const matchesOf = async (
  tx: Tx,
  listId: string,
  vendors: readonly Screened[],
  today: string,
): Promise<Map<string, FoundMatch[]>> => {
  const { index, names } = await wordsOfList(tx, listId);
  const weigh = weighBy(index.records, names);
  const probes = vendors.flatMap((v, at) => [
    ...probesOf(at, v.name, index, weigh),
    ...(v.doingBusinessAs ? probesOf(at, v.doingBusinessAs, index, weigh) : []),
  ]);
  const org = tx.scope.orgId;
  // The lateral with its own limit keeps the planner at one index look-up per probe, also before
  // the fresh list has statistics.
  const places = await placesOf(tx, listId, probes, org);
  const wanted = sql`
    select
      row_no, classification, name, match_key, uei, address, city, state, country, zip, program,
      agency, exclusion_type, active_on, ends_on, sam_number, comments, cross_reference, aliases
    from exclusion_record
    where org_id = ${org}
      and list_id = ${listId}
      and (active_on is null or active_on <= ${today}::date)
      and (ends_on is null or ends_on >= ${today}::date)
  `;
  const [named, byUei] = await Promise.all([
    tx.rows<FoundParty>(
      sql`${wanted} and row_no = any(${[...new Set(places.map((p) => p.rowNo))]}::int[])`,
    ),
    tx.rows<FoundParty>(
      sql`${wanted} and uei = any(${vendors.flatMap((v) => (v.uei ? [v.uei] : []))}::text[])`,
    ),
  ]);
  const parties = new Map(named.map((p) => [p.rowNo, p]));
  const found = new Map<string, FoundMatch[]>(vendors.map((v) => [v.id, []]));
  const add = (vendor: Screened, party: FoundParty) => {
    const list = found.get(vendor.id)!;
    if (list.some((f) => f.party.rowNo === party.rowNo)) return;
    const match = compare(vendor, party, weigh);
    if (match) list.push({ party, match });
  };
  for (const vendor of vendors)
    if (vendor.uei) for (const party of byUei) if (party.uei === vendor.uei) add(vendor, party);
  for (const { at, rowNo } of places)
    if (parties.has(rowNo)) add(vendors[at]!, parties.get(rowNo)!);
  for (const list of found.values())
    list.sort(
      (a, b) => b.match.score - a.match.score || b.match.reasons.length - a.match.reasons.length,
    );
  return found;
};
