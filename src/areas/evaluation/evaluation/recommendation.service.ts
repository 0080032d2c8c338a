import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import type { Instant } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { strictestThreshold } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import type { EvaluationRecord } from "./evaluation.tables.ts";
import { readDeparture, type Departure } from "../award/departure.model.ts";
import { rankLots, type LotRanking } from "./lot-ranking.model.ts";
import { rankSheet, readSheet, type Ranking } from "./sheet.model.ts";

export type TextKind = "sheet" | "analysis" | "finding" | "memo" | "departure";
export type StoredText = {
  kind: TextKind;
  text: string;
  digest: string;
  by: string | null;
  at: Instant;
};
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The texts of an evaluation by kind, with who wrote them. */
export const textsOf = async (
  db: Db,
  evaluationId: string,
): Promise<ReadonlyMap<TextKind, StoredText>> =>
  new Map(
    (
      await db.rows<StoredText>(sql`
        select t.kind, t.text, t.digest, p.display_name as by, t.written_at as at
        from evaluation_text t
        left join person p on p.id = t.written_by
        where t.org_id = ${db.scope.orgId} and t.evaluation_id = ${evaluationId}
      `)
    ).map((each) => [each.kind, each]),
  );

/** Writes one text of an evaluation; the audit record holds its digest. */
export const writeText = async (
  tx: Tx,
  actor: Actor,
  row: Pick<EvaluationRecord, "id" | "number">,
  kind: TextKind,
  text: string,
): Promise<string> => {
  const digest = digestOf(text);
  await tx.rows(sql`
    insert into evaluation_text (org_id, id, evaluation_id, kind, text, digest, written_by)
    values (
      ${tx.scope.orgId}, ${newId()}, ${row.id}, ${kind}, ${text}, ${digest}, ${actor.personId}
    )
    on conflict (org_id, evaluation_id, kind)
    do update set
      text = excluded.text, digest = excluded.digest, written_by = excluded.written_by,
      written_at = clock_timestamp()
  `);
  note(tx, actor, "evaluation", row, {
    action: "write",
    after: { kind, digest, characters: text.length },
    event: null,
  });
  return digest;
};

type Facts = {
  estimateCents: number | null;
  estimateOn: string | null;
  openedOn: string | null;
  openedAt: string | null;
  kind: string;
  parts: { vendorId: string; vendorName: string; totalCents: number }[] | null;
  scenarioStatus: string | null;
  unready: string[];
  bids: number;
};

export type Demands = {
  amountCents: number;
  thresholdCents: number | null;
  citation: string | null;
  analysis: boolean;
  finding: boolean;
  bids: number;
  missing: string[];
};

/** The memo that is signed says why the award departs from the published criteria. */
const unsaid = (texts: ReadonlyMap<TextKind, StoredText>): string[] => {
  const departure = readDeparture(texts.get("departure")?.text ?? "");
  const memo = texts.get("memo")?.text.trim() ?? "";
  return departure === null || memo.length < 20 || memo.includes(departure.reason)
    ? []
    : [
        "The memo does not state the reason why the award departs from the published criteria (2 CFR 200.320(b)(2)): write it into the memo.",
      ];
};

const factsOf = (db: Db, row: EvaluationRecord) =>
  db.one<Facts>(sql`
    select
      s.estimate_cents, s.estimate_on,
      (s.opened_at at time zone o.time_zone)::date::text as opened_on, s.opened_at, s.kind,
      (
        select answer->'parts'
        from award_scenario a
        where a.org_id = s.org_id and a.id = ${row.scenarioId}
      ) as parts,
      (
        select status
        from award_scenario a
        where a.org_id = s.org_id and a.id = ${row.scenarioId}
      ) as scenario_status,
      (
        select coalesce(jsonb_agg(v.name), '[]')
        from evaluation_bid b
        join vendor v on v.org_id = b.org_id and v.id = b.vendor_id
        where b.org_id = s.org_id
          and b.evaluation_id = ${row.id}
          and b.responsible is not true
          and b.vendor_id in (
            select (p->>'vendorId')::uuid
            from award_scenario a, jsonb_array_elements(a.answer->'parts') p
            where a.org_id = s.org_id and a.id = ${row.scenarioId}
          )
      ) as unready,
      (
        select count(*)::int
        from evaluation_bid b
        where b.org_id = s.org_id and b.evaluation_id = ${row.id} and b.responsive
      ) as bids
    from solicitation s
    join organization o on o.id = s.org_id
    where s.org_id = ${db.scope.orgId} and s.id = ${row.solicitationId}
  `);

