import { Link, useSearchParams } from "react-router";
import { pathTo } from "../../../areas.ts";
import { formatCents } from "../../../kernel/money.ts";
import { StripBar } from "../../../web/kit/MoneyStrip.tsx";
import { useGet } from "../../../web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "../../../web/kit/states.tsx";
import { BudgetNav } from "./BudgetNav.tsx";

type Row = { by: string; id: string; label: string; budget: number; preEncumbered: number; encumbered: number; expended: number; available: number; lines: number };
const groups = { fund: "Fund", department: "Department", account: "Account" } as const;
type Group = keyof typeof groups;

const money = (cents: number) => formatCents(cents, { symbol: false });

function Ledger({ rows, by, year }: { rows: readonly Row[]; by: Group; year: number }) {
  const sum = (key: "budget" | "preEncumbered" | "encumbered" | "expended" | "available") => rows.reduce((n, r) => n + r[key], 0);
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={`Budget by ${groups[by].toLowerCase()}`}>
      <table className="ledger">
        <thead><tr><th scope="col">{groups[by]}</th><th scope="col" className="num">Lines</th><th scope="col" className="num">Revised, $</th><th scope="col" className="num">Pre-encumbered, $</th><th scope="col" className="num">Encumbered, $</th><th scope="col" className="num">Expended, $</th><th scope="col" className="num">Available, $</th><th scope="col">Used</th></tr></thead>
        <tbody>{rows.map((r) => <tr key={r.id}><td><Link to={`${pathTo("budget")}?year=${year}&${by}Id=${r.id}`}>{r.label}</Link></td><td className="num">{r.lines}</td><td className="num">{money(r.budget)}</td><td className="num">{money(r.preEncumbered)}</td><td className="num">{money(r.encumbered)}</td><td className="num">{money(r.expended)}</td><td className="num">{money(r.available)}</td><td><span className="block w-32"><StripBar expendedCents={r.expended} encumberedCents={r.encumbered + r.preEncumbered} availableCents={r.available} /></span></td></tr>)}</tbody>
        <tfoot><tr><td>All</td><td className="num">{rows.reduce((n, r) => n + r.lines, 0)}</td><td className="num">{money(sum("budget"))}</td><td className="num">{money(sum("preEncumbered"))}</td><td className="num">{money(sum("encumbered"))}</td><td className="num">{money(sum("expended"))}</td><td className="num">{money(sum("available"))}</td><td /></tr></tfoot>
      </table>
    </div>
  );
}

/** The year's budget by fund, department or account; every row opens its lines. */
export default function BudgetSummary() {
  const [search, setSearch] = useSearchParams();
  const years = useGet<{ items: { id: string; year: number; status: string }[] }>("fiscal-years", "/api/v1/fiscal-years");
  const by = (search.get("by") ?? "fund") as Group;
  const year = Number(search.get("year") ?? years.data?.items[0]?.year ?? 0);
  const rows = useGet<{ items: Row[] }>("budget-lines", `/api/v1/budget-summary?year=${year}&by=${by}`, { enabled: year > 0 });
  const set = (name: string, value: string) => setSearch((old) => { const next = new URLSearchParams(old); next.set(name, value); return next; }, { replace: true });
  return (
    <>
      <BudgetNav />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <h1 className="mr-auto text-22 font-semibold max-md:w-full">Budget {year || ""}</h1>
        {year > 0 && <label className="field"><span>Fiscal year</span><select className="field-control" value={year} onChange={(e) => set("year", e.target.value)}>{(years.data?.items ?? []).map((y) => <option key={y.id} value={y.year}>{y.year} ({y.status})</option>)}</select></label>}
        <label className="field"><span>By</span><select className="field-control" value={by} onChange={(e) => set("by", e.target.value)}>{Object.entries(groups).map(([id, label]) => <option key={id} value={id}>{label}</option>)}</select></label>
      </div>
      <Panel title={`By ${groups[by].toLowerCase()}`} flush>
        {years.data && year === 0 && <EmptyState kind="first-use" title="No fiscal year yet" action={<Link className="btn" to={pathTo("budgetAccounts")}>Fiscal years, funds and accounts</Link>}>Open the year first; then its lines add up here.</EmptyState>}
        {rows.isPending && !(years.data && year === 0) && <TableSkeleton columns={7} />}
        {rows.isError && <ErrorPanel error={rows.error} what="The summary" onRetry={() => void rows.refetch()} />}
        {rows.data && (rows.data.items.length === 0 ? <EmptyState kind="first-use" title="No budget in this year" action={<Link className="btn" to={pathTo("budget")}>Budget lines</Link>}>Adopt lines, or import them.</EmptyState> : <Ledger rows={rows.data.items} by={by} year={year} />)}
      </Panel>
    </>
  );
}
