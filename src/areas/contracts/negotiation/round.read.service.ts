import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { acceptors, type Acceptor, type Fallback } from "../clause/clause.labels.ts";
import { acceptorOf, sameText } from "../clause/clause.model.ts";
import { comparer, type Piece } from "./compare.model.ts";
import type { RoundContent, SentClause } from "./negotiation.labels.ts";
import type { RoundClause, RoundDetail, VendorRound } from "./negotiation.model.ts";
import { negotiationRound, type negotiationAnswer } from "./negotiation.tables.ts";
import { isIntact, type RoundRecord } from "./round.service.ts";

/** Comparing what one page shows takes so many milliseconds at most. */
const mostMilliseconds = 1000;
type Compare = ReturnType<typeof comparer>;
type AnswerRecord = typeof negotiationAnswer.$inferSelect;

const roundBefore = (db: Db, round: RoundRecord) =>
  db.maybe<{ content: RoundContent }>(sql`
    select content
    from negotiation_round
    where org_id = ${round.orgId}
      and contract_id = ${round.contractId}
      and vendor_id = ${round.vendorId}
      and round_no < ${round.roundNo}
    order by round_no desc
    limit 1
  `);

const answersOf = (db: Db, round: RoundRecord) =>
  db.rows<AnswerRecord>(sql`
    select *
    from negotiation_answer
    where org_id = ${round.orgId} and round_id = ${round.id}
  `);

const filesOf = (db: Db, round: RoundRecord) =>
  db.rows<RoundDetail["files"][number]>(sql`
    select id, file_id, name, sent_at, unsearchable, changes
    from negotiation_file
    where org_id = ${round.orgId} and round_id = ${round.id}
    order by sent_at, id
  `);

const fallbacksOf = (db: Db, round: RoundRecord) =>
  db.rows<{ id: string; fallbacks: Fallback[] }>(sql`
    select k.id, v.fallbacks
    from contract_clause k
    join clause v on v.org_id = k.org_id and v.id = k.clause_id
    where k.org_id = ${round.orgId} and k.contract_id = ${round.contractId}
  `);

// What we changed since the round before: only where it says something else.
const sinceLast = (
  compare: Compare,
  clause: SentClause,
  before: RoundContent | null,
): Piece[] | null => {
  const then = before?.clauses.find((each) => each.id === clause.id);
  if (!then || sameText(then.text, clause.text)) return null;
  return compare(then.text, clause.text).pieces;
};

const termsBefore = (now: RoundContent, before: RoundContent | null): RoundContent["terms"] =>
  (before?.terms ?? []).filter(
    ({ label, value }) => now.terms.find((each) => each.label === label)?.value !== value,
  );

const headOf = (round: RoundRecord) => ({
  id: round.id,
  roundNo: round.roundNo,
  status: round.status,
  sha256: round.sha256,
  intact: isIntact(round),
  message: round.message,
  answerBy: round.answerBy,
  sentAt: round.sentAt,
  answeredAt: round.answeredAt,
  remark: round.remark,
  endedReason: round.endedReason,
  version: round.version,
  terms: round.content.terms,
});

const answerOf = (
  compare: Compare,
  clause: SentClause,
  a: AnswerRecord | undefined,
  names: ReadonlyMap<string, string>,
): RoundClause["answer"] => {
  if (!a) return null;
  const compared = a.answer === "text" ? compare(clause.text, a.text) : null;
  return {
    id: a.id,
    answer: a.answer,
    text: a.text,
    remark: a.remark,
    decision: a.decision,
    counterText: a.counterText,
    fallbackRank: a.fallbackRank,
    note: a.note,
    decidedBy: a.decidedBy ? (names.get(a.decidedBy) ?? null) : null,
    decidedAt: a.decidedAt,
    version: a.version,
    pieces: compared?.pieces ?? null,
    changes: compared?.changes ?? [],
  };
};

const may = (actor: Actor, by: Acceptor): boolean =>
  actor.permissions.has(acceptors[by].permission);

/**
 * A round as members see it: what was sent, what came back, word by word, and what this person may
 * decide. 404.
 */
export const readRound = async (db: Db, actor: Actor, id: string): Promise<RoundDetail> => {
  const round = await getRow(db, negotiationRound, id, "round");
  const [last, answers, files, fallbacks] = await Promise.all([
    roundBefore(db, round),
    answersOf(db, round),
    filesOf(db, round),
    fallbacksOf(db, round),
  ]);
  const ids = [round.sentBy, ...answers.map((each) => each.decidedBy)].filter(
    (each) => each !== null,
  );
  const names = new Map((await membersNamed(db, { ids })).map((each) => [each.id, each.name]));
  const open = round.status === "sent" || round.status === "answered";
  const compare = comparer(mostMilliseconds);
  return {
    ...headOf(round),
    sentBy: round.sentBy ? (names.get(round.sentBy) ?? null) : null,
    termsBefore: termsBefore(round.content, last?.content ?? null),
    clauses: round.content.clauses.map((clause) => {
      const own = fallbacks.find((each) => each.id === clause.id)?.fallbacks ?? [];
      const answer = answers.find((each) => each.contractClauseId === clause.id);
      const { by } = acceptorOf(own, answer?.text ?? "");
      return {
        ...clause,
        sinceLast: sinceLast(compare, clause, last?.content ?? null),
        answer: answerOf(compare, clause, answer, names),
        fallbacks: own.map(({ text, by: duty }, at) => ({
          rank: at + 1,
          text,
          by: acceptors[duty].label,
          mine: may(actor, duty),
        })),
        accepts: { by: acceptors[by].label, mine: may(actor, by) },
      };
    }),
    files,
    canWithdraw: open && actor.permissions.has("contract.edit"),
    canDecide: round.status === "answered" && may(actor, "buyer"),
    mayWrite: may(actor, "counsel"),
  };
};

/** The rounds of a contract, newest first. */
export const roundsOf = (db: Db, contractId: string) =>
  db.rows<{ id: string; roundNo: number; status: RoundRecord["status"]; sentAt: Instant }>(sql`
    select id, round_no, status, sent_at
    from negotiation_round
    where org_id = ${db.scope.orgId} and contract_id = ${contractId}
    order by round_no desc
  `);

/** A round as its vendor sees it, decisions once they are all made. 404 for another vendor's. */
export const readVendorRound = async (
  db: Db,
  { vendorId, agency }: { vendorId: string; agency: string },
  id: string,
): Promise<VendorRound> => {
  const round = await getRow(db, negotiationRound, id, "round");
  if (round.vendorId !== vendorId) throw notFound("round");
  const [last, answers, files] = await Promise.all([
    roundBefore(db, round),
    answersOf(db, round),
    filesOf(db, round),
  ]);
  const decided = round.status === "settled";
  const compare = comparer(mostMilliseconds);
  return {
    ...headOf(round),
    agency,
    contractNumber: round.contractNumber,
    contractTitle: round.contractTitle,
    clauses: round.content.clauses.map((clause) => {
      const a = answers.find((each) => each.contractClauseId === clause.id);
      return {
        ...clause,
        sinceLast: sinceLast(compare, clause, last?.content ?? null),
        answer: a
          ? {
              answer: a.answer,
              text: a.text,
              remark: a.remark,
              decision: decided ? a.decision : null,
              counterText: decided ? a.counterText : null,
              note: decided ? a.note : "",
            }
          : null,
      };
    }),
    files: files.map(({ id: fileId, name, sentAt, unsearchable }) => ({
      id: fileId,
      name,
      sentAt,
      unsearchable,
    })),
  };
};