/**
 * What the law asks before this evaluation may be recommended, on the agency's day; thresholds are
 * dated rules.
 */
export const demandsOf = async (db: Db, row: EvaluationRecord): Promise<Demands> => {
  const [facts, rules, texts] = await Promise.all([
    factsOf(db, row),
    listRules(db, ["simplifiedAcquisition"]),
    textsOf(db, row.id),
  ]);
  const threshold = strictestThreshold(rules, "simplifiedAcquisition", businessDate(db.scope));
  const amountCents = (facts.parts ?? []).reduce((sum, part) => sum + part.totalCents, 0);
  const above =
    threshold !== null && Math.max(amountCents, facts.estimateCents ?? 0) > threshold.cents;
  const finding = facts.bids < 2;
  const written = (kind: TextKind, least: number) =>
    (texts.get(kind)?.text.trim().length ?? 0) >= least;
  const missing = [
    ...(facts.parts === null ? ["Choose the award scenario that is recommended."] : []),
    ...(facts.unready.length
      ? [`Decide on the responsibility of ${facts.unready.join(", ")}.`]
      : []),
    ...(above && !written("analysis", 20)
      ? [
          `Write the cost or price analysis: the amount is above ${formatCents(threshold.cents)} (2 CFR 200.324).`,
        ]
      : []),
    ...(above &&
    (facts.estimateCents === null ||
      facts.estimateOn === null ||
      (facts.openedOn !== null && facts.estimateOn > facts.openedOn))
      ? [
          "The independent estimate must be dated before the opening (2 CFR 200.324(a)): it is missing or later.",
        ]
      : []),
    ...(finding && !written("finding", 20)
      ? [
          "Fewer than two responsive bids: write the finding of inadequate competition (2 CFR 200.320(c)).",
        ]
      : []),
    ...(written("memo", 20) ? [] : ["Write the recommendation memo."]),
    ...unsaid(texts),
  ];
  return {
    amountCents,
    thresholdCents: threshold?.cents ?? null,
    citation: threshold?.rule.citation ?? null,
    analysis: above,
    finding,
    bids: facts.bids,
    missing,
  };
};
export const missingForRecommendation = async (db: Db, row: EvaluationRecord): Promise<string[]> =>
  (await demandsOf(db, row)).missing;

/** The frozen sheet's ranking of each lot; none before the ranking and for older sheets. */
export const lotRankingsOf = (sheet: StoredText | undefined): readonly LotRanking[] =>
  sheet ? rankLots(readSheet(sheet.text)) : [];

/** The ranking of the frozen sheet, computed anew from its stored text. Null before the ranking. */
export const rankingOf = (sheet: StoredText | undefined): Ranking | null =>
  sheet ? rankSheet(readSheet(sheet.text)) : null;

type Memo = {
  solicitation: { number: string; title: string; kind: string };
  row: EvaluationRecord;
  members: readonly { name: string; role: string; recused: boolean; substitute: boolean }[];
  ranking: Ranking | null;
  lots: readonly LotRanking[];
  formulaText: string;
  rejected: readonly { name: string; reason: string }[];
  parts: readonly { vendorName: string; totalCents: number }[];
  scenario: {
    name: string;
    status: string;
    judgedCents: number | null;
    boundCents: number | null;
    points: number | null;
    pointsBound: number | null;
  } | null;
  departure: Departure | null;
  demands: Demands;
  texts: ReadonlyMap<TextKind, StoredText>;
};

const section = (title: string, lines: readonly string[]) =>
  lines.length ? [`## ${title}`, "", ...lines, ""] : [];

const shownPoints = (hundredths: number) => `${(hundredths / 100).toFixed(2)} points`;

