import { formatDate, formatInstant } from "#kernel/dates.ts";
import { type Instant, isDate, isInstant } from "#kernel/time.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { csvCell, saveText } from "../csv.ts";
import { EmptyState, ErrorPanel, Panel } from "../states.tsx";
import type { StatusLook } from "../StatusBadge.tsx";

/**
 * One step in a record's life, as GET path/id/history tells it, newest first. `auditIndex` is its
 * place in the audit ledger, null until it is sequenced.
 */
export type HistoryItem = {
  at: Instant;
  actorName: string | null;
  action: string;
  from: string | null;
  to: string | null;
  reason: string | null;
  changes: readonly { field: string; before: unknown; after: unknown }[];
  auditIndex: number | null;
  /** The content was erased by law; the entry itself stays in the ledger. */
  erased?: boolean;
};

const isId = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === "string" &&
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value));
const bookkeeping = new Set(["createdAt", "updatedAt", "version"]);
/**
 * What says something to a person: ids, counters and digests stay in the export and in the audit
 * record.
 */
const telling = (changes: HistoryItem["changes"]): HistoryItem["changes"] =>
  changes.filter(
    (change) =>
      !bookkeeping.has(change.field) &&
      !/Digest$/.test(change.field) &&
      !(isId(change.before) && isId(change.after)),
  );
/** More changes than this fold up. */
const foldFrom = 5;

const isMoney = (field: string): boolean =>
  /(cents|amount|total|ceiling|requested|reviewed)$/i.test(field);
/**
 * A value as people read it: cents as money, dates and instants in words, lists by their length.
 */
const show = (field: string, value: unknown, timeZone: string): string => {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "number" && isMoney(field)) return formatCents(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return counted(value.length, "entry", "entries");
  if (typeof value === "string" && isDate(value)) return formatDate(value);
  if (typeof value === "string" && isInstant(value)) return formatInstant(value, timeZone);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};
const nameOf = (field: string): string => readable(field.replace(/(.)Cents$/, "$1"));
const readable = (name: string): string => {
  const spaced = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[._-]/g, " ")
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** `invoice.returnToVendor` reads as its button does, or `Return to vendor`. */
const verbOf = (action: string, labels: ActionLabels): string => {
  const name = action.split(".").at(-1) ?? action;
  return labels[name]?.label ?? readable(name);
};
export type ActionLabels = Readonly<Record<string, { label: string }>>;

/**
 * A record's history as CSV in the words of the screen, every change with what it was before; times
 * are UTC.
 */
export const historyCsv = (
  items: readonly HistoryItem[],
  statuses: StatusLook,
  labels: ActionLabels,
): string => {
  const status = (name: string | null) => name && (statuses[name]?.label ?? readable(name));
  const changes = (item: HistoryItem) =>
    item.changes
      .map(
        (change) =>
          `${nameOf(change.field)}: ${show(change.field, change.before, "UTC")} → ${show(change.field, change.after, "UTC")}`,
      )
      .join("; ");
  return [
    ["When (UTC)", "Who", "What", "From", "To", "Reason", "Changes", "Audit entry"],
    ...items.map((item) => [
      item.at,
      item.actorName ?? "System",
      verbOf(item.action, labels),
      status(item.from),
      status(item.to),
      item.reason,
      changes(item),
      item.auditIndex,
    ]),
  ]
    .map((row) => row.map(csvCell).join(","))
    .join("\r\n");
};

function Changes({ changes }: { changes: HistoryItem["changes"] }) {
  const { timeZone } = useAgency();
  const shown = telling(changes);
  if (shown.length === 0) return null;
  const list = (
    <ul className="changes">
      {shown.map((change) => (
        <li key={change.field}>
          {nameOf(change.field)}:{" "}
          {change.before === null || change.before === undefined ? null : (
            <>
              <del>{show(change.field, change.before, timeZone)}</del> →{" "}
            </>
          )}
          <ins>{show(change.field, change.after, timeZone)}</ins>
        </li>
      ))}
    </ul>
  );
  return shown.length > foldFrom ? (
    <details>
      <summary className="cursor-pointer text-13 text-t2">{shown.length} fields</summary>
      {list}
    </details>
  ) : (
    list
  );
}

function Step({
  item,
  statuses,
  labels,
}: {
  item: HistoryItem;
  statuses: StatusLook;
  labels: ActionLabels;
}) {
  const { timeZone } = useAgency();
  const label = (status: string) => statuses[status]?.label ?? readable(status);
  return (
    <li>
      <p>
        <b>{item.actorName ?? "System"}</b> · {verbOf(item.action, labels)}
        {item.to && item.to !== item.from
          ? `: ${item.from ? `${label(item.from)} → ` : ""}${label(item.to)}`
          : ""}
      </p>
      {item.erased && (
        <p className="text-t3">
          The content of this entry was erased; its place in the ledger remains.
        </p>
      )}
      {item.reason && <p className="text-t2">“{item.reason}”</p>}
      <Changes changes={item.changes} />
      <p className="when">
        {formatInstant(item.at, timeZone)}
        {item.auditIndex !== null && (
          <>
            {" "}
            · audit entry <span className="mono">{item.auditIndex.toLocaleString("en-US")}</span>
          </>
        )}
      </p>
    </li>
  );
}

/** Who did what when, before and after, newest first, with the place in the audit ledger. */
export function HistoryTab({
  items,
  error,
  onRetry,
  statuses,
  labels = {},
  number,
}: {
  items: readonly HistoryItem[] | undefined;
  error: unknown;
  onRetry: () => void;
  statuses: StatusLook;
  labels?: ActionLabels;
  number: string;
}) {
  if (error) return <ErrorPanel error={error} what="The history" onRetry={onRetry} />;
  if (!items)
    return (
      <div role="status" aria-label="Loading the history" className="grid gap-3">
        <div className="skeleton h-10" />
        <div className="skeleton h-10" />
        <div className="skeleton h-10" />
      </div>
    );
  return (
    <Panel
      title="History"
      aside={
        <button
          type="button"
          className="btn btn-small"
          onClick={() => saveText(`${number}-history.csv`, historyCsv(items, statuses, labels))}
        >
          Export CSV
        </button>
      }
    >
      {items.length === 0 ? (
        <EmptyState kind="first-use" title="Nothing has happened yet" />
      ) : (
        <ol className="activity">
          {items.map((item) => (
            <Step
              key={`${item.at}${item.action}${item.auditIndex}`}
              item={item}
              statuses={statuses}
              labels={labels}
            />
          ))}
        </ol>
      )}
    </Panel>
  );
}
