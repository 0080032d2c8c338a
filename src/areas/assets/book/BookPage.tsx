import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DateField, MoneyField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import type { BookAnswer } from "./book.model.ts";

type Sums = BookAnswer["total"];
type Part = readonly [key: keyof Sums, label: string, sign: 1 | -1];
const costs: readonly Part[] = [
  ["costBefore", "Before", 1],
  ["added", "Added", 1],
  ["improved", "Improved", 1],
  ["gone", "Disposed of", -1],
  ["costAfter", "After", 1],
];
const depreciation: readonly Part[] = [
  ["depreciationBefore", "Before", 1],
  ["charged", "Of the period", 1],
  ["depreciationGone", "Of what is gone", -1],
  ["depreciationAfter", "After", 1],
  ["bookAfter", "Book value", 1],
];
const strong = new Set<keyof Sums>(["costAfter", "depreciationAfter", "bookAfter"]);

function Figures({ sums, parts }: { sums: Sums; parts: readonly Part[] }) {
  return parts.map(([key, , sign]) => (
    <td key={key} className={`text-right tabular-nums ${strong.has(key) ? "font-semibold" : ""}`}>
      {sums[key] === 0 ? "0.00" : formatCents(sign * sums[key], { symbol: false })}
    </td>
  ));
}

function Table({
  book: b,
  title,
  parts,
}: {
  book: BookAnswer;
  title: string;
  parts: readonly Part[];
}) {
  return (
    <Panel title={`${title}, $`} aside={`${formatDate(b.from)} to ${formatDate(b.to)}`}>
      <div
        className="overflow-x-auto"
        tabIndex={0}
        role="region"
        aria-label={`${title}, scrolls sideways`}
      >
        <table className="ledger w-full whitespace-nowrap" aria-label={`${title} by class`}>
          <thead>
            <tr>
              <th scope="col">Class</th>
              {parts.map(([key, label]) => (
                <th key={key} scope="col" className="text-right">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {b.classes.map((row) => (
              <tr key={row.classId}>
                <th scope="row">
                  <Link to={`${pathTo("assets")}?classId=${row.classId}`}>{row.className}</Link>
                </th>
                <Figures sums={row} parts={parts} />
              </tr>
            ))}
            <tr>
              <th scope="row">All</th>
              <Figures sums={b.total} parts={parts} />
            </tr>
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Foot({ book: b }: { book: BookAnswer }) {
  return (
    <p className="text-13 text-t2">
      Straight line by full months, to the cent (GASB 34, paragraphs 22, 116 and 117).
      {b.unpriced > 0 &&
        ` ${counted(b.unpriced, "asset")} without cost, useful life or first day in service ${b.unpriced === 1 ? "is" : "are"} not in it.`}
      {b.below > 0 &&
        ` ${counted(b.below, "asset")} below the threshold of ${b.below === 1 ? "its" : "their"} day ${b.below === 1 ? "was" : "were"} expensed.`}
    </p>
  );
}

function ThresholdDialog({ onClose }: { onClose: () => void }) {
  return (
    <PostDialog
      title="Set the threshold"
      description="An asset is capitalized when it cost so much or more on the day on which it was acquired. What held before that day stays."
      path="/api/v1/asset-book/thresholds"
      submit="Set it"
      nouns={["assets"]}
      values={{ fromDay: "", thresholdCents: null as number | null, source: "" }}
      onClose={onClose}
    >
      <DateField name="fromDay" label="From" required />
      <MoneyField name="thresholdCents" label="Capitalized from" required />
      <TextField name="source" label="Resolution or policy" required maxLength={300} />
    </PostDialog>
  );
}

function Thresholds({ items }: { items: BookAnswer["thresholds"] }) {
  const { can } = useAuth();
  const [open, setOpen] = useState(false);
  return (
    <Panel title="Capitalized from">
      {items.length === 0 && (
        <p className="text-t2">No threshold is set: every asset with a cost is capitalized.</p>
      )}
      <ul className="grid gap-2">
        {items.map((one) => (
          <li key={one.id}>
            <strong className="tabular-nums">{formatCents(one.thresholdCents)}</strong> from{" "}
            {formatDate(one.fromDay)} <span className="text-t2">· {one.source}</span>
          </li>
        ))}
      </ul>
      {can("asset.book") && (
        <button type="button" className="btn mt-3" onClick={() => setOpen(true)}>
          Set the threshold
        </button>
      )}
      {open && <ThresholdDialog onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function Period({ book: b, onChange }: { book: BookAnswer; onChange: (key: string) => Handler }) {
  return (
    <div className="flex flex-wrap gap-4">
      {(["from", "to"] as const).map((key) => (
        <label key={key} className="field">
          <span className="label">{key === "from" ? "From" : "To"}</span>
          <input
            type="date"
            className="field-control"
            defaultValue={b[key]}
            onChange={onChange(key)}
          />
        </label>
      ))}
    </div>
  );
}
type Handler = (event: React.ChangeEvent<HTMLInputElement>) => void;

/** /asset-management/book: the roll-forward of capital assets between two days. */
export default function BookPage() {
  const [search, setSearch] = useSearchParams();
  const asked = new URLSearchParams([...search].filter(([key]) => ["from", "to"].includes(key)));
  const found = useGet<BookAnswer>("assets", `/api/v1/asset-book?${asked.toString()}`, {
    first: true,
    keep: true,
  });
  const change =
    (key: string): Handler =>
    ({ target: { value } }) => {
      if (!value) return;
      setSearch((old) => new URLSearchParams([...old, [key, value]].filter(lastOf)), {
        replace: true,
      });
    };
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Asset ledger</h1>
        <Link className="btn" to={pathTo("assets")}>
          All assets
        </Link>
      </div>
      {found.isPending && <RecordSkeleton />}
      {found.isError && (
        <ErrorPanel error={found.error} what="The book" onRetry={() => void found.refetch()} />
      )}
      {found.data && (
        <>
          <Period book={found.data} onChange={change} />
          <Table book={found.data} title="Cost" parts={costs} />
          <Table book={found.data} title="Depreciation and book value" parts={depreciation} />
          <Foot book={found.data} />
          <Thresholds items={found.data.thresholds} />
        </>
      )}
    </div>
  );
}
const lastOf = ([key]: string[], at: number, all: string[][]) =>
  all.findLastIndex(([other]) => other === key) === at;
