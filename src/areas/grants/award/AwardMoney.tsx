import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { objectClasses } from "#areas/finance/finance.public.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { frequencies, methods, wageAnswers } from "./award.labels.ts";
import type { AwardDetail } from "./award.model.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });
type Class = AwardDetail["classes"][number];
const classParts: readonly LinePart<Class>[] = [
  { label: "Object class", as: "title", cell: (c) => objectClasses[c.objectClass] },
  { label: "Cost, $", cell: (c) => money(c.cost) },
  { label: "Paid, $", cell: (c) => money(c.paid) },
  { label: "Claimed, $", cell: (c) => money(c.claimed) },
  { label: "Budget, $", as: "amount", cell: (c) => money(c.budget) },
];
type Account = AwardDetail["accounts"][number];
const accountParts: readonly LinePart<Account>[] = [
  { label: "Account", as: "title", cell: (a) => <span className="mono">{a.code}</span> },
  { label: "Ordered, $", cell: (a) => money(a.committed) },
  { label: "Expended, $", cell: (a) => money(a.expended) },
  { label: "Budget, $", as: "amount", cell: (a) => money(a.budget) },
];

const wagesOf = (w: AwardDetail): string =>
  [
    wageAnswers[w.prevailingWages],
    w.prevailingWagesSource && `(${w.prevailingWagesSource})`,
    w.prevailingWages === "notKnown" && w.wageLaw,
  ]
    .filter(Boolean)
    .join(" ");

function AwardMoneyFacts({ award: w }: { award: AwardDetail }) {
  const rows: (readonly [string, string])[] = [
    ["The grantor pays", formatCents(w.amount)],
    ["Match", formatCents(w.match)],
    ["Grantor's share", `${w.shareRate / 100}%`],
    ["Drawn", formatCents(w.drawn)],
    ["Left", formatCents(w.left)],
    ["Cash on hand", formatCents(w.cash)],
    ["Period", `${formatDate(w.periodFrom)} to ${formatDate(w.periodTo)}`],
    ...(w.preawardFrom ? [["Pre-award from", formatDate(w.preawardFrom)] as const] : []),
    ["Payment", methods[w.method]],
    ["Reports", frequencies[w.reportEvery]],
    ["Assistance listing", w.assistanceListing || "—"],
    ["Prevailing wages", wagesOf(w)],
    ["Account segment", w.segment ?? "not chosen yet"],
    ...(w.retainedUntil ? [["Records kept until", formatDate(w.retainedUntil)] as const] : []),
  ];
  return (
    <Panel title="Amounts and days">
      <Facts rows={rows} />
    </Panel>
  );
}

/** What an award pays, cost, and what is claimed of it, by object class and account. */
export function AwardMoney({ award: w }: { award: AwardDetail }) {
  return (
    <>
      {w.attention.length > 0 && (
        <Panel title="Needs attention">
          <ul className="checks">
            {w.attention.map((why) => (
              <li key={why} className="warn">
                {why}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <AwardMoneyFacts award={w} />
      <Panel title="By object class">
        <LineTable
          label="Object classes"
          parts={classParts}
          lines={w.classes}
          keyOf={(c) => c.objectClass}
        />
        <p className="mt-3 text-13">
          <Link to={pathTo("objectClasses")}>Which account is of which class</Link>
        </p>
      </Panel>
      <Panel title="Accounts that spend it">
        {w.accounts.length === 0 ? (
          <p className="text-t2">
            No account string names it yet. The budget officer adds budget lines with its segment.
          </p>
        ) : (
          <LineTable label="Accounts" parts={accountParts} lines={w.accounts} keyOf={(a) => a.id} />
        )}
      </Panel>
    </>
  );
}
