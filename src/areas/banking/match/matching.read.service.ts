import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { note } from "#server/change.ts";
import { notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { agencyAccounts } from "#areas/finance/finance.server.ts";
import { bankFeeRule } from "./match.tables.ts";
import type { FeeRuleInput, FeeRuleRow, MatchingPage } from "./matching.model.ts";
import type { Part } from "./match.model.ts";
import { whyNotMatch } from "./match.service.ts";
import { readMatching, type Matching } from "./open.service.ts";

const mostShown = 100;

type Candidate = NonNullable<MatchingPage["lines"][number]["proposal"]>["parts"][number];
const candidateOf =
  (m: Matching) =>
  (part: Part): Candidate => {
    const payment = part.paymentId ? m.payments.get(part.paymentId) : undefined;
    const receipt = part.journalId ? m.receipts.get(part.journalId) : undefined;
    return {
      ...part,
      number: payment?.number ?? receipt?.number ?? "",
      what: payment?.vendor ?? receipt?.title ?? "",
      onDay: payment?.paidOn ?? receipt?.onDay ?? null,
    };
  };

/** What of an account is open, as its page shows it: at most a hundred lines, what matters first. */
export const readMatchingPage = async (
  db: Db,
  actor: Actor,
  accountId: string,
): Promise<MatchingPage> => {
  const [m, closed] = await Promise.all([
    readMatching(db, accountId),
    whyNotMatch(db, actor, accountId),
  ]);
  const alarms = new Map(m.alarms.map((a) => [a.lineId, a]));
  const proposals = new Map(m.proposals.map((p) => [p.lineId, p]));
  const rank = (id: string) => {
    if (alarms.has(id)) return 0;
    const proposal = proposals.get(id);
    return proposal ? (proposal.certain ? 1 : 2) : 3;
  };
  const lines = m.lines.toSorted((a, b) => rank(a.id) - rank(b.id)).slice(0, mostShown);
  return {
    accountId,
    account: m.account.name,
    open: m.lines.length,
    openCents: m.lines.reduce((n, l) => n + l.cents, 0),
    certain: m.proposals.filter((p) => p.certain).length,
    proposed: m.proposals.filter((p) => !p.certain).length,
    alarms: m.alarms.length,
    closed,
    lines: lines.map((line) => {
      const alarm = alarms.get(line.id);
      const proposal = proposals.get(line.id);
      return {
        id: line.id,
        onDay: line.onDay,
        cents: line.cents,
        text: line.text,
        reference: line.customerReference || line.bankReference,
        statementId: line.statementId,
        statement: line.statement,
        alarm: alarm ? { code: alarm.code, reason: alarm.reason } : null,
        proposal: proposal
          ? {
              kind: proposal.kind,
              certain: proposal.certain,
              reason: proposal.reason,
              parts: proposal.parts.slice(0, 20).map(candidateOf(m)),
            }
          : null,
      };
    }),
  };
};

/** What the bank may charge an account by itself. */
export const readFeeRules = (db: Db, accountId: string): Promise<FeeRuleRow[]> =>
  db.rows<FeeRuleRow>(sql`
    select r.id, r.label, r.type_code, r.words, r.most
    from bank_fee_rule r
    where r.org_id = ${db.scope.orgId} and r.agency_account_id = ${accountId} and r.ended_at is null
    order by r.label, r.id
    limit 100
  `);

/** Lets the bank charge an account by itself: lines with these words up to an amount. 404 without it. */
export const addFeeRule = async (tx: Tx, actor: Actor, input: FeeRuleInput): Promise<string> => {
  const account = (await agencyAccounts(tx)).find((a) => a.id === input.agencyAccountId);
  if (!account) throw notFound("bank account");
  const row = await insertRow(tx, bankFeeRule, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
    createdBy: actor.personId,
  });
  note(tx, actor, "bankFeeRule", { id: row.id, number: row.label }, { action: "add", after: row });
  return row.id;
};

/** Ends a rule: what it covered stays matched. 404 where none stands. */
export const endFeeRule = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const ended = await tx.maybe<{ label: string }>(sql`
    update bank_fee_rule
    set ended_at = ${businessNow(tx.scope).toISOString()}
    where org_id = ${actor.orgId} and id = ${id} and ended_at is null
    returning label
  `);
  if (!ended) throw notFound("fee rule");
  note(tx, actor, "bankFeeRule", { id, number: ended.label }, { action: "end" });
};
