import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import type { CommodityRow, ShareRow } from "./market.model.ts";
import { bandOf } from "./trend.model.ts";

const bands = {
  open: { label: "low", tone: "success" },
  moderate: { label: "moderate", tone: "warning" },
  high: { label: "high", tone: "danger" },
} as const;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function Shares({ by, row }: { by: "commodity" | "department"; row: CommodityRow }) {
  const shares = useGet<{ items: ShareRow[] }>(
    "market-concentration",
    `/api/v1/market-shares?by=${by}&months=24&key=${encodeURIComponent(row.code)}`,
  );
  return (
    <Panel title={row.name} aside={`HHI ${row.hhi.toLocaleString("en-US")}`} flush>
      {shares.isPending ? (
        <TableSkeleton columns={3} rows={4} />
      ) : !shares.data ? (
        <ErrorPanel error={shares.error} what="The suppliers" />
      ) : (
        <div
          className="table-scroll"
          tabIndex={0}
          role="region"
          aria-label={`Suppliers of ${row.name}`}
        >
          <table className="ledger">
            <thead>
              <tr>
                <th scope="col">Supplier</th>
                <th scope="col" className="num">
                  Orders
                </th>
                <th scope="col" className="num">
                  Money, $
                </th>
                <th scope="col" className="num">
                  Share
                </th>
                <th scope="col" className="num">
                  Squared
                </th>
              </tr>
            </thead>
            <tbody>
              {shares.data.items.map((s) => (
                <tr key={s.vendorId}>
                  <td className="max-w-[180px] truncate" title={s.vendor}>
                    <Link to={pathTo("vendor", { id: s.vendorId })}>{s.vendor}</Link>
                  </td>
                  <td className="num">{s.orders}</td>
                  <td className="num">{formatCents(s.cents, { symbol: false })}</td>
                  <td className="num">{percent(s.share)}</td>
                  <td className="num">
                    {Math.round((s.share * 100) ** 2).toLocaleString("en-US")}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="border-t border-hair px-4 py-3 text-12 text-t3">
        HHI: shares of the money of issued orders in the last 24 months, in percent, squared and
        added up; 10,000 is one supplier. Above 1,800 high, from 1,000 moderate (Merger Guidelines
        2023).
      </p>
    </Panel>
  );
}

/** How concentrated purchases are, by commodity or department, with the rows behind each index. */
export function ConcentrationTab() {
  const [search, setSearch] = useSearchParams();
  const by = search.get("by") === "department" ? "department" : "commodity";
  const [open, setOpen] = useState<CommodityRow | null>(null);
  const rows = useGet<{ items: CommodityRow[] }>(
    "market-concentration",
    `/api/v1/market-concentration?by=${by}&months=24`,
  );
  const choose = (next: string) => {
    setOpen(null);
    setSearch(
      (old) => {
        const to = new URLSearchParams(old);
        to.set("by", next);
        return to;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const shown = open ?? rows.data?.items[0] ?? null;
  return (
    <div className="stack mt-4">
      <div className="flex gap-2" role="group" aria-label="By">
        {(["commodity", "department"] as const).map((each) => (
          <button
            key={each}
            type="button"
            className={`btn btn-small ${by === each ? "" : "btn-quiet"}`}
            aria-pressed={by === each}
            onClick={() => choose(each)}
          >
            By {each}
          </button>
        ))}
      </div>
      {rows.isPending ? (
        <TableSkeleton columns={5} />
      ) : !rows.data ? (
        <ErrorPanel error={rows.error} what="Concentration" />
      ) : rows.data.items.length === 0 ? (
        <section className="panel">
          <EmptyState kind="first-use" title="Nothing was bought yet">
            Shares come from issued orders.
          </EmptyState>
        </section>
      ) : (
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <Panel title={by === "commodity" ? "Commodities" : "Departments"} aside="24 months" flush>
            <div className="table-scroll" tabIndex={0} role="region" aria-label="Concentration">
              <table className="ledger">
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col" className="num">
                      Money, $
                    </th>
                    <th scope="col" className="num">
                      Suppliers
                    </th>
                    <th scope="col">HHI</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.data.items.map((r) => (
                    <tr key={r.code} aria-selected={shown?.code === r.code}>
                      <td className="max-w-[190px]">
                        <button
                          type="button"
                          className="block max-w-full truncate text-left text-link"
                          title={r.name}
                          onClick={() => setOpen(r)}
                        >
                          {r.name}
                        </button>
                      </td>
                      <td className="num">{formatCents(r.cents, { symbol: false })}</td>
                      <td className="num">{r.vendors}</td>
                      <td>
                        <Badge
                          tone={bands[bandOf(r.hhi)].tone}
                          label={`${r.hhi.toLocaleString("en-US")} ${bands[bandOf(r.hhi)].label}`}
                        />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </Panel>
          {shown && (
            <div className="min-w-0 xl:sticky xl:top-20">
              <Shares key={`${by}${shown.code}`} by={by} row={shown} />
            </div>
          )}
        </div>
      )}
    </div>
  );
}
