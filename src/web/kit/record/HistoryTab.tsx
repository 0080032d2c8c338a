import { formatInstant } from "../../../kernel/dates.ts";
import { useAgency } from "../../auth/AuthProvider.tsx";
import { EmptyState, ErrorPanel, Panel } from "../states.tsx";
import type { StatusLook } from "../StatusBadge.tsx";

/** One step in a record's life, as GET path/id/history tells it, newest first. `auditIndex` is its place in the audit ledger, null until it is sequenced. */
export type HistoryItem = {
  at: string; actorName: string | null; action: string; from: string | null; to: string | null; reason: string | null;
  changes: readonly { field: string; before: unknown; after: unknown }[]; auditIndex: number | null;
  /** The content was erased by law; the entry itself stays in the ledger. */
  erased?: boolean;
};

const show = (value: unknown): string => (value === null || value === undefined || value === "" ? "nothing" : typeof value === "object" ? JSON.stringify(value) : String(value));
const readable = (name: string): string => { const spaced = name.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[._-]/g, " ").toLowerCase(); return spaced.charAt(0).toUpperCase() + spaced.slice(1); };

/** `invoice.returnToVendor` reads `return to vendor`. */
const verbOf = (action: string): string => readable(action.split(".").at(-1) ?? action).toLowerCase();

const toCsv = (items: readonly HistoryItem[]): string => [["at", "actor", "action", "from", "to", "reason", "changes", "audit_entry"], ...items.map((item) => [item.at, item.actorName, item.action, item.from, item.to, item.reason, item.changes.map((change) => `${change.field}: ${show(change.before)} -> ${show(change.after)}`).join("; "), item.auditIndex])]
  .map((row) => row.map(csvCell).join(",")).join("\r\n");

/** One CSV cell; a text that a spreadsheet would run as a formula gets an apostrophe. */
export const csvCell = (value: unknown): string => {
  const text = value === null || value === undefined ? "" : String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Offers a text made in the browser as a file. */
export const saveText = (name: string, text: string, type = "text/csv"): void => {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

function Step({ item, statuses }: { item: HistoryItem; statuses: StatusLook }) {
  const { timeZone } = useAgency();
  const label = (status: string) => statuses[status]?.label ?? readable(status);
  return (
    <li>
      <p><b>{item.actorName ?? "System"}</b> {verbOf(item.action)}{item.to && item.to !== item.from ? `: ${item.from ? `${label(item.from)} → ` : ""}${label(item.to)}` : ""}</p>
      {item.erased && <p className="text-t3">The content of this entry was erased; its place in the ledger remains.</p>}
      {item.reason && <p className="text-t2">“{item.reason}”</p>}
      {item.changes.length > 0 && <ul className="changes">{item.changes.map((change) => <li key={change.field}>{readable(change.field)}: <del>{show(change.before)}</del> → <ins>{show(change.after)}</ins></li>)}</ul>}
      <p className="when">{formatInstant(item.at, timeZone)}{item.auditIndex !== null && <> · audit entry <span className="mono">{item.auditIndex.toLocaleString("en-US")}</span></>}</p>
    </li>
  );
}

/** Who did what when, before and after, newest first, with the place in the audit ledger. */
export function HistoryTab({ items, error, onRetry, statuses, number }: { items: readonly HistoryItem[] | undefined; error: unknown; onRetry: () => void; statuses: StatusLook; number: string }) {
  if (error) return <ErrorPanel error={error} what="The history" onRetry={onRetry} />;
  if (!items) return <div role="status" aria-label="Loading the history" className="grid gap-3"><div className="skeleton h-10" /><div className="skeleton h-10" /><div className="skeleton h-10" /></div>;
  return (
    <Panel title="History" aside={<button type="button" className="btn btn-small" onClick={() => saveText(`${number}-history.csv`, toCsv(items))}>Export CSV</button>}>
      {items.length === 0 ? <EmptyState kind="first-use" title="Nothing has happened yet" /> : <ol className="activity">{items.map((item) => <Step key={`${item.at}${item.action}${item.auditIndex}`} item={item} statuses={statuses} />)}</ol>}
    </Panel>
  );
}
