import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { useList } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { standings } from "./award.labels.ts";
import type { Award } from "./award.model.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });
const parts: readonly LinePart<Award>[] = [
  {
    label: "Award",
    as: "title",
    cell: (w) => (
      <>
        <Link className="text-link" to={pathTo("award", { id: w.id })}>
          {w.number}
        </Link>{" "}
        {w.title}
      </>
    ),
  },
  { label: "Drawn, $", cell: (w) => money(w.drawn) },
  { label: "Left, $", cell: (w) => money(w.left) },
  { label: "Next report", cell: (w) => (w.nextReport ? formatDate(w.nextReport) : "—") },
  { label: "Amount, $", as: "amount", cell: (w) => money(w.amount) },
  {
    label: "Status",
    as: "badge",
    cell: (w) => <Badge {...standings[w.standing]} />,
  },
];
const sum = (awards: readonly Award[], of: (w: Award) => number) =>
  awards.reduce((n, w) => n + of(w), 0);

/** What the awards come to and which of them need somebody, in one sentence. */
const findingOf = (awards: readonly Award[]): FindingPart[] => {
  const needy = awards.filter(({ standing }) => standing === "attention");
  return [
    {
      text: `${counted(awards.length, "award")} of ${formatCents(sum(awards, (w) => w.amount))}, ${formatCents(sum(awards, (w) => w.left))} of it left`,
    },
    ...(needy.length > 0
      ? [
          {
            text: `${counted(needy.length, "award needs", "awards need")} attention`,
            to: `${pathTo("allGrants")}?attention=true`,
          },
        ]
      : []),
  ];
};

/** Awards by the grantor or the program that they belong to, below what they come to. */
export function AwardGroups({ by, title }: { by: "grantor" | "program"; title: string }) {
  const list = useList<Award>("/api/v1/grant-awards", `sort=${by}&limit=200`);
  if (list.isPending) return <RecordSkeleton />;
  if (!list.data) return <ErrorPanel error={list.error} what="The grants" />;
  const groups = new Map<string, Award[]>();
  for (const w of list.data.items) {
    const name = w[by] || "No program";
    groups.set(name, [...(groups.get(name) ?? []), w]);
  }
  return (
    <div className="stack">
      <h1>{title}</h1>
      {groups.size === 0 && (
        <EmptyState kind="first-use" title="No awards yet">
          A won application becomes one, or enter the grantor&rsquo;s offer under All grants.
        </EmptyState>
      )}
      {groups.size > 0 && (
        <>
          <Finding parts={findingOf(list.data.items)} none="" />
          <Panel title={title} flush>
            <LineTable
              label={title}
              parts={parts.toSpliced(1, 0, {
                label: by === "grantor" ? "Grantor" : "Program",
                cell: (w) => w[by] || "None",
                words: true,
              })}
              lines={[...groups.values()].flat()}
              keyOf={(w) => w.id}
            />
          </Panel>
        </>
      )}
      {(list.data.total ?? 0) > list.data.items.length && (
        <p className="text-t2">
          The first {list.data.items.length} of {list.data.total} awards are shown; find the others
          under <Link to={pathTo("allGrants")}>All grants</Link>.
        </p>
      )}
    </div>
  );
}