const pointsProof = (scenario: NonNullable<Memo["scenario"]>, points: number): string =>
  scenario.pointsBound === null
    ? `It has ${shownPoints(points)}.`
    : scenario.status === "optimal"
      ? `No allowed award has more than its ${shownPoints(points)} by the published criteria; this is proven.`
      : `It has ${shownPoints(points)}; no allowed award can have more than ${shownPoints(scenario.pointsBound)}.`;

const proofOf = (scenario: Memo["scenario"]) =>
  scenario === null
    ? []
    : scenario.points !== null
      ? [`Scenario: ${scenario.name}.`, pointsProof(scenario, scenario.points)]
      : [
          `Scenario: ${scenario.name}.`,
          ...(scenario.judgedCents === null
            ? []
            : [
                scenario.status === "optimal"
                  ? `No allowed award is judged cheaper than ${formatCents(scenario.judgedCents)}; this is proven.`
                  : `Judged ${formatCents(scenario.judgedCents)}${scenario.boundCents === null ? "" : `; no allowed award can be below ${formatCents(scenario.boundCents)}`}.`,
              ]),
        ];

const lotLines = (lots: readonly LotRanking[]) =>
  lots.length < 2
    ? []
    : lots.flatMap((lot) =>
        section(
          `Ranking of ${lot.title}`,
          lot.bids.map(
            (bid) =>
              `${bid.rank}. ${bid.vendorName}: ${bid.total} points${bid.judgedCents === null ? "" : `, ${formatCents(bid.judgedCents)}`}`,
          ),
        ),
      );

const departureLines = (departure: Departure | null) =>
  departure === null
    ? []
    : section("Departure from the published criteria", [
        ...departure.lines.map((line) => `- ${line}.`),
        `Reason (2 CFR 200.320(b)(2)): ${departure.reason}`,
      ]);

const rankingLines = (ranking: Memo["ranking"]) =>
  section(
    "Ranking",
    (ranking?.bids ?? [])
      .filter((bid) => bid.rank !== null)
      .map(
        (bid) =>
          `${bid.rank}. ${bid.vendorName}: ${bid.total} points${bid.priceCents === null ? "" : `, ${formatCents(bid.priceCents)}${bid.finalRound === null ? "" : ` (final offer, round ${bid.finalRound})`}`}`,
      ),
  );

/**
 * The recommendation as the record tells it; a person edits it before it is signed. Plain text with
 * Markdown headings.
 */
export const draftMemo = ({
  solicitation,
  row,
  members,
  ranking,
  lots,
  formulaText,
  rejected,
  parts,
  scenario,
  departure,
  demands,
  texts,
}: Memo): string => {
  const total = parts.reduce((sum, part) => sum + part.totalCents, 0);
  const proof = proofOf(scenario);
  return [
    `# Recommendation of award`,
    "",
    `${solicitation.number}, ${solicitation.title}. Evaluation ${row.number}, round ${row.round}.`,
    "",
    ...section("Recommendation", [
      ...parts.map((part) => `- ${part.vendorName}: ${formatCents(part.totalCents)}`),
      `Total: ${formatCents(total)}.`,
      ...proof,
    ]),
    ...departureLines(departure),
    ...section("How the bids were evaluated", [
      formulaText,
      ...members.map(
        (member) =>
          `- ${member.name}, ${member.role}${member.substitute ? ", substitute" : ""}${member.recused ? ", recused" : ""}`,
      ),
    ]),
    ...rankingLines(ranking),
    ...lotLines(lots),
    ...section(
      "Bids that do not take part",
      rejected.map((bid) => `- ${bid.name}: ${bid.reason}`),
    ),
    ...section("Cost or price analysis", [
      texts.get("analysis")?.text ??
        (demands.analysis ? "To be written." : "Not required at this amount."),
    ]),
    ...section(
      "Competition",
      demands.finding
        ? [
            texts.get("finding")?.text ??
              "Fewer than two responsive bids: the finding is to be written.",
          ]
        : [`${counted(demands.bids, "responsive bid")}.`],
    ),
    `Score sheet SHA-256: ${row.sheetDigest ?? "not ranked"}`,
  ].join("\n");
};
