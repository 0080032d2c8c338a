import type { ReactNode } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { ClaimDetail, Issue } from "./claim.model.ts";

type Of = { claim: ClaimDetail };

const shown = (cents: number | null, days: number | null) =>
  cents === null && days === null ? (
    "—"
  ) : (
    <>
      {formatCents(cents ?? 0, { symbol: false })}
      {days ? <small className="block text-t2">{days} days</small> : null}
    </>
  );
const parts: readonly LinePart<Issue>[] = [
  { label: "Point", as: "title", cell: (i) => i.title },
  { label: "Found, $", cell: (i) => shown(i.found, i.foundDays) },
  { label: "Offered, $", cell: (i) => shown(i.offered, i.offeredDays) },
  { label: "Settled, $", cell: (i) => shown(i.settled, i.settledDays) },
  { label: "Claimed, $", as: "amount", cell: (i) => shown(i.claimed, i.claimedDays) },
];

/** Claimed, found, offered and settled, point by point. */
export function Issues({ claim: c }: Of) {
  return (
    <Panel title="Points" flush={c.issues.length > 0}>
      {c.issues.length === 0 ? (
        <p className="text-t2">The notice names no amounts; they come when it is submitted.</p>
      ) : (
        <LineTable
          label="Points of the claim"
          parts={parts}
          lines={c.issues}
          keyOf={(i) => i.id}
          total={{ label: "Claimed", amount: formatCents(c.claimed, { symbol: false }) }}
          across={3}
        />
      )}
    </Panel>
  );
}

/** What was late, and what waits. */
export function Flags({ claim: c }: Of) {
  if (!c.late && !c.settling) return null;
  return (
    <Panel title="To be known">
      <ul className="checks">
        {c.late && (
          <li className="warn">
            Notice came on {formatDate(c.noticedOn)} and was due on {formatDate(c.noticeDueOn!)}.
            {c.citation && ` ${c.citation}.`}
          </li>
        )}
        {c.settling && <li className="warn">A settlement waits for its approvers.</li>}
      </ul>
    </Panel>
  );
}

const day = (label: string, at: Day | null): (readonly [string, ReactNode])[] =>
  at ? [[label, formatDate(at)]] : [];
const words = (label: string, text: string | null): (readonly [string, ReactNode])[] =>
  text ? [[label, text]] : [];

const factsOf = (c: ClaimDetail): (readonly [string, ReactNode])[] => [
  [
    "Contract",
    <Link key="contract" to={pathTo("contract", { id: c.contractId })}>
      {c.contract}, {c.contractTitle}
    </Link>,
  ],
  ["What happened", c.narrative],
  ["Happened on", formatDate(c.eventOn)],
  ...day("Known on", c.knownOn),
  ["Notice", formatDate(c.noticedOn)],
  ...day("Notice due", c.noticeDueOn),
  ...day("Submitted", c.submittedOn),
  ...words("Certified by", c.certifiedBy),
  ...day("Decided", c.decidedOn),
  ...words("Decision", c.decision),
  ...day("Appealed", c.appealedOn),
  ...words("Appeal", c.appeal),
  ...words("Settlement", c.settlement),
  ...day("Settled", c.settledOn),
  ...(c.changeId
    ? [
        [
          "Carried out by",
          <Link key="change" to={pathTo("changeOrder", { id: c.changeId })}>
            a change order
          </Link>,
        ] as const,
      ]
    : []),
  ...words("Reason", c.statusReason),
];

/** What happened, when, and what was decided. */
export function ClaimFacts({ claim }: Of) {
  return (
    <Panel title="Claim">
      <Facts rows={factsOf(claim)} />
    </Panel>
  );
}
