import type { ReactNode } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { dayAfter } from "#kernel/holidays.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { sides } from "./change.labels.ts";
import type { ChangeDetail } from "./change.model.ts";

type Of = { change: ChangeDetail };
type Line = { id: string; description: string; amount: number; days: number };

const plain = (cents: number) => (cents === 0 ? "" : formatCents(cents, { symbol: false }));
const parts: readonly LinePart<Line>[] = [
  { label: "Item", as: "title", cell: (l) => l.description },
  { label: "Days", cell: (l) => l.days || "" },
  { label: "Less, $", cell: (l) => plain(Math.max(0, -l.amount)) },
  { label: "More, $", as: "amount", cell: (l) => plain(Math.max(0, l.amount)) },
];

/** Lines with more and less in columns of their own. */
export function MoreAndLess({
  lines,
  sums,
}: {
  lines: readonly Line[];
  sums: { increase: number; decrease: number; days: number };
}) {
  const summed = parts.map((part) =>
    part.label === "Days"
      ? { ...part, sum: sums.days || "" }
      : part.label === "Less, $"
        ? { ...part, sum: plain(sums.decrease) }
        : part,
  );
  return (
    <LineTable
      label="Lines of the change order"
      parts={summed}
      lines={lines}
      keyOf={(l) => l.id}
      total={{ label: "Total", amount: plain(sums.increase) }}
    />
  );
}

/** What stands in its way now. */
export function InItsWay({ change: c }: Of) {
  const said = [
    ...c.beyond.map((text) => ({
      ok: c.bodyNumber !== null,
      text: c.bodyNumber
        ? `${text} The governing body decided so.`
        : `${text} Record the governing body's decision.`,
    })),
    ...c.objections.map((text) => ({ ok: false, text })),
    ...(c.status === "reviewed" && c.analysisDemanded && !c.analysis
      ? [
          {
            ok: false,
            text: "It is above the simplified acquisition threshold: a cost or price analysis is asked for. 2 CFR 200.324(a)",
          },
        ]
      : []),
  ];
  if (said.length === 0) return null;
  return (
    <Panel title="Before it is approved">
      <ul className="checks">
        {said.map(({ ok, text }) => (
          <li key={text} className={ok ? "pass" : "warn"}>
            {text}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const factsOf = (c: ChangeDetail): (readonly [string, ReactNode])[] => [
  [
    "Contract",
    <Link key="contract" to={pathTo("contract", { id: c.contractId })}>
      {c.contract}, {c.contractTitle}
    </Link>,
  ],
  ["Proposed by", c.side === "vendor" ? `${c.proposedBy}, ${c.vendor}` : sides.agency],
  ["Why", c.reason],
  ["Net", formatCents(c.net)],
  ...(c.status === "applied"
    ? []
    : ([
        ["Ceiling then", formatCents(c.ceilingNow + c.net)],
        [
          "Ends then",
          `${formatDate(dayAfter(c.endsNow, c.days))}${c.days ? `, ${counted(c.days, "day")}` : ""}`,
        ],
      ] as const)),
  ...(c.inScope === null
    ? []
    : [["Scope", `${c.inScope ? "Within" : "Beyond"}. ${c.scopeReason}`] as const]),
  ...(c.analysis ? [["Cost or price analysis", c.analysis] as const] : []),
  ...(c.funding ? [["Paid from", c.funding] as const] : []),
  ...c.yearPlan.map(({ year, amount }) => [`Fiscal year ${year}`, formatCents(amount)] as const),
  ...(c.bodyNumber
    ? [["Governing body", `${c.bodyNumber}, ${formatDate(c.bodyDay!)}`] as const]
    : []),
  ...(c.claimId
    ? [
        [
          "Carries out",
          <Link key="claim" to={pathTo("claim", { id: c.claimId })}>
            the settlement of a claim
          </Link>,
        ] as const,
      ]
    : []),
  ...(c.statusReason ? [["Reason", c.statusReason] as const] : []),
];

/** What it changes, judged how, paid from what. */
export function ChangeFacts({ change }: Of) {
  return (
    <Panel title="Change order">
      <Facts rows={factsOf(change)} />
    </Panel>
  );
}
